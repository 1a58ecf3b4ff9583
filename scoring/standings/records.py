"""What happened, as values: played matches, forfeits, byes, fixtures still open, adjustments.

An open fixture is a record of its own and counts for nobody: unplayed is not 0-0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from scoring.messages import CodedError, CompetitorId

Number = Fraction | Decimal | int


class StandingsError(CodedError):
    """A table cannot be made from what was given."""


def exact(value: Number) -> Fraction:
    """A number of points, exactly; floats are refused because 0.1 + 0.2 is not 0.3."""
    if isinstance(value, float) or not isinstance(value, int | Fraction | Decimal):
        raise StandingsError("points_not_exact", f"points are int, Fraction or Decimal: {value!r}")
    if isinstance(value, Decimal) and not value.is_finite():
        raise StandingsError("points_not_finite", f"points must be finite: {value!r}")
    return Fraction(value)


@dataclass(frozen=True, slots=True)
class PointsScheme:
    """What each kind of result is worth."""

    win: Number = Fraction(1)
    draw: Number = Fraction(1, 2)
    loss: Number = Fraction(0)
    bye: Number = Fraction(1)
    rest: Number = Fraction(0)
    """A round someone asked to sit out."""
    forfeit_win: Number = Fraction(1)
    forfeit_loss: Number = Fraction(0)
    double_forfeit: Number = Fraction(0)
    """For each side when neither came."""

    def __post_init__(self) -> None:
        for one in fields(self):
            exact(getattr(self, one.name))


class Status(StrEnum):
    """What became of an entry."""

    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    """Left; what was played stands."""
    ANNULLED = "annulled"
    """Disqualified, or left too early: their matches count for nobody."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Someone in the table; the order of entries decides nothing but how equals are listed."""

    competitor: CompetitorId
    status: Status = Status.ACTIVE


@dataclass(frozen=True, slots=True)
class Played:
    """A match that took place.  ``winner`` is None for a draw; raw points if the game has them."""

    a: CompetitorId
    b: CompetitorId
    winner: CompetitorId | None
    points_a: Number | None = None
    points_b: Number | None = None

    def __post_init__(self) -> None:
        _two(self.a, self.b)
        if self.winner is not None and self.winner not in (self.a, self.b):
            raise StandingsError("winner_not_in_match", f"{self.winner!r} did not play this match")
        if (self.points_a is None) != (self.points_b is None):
            raise StandingsError("points_one_sided", "give the points of both sides or of neither")
        for points in (self.points_a, self.points_b):
            if points is not None:
                exact(points)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match that did not take place because one side, or both, did not come."""

    a: CompetitorId
    b: CompetitorId
    absent: frozenset[CompetitorId]

    def __post_init__(self) -> None:
        _two(self.a, self.b)
        if not self.absent or not self.absent <= {self.a, self.b}:
            raise StandingsError("absentee_not_in_match", "one side or both must be absent")


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent: given by the pairing, or asked for."""

    competitor: CompetitorId
    asked_for: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """A fixture without a result yet; it counts for nothing."""

    a: CompetitorId
    b: CompetitorId

    def __post_init__(self) -> None:
        _two(self.a, self.b)


Result = Played | Forfeit | Bye | Pending


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty (negative) or bonus, kept apart from results so that it can be cancelled."""

    competitor: CompetitorId
    points: Number
    reason: str

    def __post_init__(self) -> None:
        exact(self.points)


def _two(a: CompetitorId, b: CompetitorId) -> None:
    if a == b:
        raise StandingsError("same_competitor", f"{a!r} cannot meet themselves")


def competitors_of(result: Result) -> tuple[CompetitorId, ...]:
    """Whom a record is about."""
    return (result.competitor,) if isinstance(result, Bye) else (result.a, result.b)


def refuse_unknown(known: frozenset[CompetitorId], names: Iterable[CompetitorId]) -> None:
    """Results may only name those entered."""
    for name in names:
        if name not in known:
            raise StandingsError("unknown_competitor", f"{name!r} is not entered")
