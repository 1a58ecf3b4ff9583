"""The table: who stands where, and in words why above the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from scoring.messages import CompetitorId, Message, Parameter, Who, message
from scoring.standings.ledger import How, Ledger, ledger_of
from scoring.standings.metrics import Metric, metrics_by_code
from scoring.standings.records import (
    Adjustment,
    Entry,
    PointsScheme,
    Result,
    StandingsError,
    Status,
)

TEMPLATES: Mapping[str, str] = {
    "standings.ahead": "{above} stands above {below}: ahead on {by} {mine} to {theirs}.",
    "standings.ahead_after_tie": (
        "{above} stands above {below}: equal on {equal}, ahead on {by} {mine} to {theirs}."
    ),
    "standings.level": "{above} and {below} share the place: equal on {equal}.",
    "standings.annulled": "{below} is not placed: their results were annulled.",
    "standings.equal_part": "{metric} ({value})",
    "standings.metric.points": "points",
    "standings.metric.wins": "wins",
    "standings.metric.head_to_head": "head-to-head",
    "standings.metric.buchholz": "Buchholz",
    "standings.metric.sonneborn_berger": "Sonneborn-Berger",
    "standings.metric.point_difference": "point difference",
    "standings.metric.points_for": "points for",
}
"""English wording of this module; a metric with settings (Buchholz cut n) brings its own label."""

DEFAULT_METRICS = metrics_by_code(("points", "head_to_head", "wins", "buchholz"))


@dataclass(frozen=True, slots=True)
class Step:
    """One comparison on the way to a place: the metric, and what it said of this competitor."""

    metric: str
    label: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.  ``rank`` is None for the annulled."""

    rank: int | None
    competitor: CompetitorId
    status: Status
    points: Fraction
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    forfeit_wins: int
    forfeit_losses: int
    points_for: Fraction
    points_against: Fraction
    adjustments: tuple[Adjustment, ...]
    trail: tuple[Step, ...]
    """The comparisons that brought the competitor here, in order."""
    why: Message | None
    """Why above the next line, or level with it; None on the last."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A finished table."""

    rows: tuple[Row, ...]

    def row(self, competitor: CompetitorId) -> Row:
        for row in self.rows:
            if row.competitor == competitor:
                return row
        raise StandingsError("unknown_competitor", f"{competitor!r} is not entered")

    def explain(self, one: CompetitorId, other: CompetitorId) -> Message:
        """Why the better placed of any two stands above the other."""
        if one == other:
            raise StandingsError("same_competitor", "nobody stands above themselves")
        rows = {row.competitor: (i, row) for i, row in enumerate(self.rows)}
        pair = [rows[c] for c in (one, other) if c in rows]
        if len(pair) < 2:
            raise StandingsError("unknown_competitor", f"{one!r} or {other!r} is not entered")
        (_, above), (_, below) = sorted(pair, key=lambda placed: placed[0])
        return _why(above.competitor, below.competitor, above.trail, below.trail, below.rank)


def standings(
    entries: Sequence[Entry],
    results: Iterable[Result],
    *,
    scheme: PointsScheme | None = None,
    metrics: Sequence[Metric] = DEFAULT_METRICS,
    adjustments: Iterable[Adjustment] = (),
) -> Standings:
    """The table for these entries.  The order of results and adjustments does not matter."""
    if not metrics:
        raise StandingsError("no_metrics", "a table needs at least one metric")
    seen: set[CompetitorId] = set()
    for entry in entries:
        if entry.competitor in seen:
            raise StandingsError("duplicate_competitor", f"{entry.competitor!r} is entered twice")
        seen.add(entry.competitor)
    ledger = ledger_of(entries, results, scheme or PointsScheme(), adjustments)
    status = {entry.competitor: entry.status for entry in entries}
    rows: list[Row] = []
    for group, trail in _placed(ledger, metrics, list(ledger.lines), 0, ()):
        rank = len(rows) + 1
        rows += [_row(ledger, one, status[one], rank, trail) for one in group]
    rows += [_annulled_row(entry) for entry in entries if entry.status is Status.ANNULLED]
    return Standings(tuple(_with_reasons(rows)))


