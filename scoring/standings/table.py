"""The table: who stands where, and in words why above the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from scoring.messages import CompetitorId, Message, Parameter, Who, message
from scoring.standings.ledger import How, Ledger, ledger_of
from scoring.standings.metrics import METRIC_NAMES, Metric, metrics_by_code
from scoring.standings.records import (
    Adjustment,
    Entry,
    PointsScheme,
    Result,
    StandingsError,
    Status,
)

TEMPLATES: Mapping[str, str] = {
    **METRIC_NAMES,
    "standings.ahead": (
        "%(above)s stands above %(below)s: ahead on %(by)s (%(mine)s to %(theirs)s)."
    ),
    "standings.ahead_after_tie": (
        "%(above)s stands above %(below)s: %(tied)s, ahead on %(by)s (%(mine)s to %(theirs)s)."
    ),
    "standings.level": "%(above)s and %(below)s share the place: %(tied)s.",
    "standings.level_undecided": (
        "%(above)s and %(below)s share the place, for nothing compares them yet: %(tied)s."
    ),
    "standings.annulled": "%(below)s is not placed: their results were annulled.",
    "standings.equal_part": "equal on %(metric)s (%(value)s)",
    "standings.silent_part": "%(metric)s cannot tell",
    "standings.silent_part.head_to_head": (
        "%(metric)s cannot tell (those level have not all met, or not equally often)"
    ),
    "standings.among_level": "%(metric)s among those still level",
}
"""English wording of everything this package says; translators work from this table."""

DEFAULT_METRICS = metrics_by_code(("points", "head_to_head", "wins", "buchholz"))


@dataclass(frozen=True, slots=True)
class Step:
    """One comparison on the way to a place: the metric, and what it said of this competitor.

    ``value`` is None if the metric could not tell the tied apart fairly and was passed over.
    """

    metric: str
    name: Message
    value: Fraction | None


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
        step = _step(metric, trail)
        index += 1
        if values is None:
            trail = (*trail, step)
            continue
        levels = sorted(set(values.values()), reverse=True)
        if len(levels) > 1:
            again = index - 1 if metric.is_relative else index
            for level in levels:
                tied = [competitor for competitor in group if values[competitor] == level]
                reached = (*trail, replace(step, value=level))
                yield from _placed(ledger, metrics, tied, again, reached)
            return
        trail = (*trail, replace(step, value=levels[0]))
    yield group, trail


def _step(metric: Metric, trail: Trail) -> Step:
    """A step still without a value; a metric asked again says among whom."""
    name = metric.name
    if metric.is_relative and any(step.metric == metric.code for step in trail):
        name = message(TEMPLATES, "standings.among_level", metric=(name,))
    return Step(metric.code, name, None)


def _row(ledger: Ledger, competitor: CompetitorId, status: Status, rank: int, trail: Trail) -> Row:
    lines = ledger.lines[competitor]
    count = Counter(line.how for line in lines)
    return Row(
        rank=rank,
        competitor=competitor,
        status=status,
        points=ledger.points[competitor],
        played=sum(times for how, times in count.items() if how.is_played),
        wins=count[How.WIN],
        draws=count[How.DRAW],
        losses=count[How.LOSS],
        byes=count[How.BYE] + count[How.REST],
        forfeit_wins=count[How.FORFEIT_WIN],
        forfeit_losses=count[How.FORFEIT_LOSS] + count[How.DOUBLE_FORFEIT],
        points_for=ledger.raw_for[competitor],
        points_against=ledger.raw_against[competitor],
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
    tied: list[Message] = []
    for my_step, their_step in zip(mine, theirs, strict=False):
        if (
            my_step.value is not None
            and their_step.value is not None
            and my_step.value != their_step.value
        ):
            decisive: dict[str, Parameter] = {
                "by": (my_step.name,),
                "mine": my_step.value,
                "theirs": their_step.value,
            }
            if tied:
                return message(
                    TEMPLATES, "standings.ahead_after_tie", **who, tied=tuple(tied), **decisive
                )
            return message(TEMPLATES, "standings.ahead", **who, **decisive)
        tied.append(_tied_on(my_step))
    is_compared = any(step.value is not None for step in mine)
    code = "standings.level" if is_compared else "standings.level_undecided"
    return message(TEMPLATES, code, **who, tied=tuple(tied))


def _tied_on(step: Step) -> Message:
    """What one comparison said about two whom it left level."""
    if step.value is not None:
        return message(TEMPLATES, "standings.equal_part", metric=(step.name,), value=step.value)
    own = f"standings.silent_part.{step.metric}"
    code = own if own in TEMPLATES else "standings.silent_part"
    return message(TEMPLATES, code, metric=(step.name,))
