"""How a rating came to be what it is, read in bounded time however long that took.

Everything goes by the index of a competitor's events on a ladder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from scoring.elo import MICRO, ErrorBar
from tournaments.models import RatingEvent
from tournaments.plots import PointKind, RatingPoint

POINTS_MAX: Final = 140
"""So many steps of a history are drawn, beside its marks."""
MARKS_MAX: Final = 25
"""So many versions and so many corrections, the latest."""
Cause = RatingEvent.Cause

# Of as many stretches of the ladder's numbers, the last step in each; and the very first step.
_SAMPLE: Final = """
WITH ends AS (
    SELECT (
        SELECT number FROM tournaments_ratingevent
        WHERE competitor_id = %(competitor)s AND ladder_id = %(ladder)s
        ORDER BY number LIMIT 1
    ) AS first, (
        SELECT number FROM tournaments_ratingevent
        WHERE competitor_id = %(competitor)s AND ladder_id = %(ladder)s
        ORDER BY number DESC LIMIT 1
    ) AS last
)
SELECT step.* FROM ends, generate_series(0, %(stretches)s) AS part, LATERAL (
    SELECT * FROM tournaments_ratingevent
    WHERE competitor_id = %(competitor)s AND ladder_id = %(ladder)s AND cause <> 'version'
        AND number > first + (last - first) * (part - 1) / %(stretches)s
        AND number <= first + (last - first) * part / %(stretches)s
    ORDER BY number DESC LIMIT 1
) AS step
ORDER BY step.number
"""
_BEFORE: Final = """
SELECT step.* FROM unnest(%(numbers)s::bigint[]) AS bound, LATERAL (
    SELECT * FROM tournaments_ratingevent
    WHERE competitor_id = %(competitor)s AND ladder_id = %(ladder)s AND cause <> 'version'
        AND number < bound
    ORDER BY number DESC LIMIT 1
) AS step
ORDER BY step.number
"""


def rating_history(*, ladder_id: int, competitor_id: int) -> list[RatingPoint]:
    """The steps of a rating in their order: all of a short history; of a long one the first, the
    last and some between, with the latest versions and corrections. Three or four queries."""
    steps = _steps(ladder_id, competitor_id)
    latest = list(steps.exclude(cause=Cause.VERSION).order_by("-number")[: POINTS_MAX + 1])
    marks = [
        *steps.filter(cause=Cause.VERSION).order_by("-number")[:MARKS_MAX],
        *steps.filter(cause=Cause.CORRECTION).order_by("-number")[:MARKS_MAX],
    ]
    if len(latest) > POINTS_MAX:
        latest = _sample(ladder_id, competitor_id)
    found = {event.pk: event for event in (*latest, *marks)}
    ordered = sorted(found.values(), key=_in_order)
    return [_point(event) for event in ordered]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRecord:
    """What a version of a bot did on a ladder."""

    version: int
    results: int
    before: RatingEvent
    """Where it began: the rating that it was given, with its error bar; of the first version of
    all, its first result."""
    after: RatingEvent
    """Where its last result led."""

    @property
    def began_at(self) -> int:
        """The rating before its first result, in micro-Elo."""
        is_new = self.before.cause == Cause.VERSION
        return self.before.value if is_new else self.before.value - self.before.delta

    @property
    def margin_before(self) -> int:
        """How far off that may have been, with 95 % confidence: widened for a new version."""
        is_new = self.before.cause == Cause.VERSION
        bar = self.before.standing.bar if is_new else ErrorBar()
        return round(bar.margin(0.95))


def version_records(*, ladder_id: int, competitor_id: int) -> dict[int, VersionRecord]:
    """What each version did, by its number; of those that came to play among the latest so many. A
    version that was rolled back to has played more than once: all is added up. Four queries."""
    steps = _steps(ladder_id, competitor_id)
    marks = list(steps.filter(cause=Cause.VERSION).order_by("-number")[:MARKS_MAX])[::-1]
    last = steps.exclude(cause=Cause.VERSION).order_by("-number").first()
    if last is None:
        return {}
    ends = _before(ladder_id, competitor_id, [mark.number for mark in marks])
    begun = marks
    if len(marks) < MARKS_MAX:  # then the story is known from its beginning
        first = steps.order_by("number").first()
        begun = [*([] if first is None else [first]), *marks]
    else:
        ends = ends[1:]
    found: dict[int, VersionRecord] = {}
    for before, after in zip(begun, [*ends, last], strict=True):
        if before.version != after.version:  # all that it did was taken back
            continue
        known = found.get(before.version)
        found[before.version] = VersionRecord(
            version=before.version,
            results=after.results_of_version + (known.results if known else 0),
            before=known.before if known else before,
            after=after,
        )
    return found


def _steps(ladder_id: int, competitor_id: int) -> QuerySet[RatingEvent]:
    return RatingEvent.objects.filter(competitor_id=competitor_id, ladder_id=ladder_id)


def _sample(ladder_id: int, competitor_id: int) -> list[RatingEvent]:
    asked = {"competitor": competitor_id, "ladder": ladder_id, "stretches": POINTS_MAX}
    return list(RatingEvent.objects.raw(_SAMPLE, asked))


def _before(ladder_id: int, competitor_id: int, numbers: Sequence[int]) -> list[RatingEvent]:
    """The last step before each of these entries."""
    asked = {"competitor": competitor_id, "ladder": ladder_id, "numbers": list(numbers)}
    return list(RatingEvent.objects.raw(_BEFORE, asked))


def _in_order(event: RatingEvent) -> tuple[int, bool, int]:
    """A version comes to play before its first result, with the same number."""
    return event.number, event.cause != Cause.VERSION, event.pk


def _point(event: RatingEvent) -> RatingPoint:
    return RatingPoint(
        at=event.at,
        rating=event.value / MICRO,
        margin=event.standing.bar.margin(),
        kind=PointKind(event.cause),
        version=event.version,
        results=event.results,
        change=event.delta / MICRO,
    )