Trail = tuple[Step, ...]


def _placed(
    ledger: Ledger,
    metrics: Sequence[Metric],
    group: list[CompetitorId],
    index: int,
    trail: Trail,
) -> Iterator[tuple[list[CompetitorId], Trail]]:
    """Groups that share a place, best first, each with the comparisons that made it."""
    if not group:
        return
    while index < len(metrics) and len(group) > 1:
        metric = metrics[index]
        values = metric.values(ledger, group)
        index += 1
        if values is None:
            continue
        levels = sorted(set(values.values()), reverse=True)
        if len(levels) > 1:
            again = index - 1 if metric.is_relative else index
            for level in levels:
                step = Step(metric.code, metric.label, level)
                tied = [competitor for competitor in group if values[competitor] == level]
                yield from _placed(ledger, metrics, tied, again, (*trail, step))
            return
        trail = (*trail, Step(metric.code, metric.label, levels[0]))
    yield group, trail


def _row(ledger: Ledger, competitor: CompetitorId, status: Status, rank: int, trail: Trail) -> Row:
    lines = ledger.lines[competitor]
    count = {how: sum(line.how is how for line in lines) for how in How}
    raw = [line for line in lines if line.points_for is not None]
    return Row(
        rank=rank,
        competitor=competitor,
        status=status,
        points=ledger.points[competitor],
        played=sum(line.how.is_played for line in lines),
        wins=count[How.WIN],
        draws=count[How.DRAW],
        losses=count[How.LOSS],
        byes=count[How.BYE] + count[How.REST],
        forfeit_wins=count[How.FORFEIT_WIN],
        forfeit_losses=count[How.FORFEIT_LOSS] + count[How.DOUBLE_FORFEIT],
        points_for=sum((line.points_for or Fraction() for line in raw), Fraction()),
        points_against=sum((line.points_against or Fraction() for line in raw), Fraction()),
        adjustments=tuple(
            sorted(ledger.adjustments[competitor], key=lambda a: (Fraction(a.points), a.reason))
        ),
        trail=trail,
        why=None,
    )


def _annulled_row(entry: Entry) -> Row:
    nothing = Fraction()
    return Row(
        None, entry.competitor, entry.status, nothing, 0, 0, 0, 0, 0, 0, 0, nothing, nothing,
        (), (), None,
    )  # fmt: skip


def _with_reasons(rows: Sequence[Row]) -> Iterator[Row]:
    for row, following in pairwise(rows):
        why = _why(row.competitor, following.competitor, row.trail, following.trail, following.rank)
        yield replace(row, why=why)
    yield from rows[-1:]


def _why(
    above: CompetitorId,
    below: CompetitorId,
    mine: Trail,
    theirs: Trail,
    rank_below: int | None,
) -> Message:
    who: dict[str, Parameter] = {"above": Who(above), "below": Who(below)}
    if rank_below is None:
        return message(TEMPLATES, "standings.annulled", **who)
    equal: list[Message] = []
    for my_step, their_step in zip(mine, theirs, strict=False):
        if my_step.value != their_step.value:
            decisive: dict[str, Parameter] = {
                "by": (_name(my_step),),
                "mine": my_step.value,
                "theirs": their_step.value,
            }
            if equal:
                return message(
                    TEMPLATES, "standings.ahead_after_tie", **who, equal=tuple(equal), **decisive
                )
            return message(TEMPLATES, "standings.ahead", **who, **decisive)
        part = message(
            TEMPLATES, "standings.equal_part", metric=(_name(my_step),), value=my_step.value
        )
        equal.append(part)
    return message(TEMPLATES, "standings.level", **who, equal=tuple(equal))


def _name(step: Step) -> Message:
    code = f"standings.metric.{step.metric}"
    return Message(code, TEMPLATES.get(code, step.label))
