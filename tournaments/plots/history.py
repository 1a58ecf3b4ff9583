"""How a rating came to be what it is: a line, how sure it was, and what happened on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from tournaments.plots.scale import Span, Tick, coordinate, path, tame

_LEAST_HEIGHT: Final = 60.0
"""Elo points from the bottom to the top at least."""
_PAD: Final = 1.25
_WIDEST_PAD: Final = 900.0
"""What is shown around the latest quarter of the line: its error bars and a little more, so that
the band is seen to narrow. Wider ones before, which would press the line flat, run out of the
picture."""
_BAR: Final = 3.0
"""Per cent of the width to each side of a single result, whose band is a bar."""
_LABEL_ROOM: Final = 8.0
"""Per cent of the width that the label of a version needs."""
_DATES: Final = 5


class PointKind(StrEnum):
    """What moved a rating; the values of `RatingEvent.Cause`."""

    RESULT = "result"
    VERSION = "version"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPoint:
    """Where a rating stood after something happened to it."""

    at: datetime
    rating: float
    margin: float
    """So far may it be off, with 95 % confidence."""
    kind: PointKind = PointKind.RESULT
    version: int = 0
    results: int = 0
    change: float = 0.0

    @property
    def is_result(self) -> bool:
        return self.kind is PointKind.RESULT

    @property
    def is_version(self) -> bool:
        return self.kind is PointKind.VERSION

    @property
    def is_correction(self) -> bool:
        return self.kind is PointKind.CORRECTION


@dataclass(frozen=True, slots=True)
class Dot:
    """A point and where it stands, in per cent."""

    x: str
    y: str
    point: RatingPoint
    is_named: bool = True
    """Whether there is room for its label."""


@dataclass(frozen=True, slots=True)
class DateTick:
    """A moment below the line."""

    at: str
    when: datetime
    anchor: str
    """Which part of its text stands there: "start", "middle" or "end"."""
    is_between: bool = False
    """Whether it is left out where there is little room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPlot:
    """All that is drawn."""

    line: str
    band: str
    last: Dot
    versions: tuple[Dot, ...]
    corrections: tuple[Dot, ...]
    heights: tuple[Tick, ...]
    dates: tuple[DateTick, ...]
    is_within_days: bool
    """Whether its dates need their times."""
    points: tuple[RatingPoint, ...]

    @property
    def first(self) -> RatingPoint:
        return self.points[0]

    @property
    def lowest(self) -> float:
        return min(point.rating for point in self.points)

    @property
    def highest(self) -> float:
        return max(point.rating for point in self.points)


def history_plot(points: Sequence[RatingPoint]) -> HistoryPlot | None:
    """From points in the order in which they happened; None where nothing has happened."""
    if not points:
        return None
    across = _across(points)
    span = _heights(points)
    ups = [span.from_top(point.rating) for point in points]
    tops = [span.from_top(tame(point.rating) + tame(point.margin)) for point in points]
    bottoms = [span.from_top(tame(point.rating) - tame(point.margin)) for point in points]
    dots = [
        Dot(coordinate(x), coordinate(y), point)
        for x, y, point in zip(across, ups, points, strict=True)
    ]
    return HistoryPlot(
        line=path(zip(across, ups, strict=True)),
        band=path(_band(across, tops, bottoms)),
        last=dots[-1],
        versions=_with_room([dot for dot in dots if dot.point.is_version]),
        corrections=tuple(dot for dot in dots if dot.point.is_correction),
        heights=tuple(Tick(span.from_top(mark), mark) for mark in span.marks()),
        dates=_dates(points),
        is_within_days=points[-1].at - points[0].at < timedelta(days=3),
        points=tuple(points),
    )


def _across(points: Sequence[RatingPoint]) -> list[float]:
    """By time; what happened at one moment only stands side by side. A clock that was put back does
    not turn the line round."""
    begin = points[0].at
    seconds: list[float] = []
    for point in points:
        seconds.append(max((point.at - begin).total_seconds(), seconds[-1] if seconds else 0.0))
    if seconds[-1] > 0:
        return [100 * passed / seconds[-1] for passed in seconds]
    if len(points) == 1:
        return [50.0]
    return [100 * index / (len(points) - 1) for index in range(len(points))]


def _band(
    across: Sequence[float], tops: Sequence[float], bottoms: Sequence[float]
) -> list[tuple[float, float]]:
    """Along the upper edge and back along the lower one; one point alone has a bar."""
    if len(across) == 1:
        across, tops, bottoms = [across[0] - _BAR, across[0] + _BAR], [*tops] * 2, [*bottoms] * 2
    above = list(zip(across, tops, strict=True))
    below = list(zip(across, bottoms, strict=True))
    return [*above, *reversed(below)]


def _heights(points: Sequence[RatingPoint]) -> Span:
    """The whole line, and the band of its latest quarter."""
    values = [tame(point.rating) for point in points]
    for point in points[-math.ceil(len(points) / 4) :]:
        pad = min(_WIDEST_PAD, _PAD * tame(point.margin))
        values += [tame(point.rating) - pad, tame(point.rating) + pad]
    return Span.of(values, least=_LEAST_HEIGHT)


def _with_room(dots: Sequence[Dot]) -> tuple[Dot, ...]:
    """The latest is named first: it matters most."""
    kept: list[Dot] = []
    taken = 200.0
    for dot in reversed(dots):
        has_room = taken - float(dot.x) >= _LABEL_ROOM
        taken = float(dot.x) if has_room else taken
        kept.append(Dot(dot.x, dot.y, dot.point, is_named=has_room))
    return tuple(reversed(kept))


def _dates(points: Sequence[RatingPoint]) -> tuple[DateTick, ...]:
    begin, end = points[0].at, max(point.at for point in points)
    if begin >= end:
        anchor = "middle" if len(points) == 1 else "start"
        return (DateTick("50" if len(points) == 1 else "0", begin, anchor),)
    steps = _DATES - 1
    return tuple(
        DateTick(
            coordinate(100 * step / steps),
            begin + (end - begin) * step / steps,
            {0: "start", steps: "end"}.get(step, "middle"),
            is_between=step % 2 == 1,
        )
        for step in range(_DATES)
    )
