"""Error bars under each other: whose ratings could be the same is seen at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tournaments.plots.scale import Span, coordinate

_LEAST: Final = 100.0
"""Elo points that the width stands for at least."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A rating with its margin to both sides, in per cent of the width."""

    low: str
    at: str
    high: str


def intervals(known: Sequence[tuple[float, float]]) -> list[Interval]:
    """Ratings with their margins on one scale. It is made for all ratings and for the usual
    margin: the bars of newcomers, which may be far wider, are cut off at its ends."""
    if not known:
        return []
    usual = median(margin for _, margin in known)
    ends = [value + sign * min(margin, usual) for value, margin in known for sign in (-1, 1)]
    span = Span.of(ends, least=_LEAST)
    return [
        Interval(
            low=coordinate(span.share(value - margin)),
            at=coordinate(span.share(value)),
            high=coordinate(span.share(value + margin)),
        )
        for value, margin in known
    ]
