"""What a ladder's entries say, in the kernel's values."""

from collections.abc import Collection, Iterator
from fractions import Fraction

from scoring.elo import PairScores
from scoring.ladder import LadderResult, Member, Standing, fold
from tournaments.ladder_sums import RatingSum, Result
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


def voided_numbers(*, ladder_id: int, until: int | None = None) -> set[int]:
    """The results that no longer count, by their numbers; `until`: after so many entries."""
    void = LadderEntry.objects.filter(ladder_id=ladder_id, kind=Kind.VOID)
    if until is not None:
        void = void.filter(number__lte=until)
    of = LadderEntry.objects.filter(kind=Kind.RESULT, source__in=void.values("source"))
    return set(of.values_list("number", flat=True))


def standings_without_void(*, ladder_id: int) -> dict[int, Standing]:
    """Everybody's standing as if what is void had never been played. What was rated before the
    first of those is right as it was written down; the rest is worked out again."""
    voided = voided_numbers(ladder_id=ladder_id)
    assert voided, "asked only when something is void"
    first = min(voided)
    latest = (
        RatingEvent.objects.filter(ladder_id=ladder_id, number__lt=first)
        .order_by("competitor_id", "-number", "-pk")
        .distinct("competitor_id")
    )
    standings = {event.competitor_id: event.standing for event in latest.iterator(_CHUNK)}
    return fold(
        results_from(ladder_id=ladder_id, number=first), without=voided, standings=standings
    )


def results_from(*, ladder_id: int, number: int = 1) -> Iterator[LadderResult]:
    """All results in their order, void or not."""
    entries = LadderEntry.objects.filter(
        ladder_id=ladder_id, kind=Kind.RESULT, number__gte=number
    ).order_by("number")
    for entry in entries.iterator(_CHUNK):
        yield entry_result(entry=entry).rated
