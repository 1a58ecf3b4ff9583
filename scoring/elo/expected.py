"""Ratings as whole numbers, and the score they let one expect.

A rating is an integer number of *micro-Elo* (1 Elo = 1,000,000).  Expected scores come from
``decimal``, whose exponential is correctly rounded, so two machines never disagree; everything
after that is exact rational arithmetic.

Source: A. E. Elo, *The Rating of Chessplayers* (1978).
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from scoring.messages import CodedError

MICRO = 1_000_000
"""Micro-Elo in one Elo."""

Score = Fraction | Decimal | float
"""A share of a result, from 0 (lost everything) to 1; ``int`` is welcome too."""

_CONTEXT = Context(prec=30, rounding=ROUND_HALF_EVEN)
_LN10_PER_MICRO = _CONTEXT.divide(Decimal(10).ln(_CONTEXT), Decimal(400 * MICRO))
_FARTHEST = 4000 * MICRO
"""Beyond ten times the 400-point scale the expectation no longer changes."""


class EloError(CodedError):
    """A rating calculation was given something that is not a result."""


def micro_elo(elo: Decimal | float) -> int:
    """An Elo number as people write it, in micro-Elo."""
    return round(exact_number(elo, "rating_not_finite", "a rating must be a finite number") * MICRO)


def elo_points(rating: int) -> Decimal:
    """A stored rating as people read it; the caller rounds for display."""
    return Decimal(rating).scaleb(-6)


def expected_score(rating: int, opponent: int) -> Fraction:
    """The share of the points expected against an opponent: 1 / (1 + 10^(-d/400)).

    ``expected_score(a, b) + expected_score(b, a)`` is exactly 1: the weaker side's share is
    calculated and the stronger side gets the rest.
    """
    return expected_at(Fraction(rating) - opponent)


def expected_at(difference: Fraction) -> Fraction:
    """The expected share of a side this many micro-Elo above the other."""
    if difference > 0:
        return 1 - expected_at(-difference)
    capped = max(difference, Fraction(-_FARTHEST))
    exponent = _CONTEXT.multiply(
        _CONTEXT.divide(Decimal(capped.numerator), Decimal(capped.denominator)), _LN10_PER_MICRO
    )
    odds = Fraction(exponent.exp(_CONTEXT))
    return odds / (1 + odds)


def exact_number(value: Score, code: str, text: str) -> Fraction:
    """A number as a fraction; a text is refused even where it spells one."""
    try:
        if isinstance(value, str):
            raise TypeError(value)
        return Fraction(value)
    except (ValueError, OverflowError, TypeError) as error:
        raise EloError(code, f"{text}, not {value!r}") from error


def exact_score(value: Score) -> Fraction:
    """A share of a result as a fraction."""
    exact = exact_number(value, "score_not_finite", "a score must be a finite number")
    if not 0 <= exact <= 1:
        raise EloError("score_out_of_range", f"a score lies between 0 and 1, not {value!r}")
    return exact
