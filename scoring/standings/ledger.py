"""Results turned round: for each competitor, every match as seen from their side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property

from scoring.messages import CompetitorId
from scoring.standings.records import (
    Adjustment,
    Bye,
    Entry,
    Forfeit,
    Pending,
    Played,
    PointsScheme,
    Result,
    Status,
    competitors_of,
    exact,
    refuse_unknown,
)


class How(Enum):
    """How a line of someone's record came about; the value names its worth in the scheme."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BYE = "bye"
    REST = "rest"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    DOUBLE_FORFEIT = "double_forfeit"

    @property
    def is_played(self) -> bool:
        return self in (How.WIN, How.DRAW, How.LOSS)

    @property
    def is_own_choice(self) -> bool:
        """Unplayed by the competitor's own doing (FIDE C.07, 16: voluntary unplayed round)."""
        return self in (How.REST, How.FORFEIT_LOSS, How.DOUBLE_FORFEIT)


SHARE: Mapping[How, Fraction] = {
    How.WIN: Fraction(1),
    How.DRAW: Fraction(1, 2),
    How.LOSS: Fraction(0),
    How.FORFEIT_WIN: Fraction(1),
    How.FORFEIT_LOSS: Fraction(0),
    How.DOUBLE_FORFEIT: Fraction(0),
}
"""The share of a match between two, whatever a win is worth in the league's points."""


@dataclass(frozen=True, slots=True)
class Line:
    """One match, or a round without one, from one side."""

    how: How
    opponent: CompetitorId | None
    worth: Fraction
    points_for: Fraction | None = None
    points_against: Fraction | None = None


@dataclass(frozen=True)
class Ledger:
    """Everything metrics may ask."""

    lines: Mapping[CompetitorId, Sequence[Line]]
    adjustments: Mapping[CompetitorId, Sequence[Adjustment]]

    @cached_property
    def points(self) -> Mapping[CompetitorId, Fraction]:
        """Match points with penalties and bonuses."""
        return {
            competitor: sum((line.worth for line in lines), Fraction())
            + sum((exact(a.points) for a in self.adjustments[competitor]), Fraction())
            for competitor, lines in self.lines.items()
        }

    @cached_property
    def raw_for(self) -> Mapping[CompetitorId, Fraction]:
        """Raw points made (Burako points, for instance), where the records have them."""
        return {
            competitor: sum((line.points_for or Fraction() for line in lines), Fraction())
            for competitor, lines in self.lines.items()
        }

    @cached_property
    def raw_against(self) -> Mapping[CompetitorId, Fraction]:
        """Raw points of the opponents."""
        return {
            competitor: sum((line.points_against or Fraction() for line in lines), Fraction())
            for competitor, lines in self.lines.items()
        }


def ledger_of(
    entries: Sequence[Entry],
    results: Iterable[Result],
    scheme: PointsScheme,
    adjustments: Iterable[Adjustment],
) -> Ledger:
    """Sort records by competitor; whatever involves an annulled one is left out."""
    known = frozenset(entry.competitor for entry in entries)
    annulled = {entry.competitor for entry in entries if entry.status is Status.ANNULLED}
    lines: defaultdict[CompetitorId, list[Line]] = defaultdict(list)
    for result in results:
        names = competitors_of(result)
        refuse_unknown(known, names)
        if annulled.isdisjoint(names):
            for competitor, line in _lines(result, scheme):
                lines[competitor].append(line)
    adjusted: defaultdict[CompetitorId, list[Adjustment]] = defaultdict(list)
    for adjustment in adjustments:
        refuse_unknown(known, [adjustment.competitor])
        adjusted[adjustment.competitor].append(adjustment)
    counted = [entry.competitor for entry in entries if entry.competitor not in annulled]
    return Ledger({c: lines[c] for c in counted}, {c: adjusted[c] for c in counted})


def _lines(result: Result, scheme: PointsScheme) -> list[tuple[CompetitorId, Line]]:
    match result:
        case Pending():
            return []
        case Bye(competitor, asked_for):
            how = How.REST if asked_for else How.BYE
            return [(competitor, Line(how, None, _worth(how, scheme)))]
        case Forfeit(a, b, absent):
            return [
                (me, Line(how, other, _worth(how, scheme)))
                for me, other in ((a, b), (b, a))
                for how in (_forfeited(me, absent),)
            ]
        case Played(a, b, winner, points_a, points_b):
            mine = None if points_a is None else exact(points_a)
            theirs = None if points_b is None else exact(points_b)
            how_a, how_b = _decided(a, winner), _decided(b, winner)
            return [
                (a, Line(how_a, b, _worth(how_a, scheme), mine, theirs)),
                (b, Line(how_b, a, _worth(how_b, scheme), theirs, mine)),
            ]


def _worth(how: How, scheme: PointsScheme) -> Fraction:
    return exact(getattr(scheme, how.value))


def _forfeited(me: CompetitorId, absent: frozenset[CompetitorId]) -> How:
    if len(absent) == 2:
        return How.DOUBLE_FORFEIT
    return How.FORFEIT_LOSS if me in absent else How.FORFEIT_WIN


def _decided(me: CompetitorId, winner: CompetitorId | None) -> How:
    if winner is None:
        return How.DRAW
    return How.WIN if winner == me else How.LOSS
