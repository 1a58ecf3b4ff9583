"""Results on a ladder: once, in order, corrected when they are void, and rebuilt to the same."""

from fractions import Fraction

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DatabaseError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.elo import PairScores
from scoring.ladder import LadderResult, Member, Standing, fold
from tests.tournaments.ladder_kit import bots, ladder_made, result_between
from tournaments.models import Encounter, Ladder, LadderEntry, Rating, RatingEvent
from tournaments.results import RatedResult
from tournaments.selectors.ratings import sums_of
from tournaments.services.rating_rebuild import ratings_rebuild
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db


def standings(ladder: Ladder) -> dict[int, Standing]:
    return {who: row.standing for who, row in sums_of(ladder_id=ladder.pk).items()}


def test_a_result_moves_both_sides_and_is_told() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(
        result=result_between(ladder, 1, one, other, Fraction(3, 4), points=(9, 3))
    )
    mine, theirs = Rating.objects.order_by("competitor_id")
    # Both begin level, K is 400: three quarters instead of one half are 100 points.
    assert (mine.value, theirs.value) == (1_600_000_000, 1_400_000_000)
    assert (mine.won, mine.level, mine.lost, mine.points, mine.games) == (1, 0, 0, 9, 20)
    assert (theirs.won, theirs.lost, theirs.points, theirs.trend) == (0, 1, 3, [1400])
    ladder.refresh_from_db()
    assert (ladder.last_number, ladder.results_count, ladder.ratings_count) == (1, 1, 2)
    event = RatingEvent.objects.get(competitor=one)
    assert (event.delta, event.expected, event.score) == (100_000_000, 0.5, 0.75)
    met = Encounter.objects.get(competitor=one)
    assert (met.opponent_id, met.won, met.shares, met.squares) == (
        other, 1, 750_000_000, 562_500_000,
    )  # fmt: skip
    assert (met.points, met.points_against) == (9, 3)


def test_a_result_counts_once() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    result = result_between(ladder, 1, one, other, Fraction(1))
    rating_result_record(result=result)
    with pytest.raises(IntegrityError), transaction.atomic():
        rating_result_record(result=result)
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical
    assert Ladder.objects.get().last_number == 1


def test_a_new_version_keeps_the_rating_and_widens_the_bar() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    for number in range(1, 30):
        rating_result_record(result=result_between(ladder, number, one, other, Fraction(1, 2)))
    before = Rating.objects.get(competitor=one)
    result = result_between(ladder, 30, one, other, Fraction(1, 2), versions=(2, 1))
    rating_result_record(result=result)
    version, settled = RatingEvent.objects.filter(competitor=one, number=30).order_by("pk")
    assert (version.cause, settled.cause) == ("version", "result")
    assert version.value == before.value
    assert version.variance == pytest.approx(before.variance + 80**2)
    assert (settled.version, settled.results_of_version) == (2, 1)
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_a_void_result_leaves_what_the_others_alone_would_have_made() -> None:
    ladder, (a, b, c) = ladder_made(), bots(3)
    pairs = [(a, b), (b, c), (a, c), (a, b)]
    for number, (one, other) in enumerate(pairs, 1):
        rating_result_record(result=result_between(ladder, number, one, other, Fraction(2, 3)))
    seen = dict(Rating.objects.values_list("competitor_id", "last_at"))
    entry = rating_result_void(source="match:1")
    assert entry is not None
    assert entry.number == 5
    assert dict(Rating.objects.values_list("competitor_id", "last_at")) == seen  # nobody played
    assert rating_result_void(source="match:1") is None
    expected = fold(
        LadderResult(number, ((Member(one, 1),), (Member(other, 1),)), PairScores.of_two(share))
        for number, (one, other) in list(enumerate(pairs, 1))[1:]
        if (share := Fraction(2, 3))
    )
    assert standings(ladder) == expected
    corrected = RatingEvent.objects.filter(number=5)
    assert {event.cause for event in corrected} == {"correction"}
    assert {event.competitor_id for event in corrected} == {a, b, c}
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_who_has_nothing_left_is_not_rated_any_more() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(result=result_between(ladder, 1, one, other, Fraction(1)))
    rating_result_void(source="match:1")
    assert not Rating.objects.exists()
    assert not Encounter.objects.exists()
    ladder.refresh_from_db()
    assert (ladder.results_count, ladder.ratings_count, ladder.last_number) == (0, 0, 2)
    assert RatingEvent.objects.filter(cause="correction").count() == 2
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_what_never_counted_cannot_be_void() -> None:
    assert rating_result_void(source="match:nobody") is None


