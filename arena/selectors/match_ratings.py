"""What a match did to the ratings of those who played it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import OuterRef, QuerySet, Subquery

from arena.models import Match
from scoring.elo import ErrorBar
from scoring.ladder import TERMS, Standing
from tournaments.models import Ladder, LadderEntry, RatingEvent
from tournaments.results import match_source


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What the match did to one rating."""

    event: RatingEvent
    before: int
    """In micro-Elo."""
    margin_before: float
    """In Elo points, in 95 of 100 cases."""
    k: int
    """How far this result could have moved it."""
    has_new_version: bool
    """Whether this version played here for the first time."""
    correction: RatingEvent | None
    """What changed when the match was declared void."""


@dataclass(frozen=True, slots=True)
class MatchRating:
    """A match on its ladder."""

    ladder: Ladder
    void: LadderEntry | None
    """Since when it does not count any more."""
    steps: Mapping[int, RatingStep]
    """By competitor."""


def match_rating(*, match: Match) -> MatchRating | None:
    """None if it never counted. Two questions, however many play and however long the ladder is."""
    entries = LadderEntry.objects.filter(source=match_source(match.public_id))
    by_kind = {entry.kind: entry for entry in entries.select_related("ladder")}
    settled = by_kind.get(LadderEntry.Kind.RESULT)
    if settled is None:
        return None
    void = by_kind.get(LadderEntry.Kind.VOID)
    numbers = [entry.number for entry in by_kind.values()]
    who = [competitor for side in settled.sides for competitor, _version in side]
    events = list(_with_error_before(settled.ladder_id, numbers, who))
    steps = {}
    for event in events:
        if event.cause == RatingEvent.Cause.RESULT:
            steps[event.competitor_id] = _step(event, events)
    return MatchRating(settled.ladder, void, steps)


def _with_error_before(
    ladder_id: int, numbers: Sequence[int], who: Sequence[int]
) -> QuerySet[RatingEvent]:
    earlier = RatingEvent.objects.filter(
        ladder_id=ladder_id,
        competitor_id=OuterRef("competitor_id"),
        number__lt=OuterRef("number"),
    ).order_by("-number", "-pk")
    events = RatingEvent.objects.filter(
        ladder_id=ladder_id, competitor_id__in=who, number__in=numbers
    )
    return events.annotate(variance_before=Subquery(earlier.values("variance")[:1])).order_by("pk")


def _step(event: RatingEvent, events: Sequence[RatingEvent]) -> RatingStep:
    own = [one for one in events if one.competitor_id == event.competitor_id]
    variance = getattr(event, "variance_before", None)
    bar = ErrorBar() if variance is None else ErrorBar(variance=variance)
    causes = {one.cause: one for one in own}
    return RatingStep(
        event=event,
        before=event.value - event.delta,
        margin_before=bar.margin(),
        k=TERMS.k(_standing_before(event.standing)),
        has_new_version=RatingEvent.Cause.VERSION in causes,
        correction=causes.get(RatingEvent.Cause.CORRECTION),
    )


def _standing_before(after: Standing) -> Standing:
    """As far as K depends on it."""
    return replace(
        after,
        bar=replace(after.bar, results=after.bar.results - 1),
        results_of_version=after.results_of_version - 1,
    )
