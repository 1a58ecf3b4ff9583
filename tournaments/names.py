"""What a name that strangers read may look like: one rule for accounts, players and clubs."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

DISPLAY_NAME_MAX_LENGTH = 40
DISPLAY_NAME_MIN_LENGTH = 2

# Control, format (bidirectional tricks, zero width), surrogate, private use, unassigned; and the
# line and paragraph separators. Each of them can make one name look like another.
_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks that show nothing although their category says otherwise: the grapheme joiner,
# the Hangul fillers, Khmer's inherent vowels, the empty Braille cell, variation selectors.
_BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
# Phones add these to some symbols ("text style" and "picture style"); a name does not need them.
_PRESENTATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")
# Where Spanish says "e" instead of "y": before the sound of "i", unless it glides into a vowel.
_SOUND_OF_I = re.compile("h?[ií](?![aeouáéóú])", re.IGNORECASE)
# Scripts that stack marks need up to three of them; more only smears over the lines around.
_MARKS_IN_A_ROW_MAX = 3


def clean_display_name(raw: str) -> str:
    """The stored form: one way of writing each character, single blanks, none at the ends."""
    shown = _PRESENTATION_SELECTORS.sub("", raw)
    return " ".join(unicodedata.normalize("NFKC", shown).split())


def names_joined(first: str, second: str) -> str:
    """The name of a pair, from those of its players."""
    if _SOUND_OF_I.match(second):
        # Translators: the two players of a pair; the second name begins with the sound of "i"
        joined = pgettext("before the sound of i", "%(first)s and %(second)s")
    else:
        # Translators: the two players of a pair
        joined = _("%(first)s and %(second)s")
    return joined % {"first": first, "second": second}


def validate_display_name(value: str) -> None:
    """Refuse, with a sentence, a name that cannot be shown safely."""
    if any(char in _BLANKS or _category(char) in _FORBIDDEN_CATEGORIES for char in value):
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
    if _longest_run_of_marks(value) > _MARKS_IN_A_ROW_MAX:
        raise ValidationError(_("Please put fewer accents on one letter."), code="too_many_accents")


def _category(char: str) -> str:
    return unicodedata.category(char)


def _longest_run_of_marks(value: str) -> int:
    longest = run = 0
    for char in value:
        run = run + 1 if _category(char).startswith("M") else 0
        longest = max(longest, run)
    return longest