@pytest.mark.parametrize("table", ["ladderentry", "ratingevent"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET at = now()", "DELETE FROM {}"])
def test_the_log_is_only_added_to(table: str, statement: str) -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(result=result_between(ladder, 1, one, other, Fraction(1)))
    refused = pytest.raises(DatabaseError, match="declare it void")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(f"tournaments_{table}"))


def test_rebuilding_mends_what_was_changed_by_hand() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(result=result_between(ladder, 1, one, other, Fraction(1)))
    right = sums_of(ladder_id=ladder.pk)
    Rating.objects.filter(competitor=one).update(value=7, won=12)
    Encounter.objects.filter(competitor=other).delete()
    found = ratings_rebuild(ladder_id=ladder.pk, write=False)
    assert (found.ratings_differing, found.encounters_differing) == (1, 1)
    ratings_rebuild(ladder_id=ladder.pk)
    assert sums_of(ladder_id=ladder.pk) == right
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_rebuilding_sees_a_step_that_should_not_be_there() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(result=result_between(ladder, 1, one, other, Fraction(1)))
    RatingEvent.objects.create(ladder=ladder, competitor_id=one, number=9, cause="correction")
    assert ratings_rebuild(ladder_id=ladder.pk).events_differing == 1


STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("result"),
            st.permutations(range(5)),
            st.integers(2, 4),
            st.lists(st.integers(0, 12), min_size=6, max_size=6),
            st.integers(1, 2),
        ),
        st.tuples(st.just("void"), st.integers(0, 30)),
    ),
    min_size=1,
    max_size=14,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS, is_paired=st.booleans())
def test_whatever_happens_the_ladder_is_what_counts_of_it(
    steps: list[tuple[object, ...]], is_paired: bool
) -> None:
    """Random results at tables of two to four and pairs, new versions, and voids in any order."""
    with transaction.atomic():
        ladder, who = ladder_made(), bots(5)
        made: list[RatedResult] = []
        void: set[int] = set()
        for step in steps:
            if step[0] == "void":
                target = int(str(step[1])) % len(made) if made else 0
                done = rating_result_void(source=f"match:{target}")
                assert (done is not None) == (bool(made) and target not in void)
                if made:
                    void.add(target)
                continue
            made.append(_random_result(ladder, who, len(made), step, is_paired))
            rating_result_record(result=made[-1])
        expected = fold(
            LadderResult(number, one.sides, one.scores)
            for number, one in enumerate(made)
            if number not in void
        )
        assert standings(ladder) == expected
        assert ratings_rebuild(ladder_id=ladder.pk).is_identical
        counted = Rating.objects.filter(ladder=ladder)
        assert sum(row.standing.results for row in counted) == sum(
            len(side) for n, one in enumerate(made) if n not in void for side in one.sides
        )
        assert LadderEntry.objects.filter(ladder=ladder).count() == len(made) + len(void)
        transaction.set_rollback(True)


def _random_result(
    ladder: Ladder, who: list[int], number: int, step: tuple[object, ...], is_paired: bool
) -> RatedResult:
    _, order, seats, shares, version = step
    assert isinstance(order, list)
    assert isinstance(shares, list)
    assert isinstance(seats, int)
    chosen = [Member(who[place], int(str(version))) for place in order]
    sides: tuple[tuple[Member, ...], ...]
    if is_paired:
        sides = ((chosen[0], chosen[1]), (chosen[2], chosen[3]))
        scores = PairScores.of_two(Fraction(shares[0], 12))
    else:
        sides = tuple((member,) for member in chosen[:seats])
        scores = PairScores.of_points(shares[:seats])
    return RatedResult(
        ladder_id=ladder.pk,
        source=f"match:{number}",
        sides=sides,
        scores=scores,
        points=tuple(shares[: len(sides)]),
        games=12,
    )
