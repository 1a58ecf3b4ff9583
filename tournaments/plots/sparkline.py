"""A trend in the size of a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.plots.scale import Span, coordinate, path

WIDTH: Final = 96
HEIGHT: Final = 28
_EDGE: Final = 3
_LEAST: Final = 20.0
"""Elo points that the height stands for at least: a wobble is not to look like a fall."""


@dataclass(frozen=True, slots=True)
class Sparkline:
    """In the units of its own view box."""

    line: str
    """Empty where there is only one value."""
    last_x: str
    last_y: str
    first: float
    last: float
    low: float
    high: float
    width: int = WIDTH
    height: int = HEIGHT


def sparkline(values: Sequence[float]) -> Sparkline | None:
    """None where there is nothing to draw."""
    if not values:
        return None
    span = Span.of(values, least=_LEAST)
    across, down = WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE
    steps = max(1, len(values) - 1)
    lacking = 1 if len(values) == 1 else 0  # a single value stands where the latest stands
    places = [
        (
            _EDGE + across * (index + lacking) / steps,
            _EDGE + down * span.from_top(value) / 100,
        )
        for index, value in enumerate(values)
    ]
    last_x, last_y = places[-1]
    return Sparkline(
        line=path(places) if len(places) > 1 else "",
        last_x=coordinate(last_x),
        last_y=coordinate(last_y),
        first=values[0],
        last=values[-1],
        low=min(values),
        high=max(values),
    )
