"""Small measures, to be put in any order.

Each gives every competitor of a tied group an exact number, higher being better, or says
that it cannot tell (None), in which case the next one is asked.
Unplayed rounds in Buchholz and Sonneborn-Berger follow FIDE C.07 (2024), 16.4: they count as
games against an imagined opponent with the competitor's own points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Protocol

from scoring.messages import CompetitorId, Message, message
from scoring.standings.ledger import SHARE, How, Ledger, Line
from scoring.standings.records import StandingsError

Values = Mapping[CompetitorId, Fraction]

METRIC_NAMES: Mapping[str, str] = {
    "standings.metric.points": "points",
    "standings.metric.wins": "wins",
    "standings.metric.head_to_head": "head-to-head",
    "standings.metric.buchholz": "Buchholz",
    "standings.metric.buchholz_cut": "Buchholz cut %(cut)s",
    "standings.metric.sonneborn_berger": "Sonneborn-Berger",
    "standings.metric.point_difference": "point difference",
    "standings.metric.points_for": "points for",
}
"""English names of the metrics, as they stand in a sentence; part of the table's templates."""


class Metric(Protocol):
    """One tie-break."""

    @property
    def code(self) -> str:
        """Stable name, for settings and translations."""

    @property
    def name(self) -> Message:
        """What it is called in a sentence."""

    @property
    def is_relative(self) -> bool:
        """Whether the values depend on who is tied with whom."""

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values | None:
        """A number for each of the tied, or None if this cannot tell them apart fairly."""


class _Named:
    """A metric without settings: its code is also its name."""

    __slots__ = ()
    code: ClassVar[str]
    is_relative: ClassVar[bool] = False

    @property
    def name(self) -> Message:
        return message(METRIC_NAMES, f"standings.metric.{self.code}")


@dataclass(frozen=True, slots=True)
class Points(_Named):
    """League points, with penalties and bonuses."""

    code: ClassVar[str] = "points"

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {competitor: ledger.points[competitor] for competitor in tied}


@dataclass(frozen=True, slots=True)
class Wins(_Named):
    """Matches won at the table; a win by forfeit is not one (FIDE's "games won")."""

    code: ClassVar[str] = "wins"

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {
            competitor: Fraction(sum(line.how is How.WIN for line in ledger.lines[competitor]))
            for competitor in tied
        }


@dataclass(frozen=True, slots=True)
class HeadToHead(_Named):
    """Points in matches among the tied alone; silent unless all have met, and equally often.

    Otherwise those with more matches to play would have more points to win.
    Once it has separated some, it is asked again about those it left level, as FIDE
    C.07 does for the direct encounter.
    """

    code: ClassVar[str] = "head_to_head"
    is_relative: ClassVar[bool] = True

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values | None:
        group = frozenset(tied)
        won: dict[CompetitorId, Fraction] = {}
        meetings: set[int] = set()
        for competitor in tied:
            among = [line for line in ledger.lines[competitor] if line.opponent in group]
            times = Counter(line.opponent for line in among)
            meetings.update(times.values())
            if len(times) < len(group) - 1 or len(meetings) > 1:
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
    def name(self) -> Message:
        if self.cut:
            return message(METRIC_NAMES, "standings.metric.buchholz_cut", cut=self.cut)
        return message(METRIC_NAMES, "standings.metric.buchholz")

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
class SonnebornBerger(_Named):
    """Points of the opponents beaten, and half of those drawn with.

    A bye counts as a draw, any other unplayed round as what it was, against the imagined opponent.
    """

    code: ClassVar[str] = "sonneborn_berger"

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
class PointDifference(_Named):
    """Raw points for minus raw points against (Burako points, for instance)."""

    code: ClassVar[str] = "point_difference"

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {c: ledger.raw_for[c] - ledger.raw_against[c] for c in tied}


@dataclass(frozen=True, slots=True)
class PointsFor(_Named):
    """Raw points for."""

    code: ClassVar[str] = "points_for"

    def values(self, ledger: Ledger, tied: Sequence[CompetitorId]) -> Values:
        return {competitor: ledger.raw_for[competitor] for competitor in tied}


def _opponents_points(ledger: Ledger, competitor: CompetitorId, line: Line) -> Fraction:
    if line.how.is_played and line.opponent is not None:
        return ledger.points[line.opponent]
    return ledger.points[competitor]


def _share(how: How) -> Fraction:
    if how is How.BYE:
        return Fraction(1, 2)
    return SHARE.get(how, Fraction())


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
