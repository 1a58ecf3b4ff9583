"""What authors write about their bots: plain text of any script, with line breaks."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_LINE_BREAKS = frozenset("\n\t")
# Control characters, and those that turn text around so that it says something else.
_FORBIDDEN = frozenset({"Cc", "Cs", "Co", "Cn"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def text_checked(field: str, raw: str, longest: int) -> str:
    """The text as it is stored; refused, at its field, if it is too long or cannot be shown."""
    text = unicodedata.normalize("NFC", raw.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(text) > longest:
        raise ValidationError(
            {
                field: ValidationError(
                    _("Please use at most %(max)d characters."),
                    code="too_long",
                    params={"max": longest},
                )
            }
        )
    if any(
        char in _TURNING or (unicodedata.category(char) in _FORBIDDEN and char not in _LINE_BREAKS)
        for char in text
    ):
        raise ValidationError(
            {
                field: ValidationError(
                    _("Please leave out invisible and control characters."),
                    code="invisible_characters",
                )
            }
        )
    return text
