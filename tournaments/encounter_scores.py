"""How much of their meetings somebody took from somebody else, and how sure that is. Plain values.

A result is a share between 0 and 1, so that a few of them say little about how far such shares
scatter: two imagined results as unsteady as a tossed coin are added to what was seen, which a
single result cannot outweigh and a hundred hardly notice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from tournaments.ladder_sums import NANO

_IMAGINED: Final = 2
_COIN: Final = 0.25
"""The variance of a tossed coin."""
_LEVEL: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Score:
    """A mean share with its 95 % error bar."""

    results: int
    share: float
    margin: float

    @property
    def low(self) -> float:
        return max(0.0, self.share - self.margin)

    @property
    def high(self) -> float:
        return min(1.0, self.share + self.margin)


def score_of(*, results: int, shares: int, squares: int) -> Score | None:
    """From sums in billionths, as an encounter keeps them; None without a result."""
    if results <= 0:
        return None
    mean = shares / NANO / results
    scatter = max(0.0, squares / NANO - results * mean**2)
    variance = (scatter + _IMAGINED * _COIN) / (results - 1 + _IMAGINED)
    return Score(results, mean, _LEVEL * math.sqrt(variance / results))
