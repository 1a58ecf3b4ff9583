"""The kernels' sentences in the reader's language.

scoring and arena.games know no Django: they say what they have to say as a code, an English
template and parameters. deploy.translations takes their tables into our catalogues, so gettext
knows every template.
"""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext

from scoring.messages import CompetitorId, Message, number_in_words
from scoring.refusal import FieldError

_MINUS: Final = "\N{MINUS SIGN}"


def message_text(message: Message, names: Mapping[CompetitorId, str] | None = None) -> str:
    """A sentence, or a part of one, with competitors' names where it speaks of them."""
    return message.text(names, translate=_translated, numeral=number_text)


def number_text(value: Fraction | Decimal | int) -> str:
    """A short exact numeral as the reader writes it, with a true minus."""
    words = number_in_words(Fraction(value))
    if "/" not in words and "." in words:
        words = str(number_format(words, decimal_pos=len(words.partition(".")[2])))
    return words.replace("-", _MINUS)


def error_text(error: FieldError) -> str:
    """Why a field was refused, and what to do."""
    return gettext(error.template) % error.params


def _translated(_code: str, template: str) -> str:
    return gettext(template)
