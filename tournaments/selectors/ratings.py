"""What a ladder's entries say, in the kernel's values."""

from collections.abc import Collection, Iterator
from fractions import Fraction

from django.db.models import QuerySet

from scoring.elo import PairScores
from scoring.ladder import LadderResult, Member, Standing
from tournaments.ladder_sums import RatingSum, Result
from tournaments.ladder_voids import Void
from tournaments.models import LadderEntry, Rating, RatingEvent

_CHUNK = 2_000
Kind = LadderEntry.Kind


def entry_result(*, entry: LadderEntry) -> Result:
    """A result as it was stored, to the last digit."""
    rows = tuple(tuple(Fraction(share) for share in row) for row in entry.scores)
    return Result(
        rated=LadderResult(
            number=entry.number,
            sides=tuple(tuple(Member(*member) for member in side) for side in entry.sides),
            scores=PairScores(rows),
        ),
        points=tuple(entry.points),
        games=entry.games,
        at=entry.at,
    )


def sums_of(*, ladder_id: int, competitors: Collection[int] | None = None) -> dict[int, RatingSum]:
    """The rows of these competitors, or of everybody, by competitor."""
    rows = Rating.objects.filter(ladder_id=ladder_id)
    if competitors is not None:
        rows = rows.filter(competitor__in=competitors)
    return {row.competitor_id: rating_sum(rating=row) for row in rows}


def rating_sum(*, rating: Rating) -> RatingSum:
    """A stored row as values."""
    return RatingSum(
        standing=rating.standing,
        won=rating.won,
        level=rating.level,
        lost=rating.lost,
        games=rating.games,
        points=rating.points,
        trend=tuple(rating.trend),
        first_at=rating.first_at,
        last_at=rating.last_at,
    )


def voids_of(*, ladder_id: int) -> list[Void]:
    """What counts no longer, in the order in which that was said."""
    said = LadderEntry.objects.filter(ladder_id=ladder_id, kind=Kind.VOID).order_by("number")
    declared = dict(said.values_list("source", "number"))
    results = LadderEntry.objects.filter(kind=Kind.RESULT, source__in=said.values("source"))
    numbers = dict(results.values_list("source", "number"))
    return [Void(numbers[source], number) for source, number in declared.items()]


def standings_at(
    *, ladder_id: int, number: int, competitors: Collection[int]
) -> dict[int, Standing]:
    """Where these stood after the entry of this number; without those who were not rated."""
    found = {}
    who = sorted(competitors)
    for some in (who[at : at + _CHUNK] for at in range(0, len(who), _CHUNK)):
        latest = (
            RatingEvent.objects.filter(ladder_id=ladder_id, number__lte=number, competitor__in=some)
            .order_by("competitor_id", "-number", "-pk")
            .distinct("competitor_id")
        )
        found.update({event.competitor_id: event.standing for event in latest if event.results})
    return found


def players_since(*, ladder_id: int, number: int) -> set[int]:
    """Who is in a result, void or not, of this number or a later one."""
    entries = _results_of(ladder_id, number).values_list("sides", flat=True)
    return {
        competitor
        for sides in entries.iterator(_CHUNK)
        for side in sides
        for competitor, _version in side
    }


def results_from(
    *, ladder_id: int, number: int = 1, before: int | None = None
) -> Iterator[LadderResult]:
    """Results in their order, void or not; `before`: the number of an entry."""
    for entry in _results_of(ladder_id, number, before).iterator(_CHUNK):
        yield entry_result(entry=entry).rated


def _results_of(ladder_id: int, number: int, before: int | None = None) -> QuerySet[LadderEntry]:
    results = LadderEntry.objects.filter(ladder_id=ladder_id, kind=Kind.RESULT, number__gte=number)
    if before is not None:
        results = results.filter(number__lt=before)
    return results.order_by("number")
