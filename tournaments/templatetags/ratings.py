"""How ratings are written: whole Elo points, with a true minus, and shares in percent."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from django import template
from django.utils.formats import number_format

from scoring.elo import elo_points
from scoring.ladder import TERMS, Standing
from tournaments.ladder_names import ladder_name as name_of_ladder
from tournaments.models import Ladder, Rating, RatingEvent

register = template.Library()

_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_MINUS = "\N{MINUS SIGN}"


@register.filter
def elo(micro: int) -> str:
    """A rating, such as 1512."""
    return _minus(str(elo_whole(micro)))


@register.filter
def elo_change(micro: int) -> str:
    """What a rating gained or lost, with its sign; "±0" for nothing."""
    return whole_change(elo_whole(micro))


@register.filter
def whole_change(whole: int) -> str:
    """The same of whole Elo points."""
    return _minus(f"{whole:+d}") if whole else "±0"


@register.filter
def elo_margin(known: Rating | RatingEvent | Standing) -> int:
    """How far the strength may lie from the rating, either way, in 95 of 100 cases."""
    standing = known if isinstance(known, Standing) else known.standing
    return round(standing.bar.margin(0.95))


@register.filter
def is_provisional(known: Rating | RatingEvent | Standing) -> bool:
    """Whether a rating may still be far off."""
    return TERMS.is_provisional(known if isinstance(known, Standing) else known.standing)


@register.filter
def share(part: float | Fraction | None) -> str:
    """A part of one: 0.625 is "62.5 %"; nothing for none."""
    if part is None:
        return ""
    percent = number_format(_rounded(100 * Decimal(float(part)), "0.1"), decimal_pos=1)
    return f"{_minus(percent)}{_NO_BREAK_SPACE}%"


@register.filter
def ladder_name(ladder: Ladder) -> str:
    """What a ladder is called."""
    return name_of_ladder(ladder)


def elo_whole(micro: int) -> int:
    """A rating or a change of one in whole Elo points, as everybody reads it."""
    return int(_rounded(elo_points(micro), "1"))


def _rounded(number: Decimal, step: str) -> Decimal:
    return number.quantize(Decimal(step), rounding=ROUND_HALF_EVEN)


def _minus(number: str) -> str:
    return number.replace("-", _MINUS)
