"""What a name that strangers read may look like: one rule for accounts, players and clubs."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

DISPLAY_NAME_MAX_LENGTH = 40
DISPLAY_NAME_MIN_LENGTH = 2

# Control, format (bidirectional tricks, zero width), surrogate, private use, unassigned; and the
# line and paragraph separators. Each of them can make one name look like another.
_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_display_name(raw: str) -> str:
    """The stored form: one way of writing each character, single blanks, none at the ends."""
    return " ".join(unicodedata.normalize("NFKC", raw).split())


def validate_display_name(value: str) -> None:
    """Refuse, with a sentence, a name that cannot be shown safely."""
    if any(unicodedata.category(char) in _FORBIDDEN_CATEGORIES for char in value):
        raise ValidationError(
            _("Please leave out invisible and control characters."), code="invisible_characters"
        )
    if len(clean_display_name(value)) < DISPLAY_NAME_MIN_LENGTH:
        raise ValidationError(
            _("Please use at least %(min)d characters."),
            code="too_short",
            params={"min": DISPLAY_NAME_MIN_LENGTH},
        )
    if not any(char.isalnum() for char in value):
        raise ValidationError(
            _("Please use at least one letter or digit."), code="no_letter_or_digit"
        )
