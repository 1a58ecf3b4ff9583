"""From values to positions: ranges, round numbers to mark, and coordinates as SVG writes them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_FARTHEST: Final = 1e12
"""Nothing that is drawn here is larger; beyond it, sums of numbers would lose their digits."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A marked value and where it stands, in per cent of the drawn area."""

    position: float
    value: float

    @property
    def at(self) -> str:
        """As SVG writes it."""
        return coordinate(self.position)


@dataclass(frozen=True, slots=True)
class Span:
    """The values from one edge of the drawn area to the other."""

    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float], *, least: float) -> Span:
        """What holds all values, and is at least so wide: equal values stand in its middle."""
        kept = [tame(value) for value in values]
        low, high = (min(kept), max(kept)) if kept else (0.0, 0.0)
        lacking = max(0.0, least - (high - low)) / 2
        return cls(low - lacking, high + lacking)

    def share(self, value: float) -> float:
        """Where a value stands, from 0 at the low edge to 100; beyond, it stands on the edge."""
        return 100 * min(1.0, max(0.0, (tame(value) - self.low) / (self.high - self.low)))

    def from_top(self, value: float) -> float:
        """The same, as heights are drawn."""
        return 100 - self.share(value)

    def marks(self, about: int = 6) -> list[float]:
        """Round numbers within it, about so many."""
        step = _round_step((self.high - self.low) / about)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [number * step for number in range(first, last + 1)]


def tame(value: float) -> float:
    """A number that can be drawn: nothing infinite, and nothing that is no number."""
    if math.isnan(value):
        return 0.0
    return min(_FARTHEST, max(-_FARTHEST, value))


def coordinate(value: float) -> str:
    """A position as SVG writes it, in whatever language the page is."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path(points: Iterable[tuple[float, float]]) -> str:
    """Positions as the points of a polyline or polygon."""
    return " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in points)


def _round_step(rough: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50, ... that is not smaller."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10, 20) if factor * power >= rough)
