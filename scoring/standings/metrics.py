"""Small measures, to be put in any order.

Each gives every competitor of a tied group an exact number, higher being better, or says
that it cannot tell (None), in which case the next one is asked.
Unplayed rounds in Buchholz and Sonneborn-Berger follow FIDE C.07 (2024), 16.4: they count as
games against an imagined opponent with the competitor's own points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from scoring.messages import CompetitorId
from scoring.standings.ledger import SHARE, How, Ledger, Line
from scoring.standings.records import StandingsError

Values = Mapping[CompetitorId, Fraction]


class Metric(Protocol):
    """One tie-break."""

    @property
    def code(self) -> str:
        """Stable name, for settings and translations."""

    @property
    def label(self) -> str:
        """English name, as it stands in a sentence."""

    @property
    def is_relative(self) -> bool:
        """Whether the values depend on who is tied with whom."""

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values | None:
        """A number for each of the tied, or None if this cannot tell them apart fairly."""


@dataclass(frozen=True, slots=True)
class Points:
    """League points, with penalties and bonuses."""

    code: str = "points"
    label: str = "points"
    is_relative: bool = False

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {competitor: ledger.points[competitor] for competitor in tied}


@dataclass(frozen=True, slots=True)
class Wins:
    """Matches won at the table; a win by forfeit is not one (FIDE's "games won")."""

    code: str = "wins"
    label: str = "wins"
    is_relative: bool = False

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {
            competitor: Fraction(sum(line.how is How.WIN for line in ledger.lines[competitor]))
            for competitor in tied
        }


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Points in matches among the tied alone; silent unless all of them have met.

    Once it has separated some, it is asked again about those it left level, as FIDE
    C.07 does for the direct encounter.
    """

    code: str = "head_to_head"
    label: str = "head-to-head"
    is_relative: bool = True

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values | None:
        group = frozenset(tied)
        won: dict[CompetitorId, Fraction] = {}
        for competitor in tied:
            among = [line for line in ledger.lines[competitor] if line.opponent in group]
            if {line.opponent for line in among} != group - {competitor}:
                return None
            won[competitor] = sum((line.worth for line in among), Fraction())
        return won


@dataclass(frozen=True, slots=True)
class Buchholz:
    """The opponents' points added up; ``cut`` leaves out that many of the lowest.

    Rounds unplayed by one's own doing are the first to be cut (FIDE C.07, article 16).
    """

    cut: int = 0

    def __post_init__(self) -> None:
        if self.cut < 0:
            raise StandingsError("cut_negative", "one cannot cut fewer than no opponents")

    @property
    def code(self) -> str:
        return f"buchholz_cut{self.cut}" if self.cut else "buchholz"

    @property
    def label(self) -> str:
        return f"Buchholz cut {self.cut}" if self.cut else "Buchholz"

    @property
    def is_relative(self) -> bool:
        return False

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {competitor: self._sum(ledger, competitor) for competitor in tied}

    def _sum(self, ledger: Ledger, competitor: CompetitorId) -> Fraction:
        parts = sorted(
            (not line.how.is_own_choice, _opponents_points(ledger, competitor, line))
            for line in ledger.lines[competitor]
        )
        return sum((points for _, points in parts[self.cut :]), Fraction())


@dataclass(frozen=True, slots=True)
class SonnebornBerger:
    """Points of the opponents beaten, and half of those drawn with.

    A bye counts as a draw, any other unplayed round as what it was, against the imagined opponent.
    """

    code: str = "sonneborn_berger"
    label: str = "Sonneborn-Berger"
    is_relative: bool = False

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {
            competitor: sum(
                (
                    _share(line.how) * _opponents_points(ledger, competitor, line)
                    for line in ledger.lines[competitor]
                ),
                Fraction(),
            )
            for competitor in tied
        }


@dataclass(frozen=True, slots=True)
class PointDifference:
    """Raw points for minus raw points against (Burako points, for instance)."""

    code: str = "point_difference"
    label: str = "point difference"
    is_relative: bool = False

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {c: _raw(ledger.lines[c]) - _raw_against(ledger.lines[c]) for c in tied}


@dataclass(frozen=True, slots=True)
class PointsFor:
    """Raw points for."""

    code: str = "points_for"
    label: str = "points for"
    is_relative: bool = False

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {competitor: _raw(ledger.lines[competitor]) for competitor in tied}


def _opponents_points(ledger: Ledger, competitor: CompetitorId, line: Line) -> Fraction:
    if line.how.is_played and line.opponent is not None:
        return ledger.points[line.opponent]
    return ledger.points[competitor]


def _share(how: How) -> Fraction:
    if how is How.BYE:
        return Fraction(1, 2)
    return SHARE.get(how, Fraction())


def _raw(lines: Sequence[Line]) -> Fraction:
    return sum((line.points_for for line in lines if line.points_for is not None), Fraction())


def _raw_against(lines: Sequence[Line]) -> Fraction:
    return sum(
        (line.points_against for line in lines if line.points_against is not None), Fraction()
    )


METRICS: Mapping[str, Metric] = {
    metric.code: metric
    for metric in (
        Points(),
        Wins(),
        HeadToHead(),
        Buchholz(),
        Buchholz(cut=1),
        SonnebornBerger(),
        PointDifference(),
        PointsFor(),
    )
}
"""Every metric by its code, for settings."""


def metrics_by_code(codes: Sequence[str]) -> tuple[Metric, ...]:
    """The ordered metrics that a league's settings name."""
    for code in codes:
        if code not in METRICS:
            raise StandingsError("unknown_metric", f"there is no tie-break called {code!r}")
    return tuple(METRICS[code] for code in codes)
