"""Results that count no longer: whatever the order in which that is said, it is as if they had
never been played; and each time it is said what that changed."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.elo import PairScores
from scoring.ladder import LadderResult, Member, Standing, fold, walk
from tests.tournaments.ladder_kit import bots, ladder_made, result_between
from tournaments.ladder_voids import Void, unaffected_until
from tournaments.models import Encounter, Ladder, LadderEntry, Rating, RatingEvent
from tournaments.results import RatedResult
from tournaments.selectors.ratings import results_from, voids_of
from tournaments.services import ratings
from tournaments.services.rating_rebuild import ratings_rebuild
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db
PLAYERS = 5

Played = tuple[list[int], int, list[int], int]
"""Who, how many of them sit at the table, their points, and the version of the first of them."""
Way = list[tuple[int, int]]
"""Which results are declared void, each after so many results."""
RESULTS = st.lists(
    st.tuples(
        st.permutations(range(PLAYERS)),
        st.integers(2, 4),
        st.lists(st.integers(0, 6), min_size=4, max_size=4),
        st.integers(1, 2),
    ),
    min_size=1,
    max_size=8,
)


@st.composite
def void_orders(draw: st.DrawFn) -> tuple[list[Played], list[Way]]:
    """Results, and two ways to declare the same ones of them void."""
    results = draw(RESULTS)
    void = draw(st.lists(st.sampled_from(range(len(results))), unique=True))
    ways = []
    for _ in range(2):
        order = draw(st.permutations(void))
        ways.append([(which, draw(st.integers(which + 1, len(results)))) for which in order])
    return results, ways


def played(ladder: Ladder, who: Sequence[int], number: int, given: Played) -> RatedResult:
    order, seats, points, version = given
    table = [who[place] for place in order[:seats]]
    versions = [version] + [1] * (seats - 1)
    return RatedResult(
        ladder_id=ladder.pk,
        source=f"match:{ladder.slug}/{number}",
        sides=tuple((Member(*one),) for one in zip(table, versions, strict=True)),
        scores=PairScores.of_points(points[:seats]),
        points=tuple(points[:seats]),
        games=4,
    )


def counted(ladder: Ladder) -> tuple[object, ...]:
    """All that a ladder says of what counts; not of the way there, as the trend does."""
    rows = Rating.objects.filter(ladder=ladder).order_by("competitor")
    met = Encounter.objects.filter(ladder=ladder).order_by("competitor", "opponent")
    found = Ladder.objects.get(pk=ladder.pk)
    return (
        [
            (row.competitor_id, row.standing, row.won, row.level, row.lost, row.games, row.points)
            for row in rows
        ],
        list(
            met.values_list(
                "competitor", "opponent", "won", "level", "lost", "shares", "squares", "points",
                "points_against",
            )
        ),
        found.results_count,
        found.ratings_count,
    )  # fmt: skip


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(void_orders())
def test_however_they_are_declared_void_it_is_as_if_they_were_never_played(
    given: tuple[list[Played], list[Way]],
) -> None:
    results, ways = given
    void = {which for which, _ in ways[0]}
    with transaction.atomic():
        who = bots(PLAYERS)
        ladders = [ladder_made(f"durak/{name}") for name in ("volga", "german", "concise")]
        for ladder, way in zip(ladders, ways, strict=False):
            for number, result in enumerate(results):
                rating_result_record(result=played(ladder, who, number, result))
                for which, after in way:
                    if after == number + 1:
                        assert rating_result_void(source=f"match:{ladder.slug}/{which}")
            assert ratings_rebuild(ladder_id=ladder.pk).is_identical
        for number, result in enumerate(results):
            if number not in void:
                rating_result_record(result=played(ladders[-1], who, number, result))
        assert counted(ladders[0]) == counted(ladders[1]) == counted(ladders[2])
        transaction.set_rollback(True)


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(0, 4))),
    st.data(),
)
def test_what_is_left_alone_was_right_already(
    meetings: list[tuple[str, str, int]], data: st.DataObject
) -> None:
    """Against the definition: walk along, and see where the ladder was what it would be."""
    results: dict[int, LadderResult] = {}
    voids: list[Void] = []
    after: list[dict[int, Standing]] = [{}]  # every entry's
    for one, other, share in meetings:
        number = len(after)
        if one != other:
            sides = tuple((Member(ord(name)),) for name in (one, other))
            results[number] = LadderResult(number, sides, PairScores.of_two(Fraction(share, 4)))
        elif left := sorted(results.keys() - {void.result for void in voids}):
            void = Void(data.draw(st.sampled_from(left)), number)
            voids.append(void)
            last = unaffected_until(void.result, voids)
            gone = {void.result for void in voids}
            assert last < void.result
            assert after[last] == fold(
                (result for result in results.values() if result.number <= last), without=gone
            )
            assert not any(void.result <= last < void.declared for void in voids)
        else:
            continue
        gone = {void.result for void in voids}
        after.append(fold(results.values(), without=gone))


@pytest.mark.parametrize(
    ("voids", "last"),
    [
        ([], 9),
        ([Void(3, 5)], 9),
        ([Void(3, 9)], 9),
        ([Void(3, 12)], 2),
        ([Void(3, 12), Void(1, 2)], 2),
        ([Void(3, 12), Void(1, 3)], 0),
        ([Void(8, 12), Void(2, 7), Void(1, 4)], 7),
        ([Void(8, 12), Void(2, 8), Void(1, 4)], 0),
        ([Void(12, 14)], 9),
    ],
)
def test_only_what_was_not_yet_corrected_then_is_folded_again(voids: list[Void], last: int) -> None:
    assert unaffected_until(10, voids) == last


def test_a_void_reads_only_what_came_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the ladder is, and however often something on it was void before."""
    ladder, (a, b, c, d) = ladder_made(), bots(4)
    for number in range(1, 21):
        rating_result_record(result=result_between(ladder, number, a, b, Fraction(number, 20)))
    rating_result_void(source="match:2")
    for number in range(21, 31):
        rating_result_record(result=result_between(ladder, number, c, d, Fraction(number, 30)))
    numbers: list[int] = []

    def watched(*, ladder_id: int, number: int) -> list[LadderResult]:
        found = list(results_from(ladder_id=ladder_id, number=number))
        numbers.extend(result.number for result in found)
        return found

    monkeypatch.setattr(ratings, "results_from", watched)
    entry = rating_result_void(source="match:28")
    assert entry is not None
    assert numbers == [29, 30, 31], "the 28th result is the ladder's 29th entry"
    assert set(RatingEvent.objects.filter(number=32).values_list("competitor", flat=True)) == {c, d}
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_voiding_takes_the_same_number_of_queries_however_many_play() -> None:
    def queries(players: int) -> int:
        ladder, who = ladder_made("durak/volga", players), bots(players)
        for number in range(players):
            one, other = who[number], who[(number + 1) % players]
            result = result_between(ladder, 100 * players + number, one, other, Fraction(3, 4))
            rating_result_record(result=result)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            rating_result_void(source=f"match:{100 * players}")
        return len(seen)

    assert queries(4) == queries(40)


def test_somebody_who_was_gone_begins_anew() -> None:
    """All of their results were void; afterwards they play again, with another version."""
    ladder, (a, b, c) = ladder_made(), bots(3)
    rating_result_record(result=result_between(ladder, 1, a, b, Fraction(1)))
    rating_result_void(source="match:1")
    rating_result_record(result=result_between(ladder, 2, b, c, Fraction(1)))
    rating_result_record(result=result_between(ladder, 3, a, c, Fraction(1), versions=(5, 1)))
    rating_result_record(result=result_between(ladder, 4, b, c, Fraction(0)))
    rating_result_void(source="match:3")
    assert not Rating.objects.filter(competitor=a).exists()
    rating_result_record(result=result_between(ladder, 5, a, c, Fraction(1), versions=(6, 1)))
    mine = RatingEvent.objects.filter(competitor=a).order_by("pk")
    assert [event.cause for event in mine] == [
        "result", "correction", "result", "correction", "result",
    ]  # fmt: skip
    assert mine[4].version == 6
    rating_result_void(source="match:2")
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_every_correction_says_from_what_to_what() -> None:
    """The log alone tells everybody's rating at any time: the deltas add up."""
    ladder, who = ladder_made(), bots(4)
    for number in range(1, 13):
        one, other = who[number % 4], who[(number * 2 + 1) % 4]
        if one != other:
            share = Fraction(number % 4, 3)
            rating_result_record(result=result_between(ladder, number, one, other, share))
            if number % 5 == 0:
                rating_result_void(source=f"match:{number - 1}")
    rating_result_void(source="match:1")
    sums: Counter[int] = Counter()
    for event in RatingEvent.objects.order_by("number", "pk"):
        sums[event.competitor_id] += event.delta
        assert event.value == 1_500_000_000 + sums[event.competitor_id]
    for row in Rating.objects.all():
        assert row.value == 1_500_000_000 + sums[row.competitor_id]
    assert LadderEntry.objects.filter(kind="void").count() >= 2
    assert len(voids_of(ladder_id=ladder.pk)) == LadderEntry.objects.filter(kind="void").count()
    steps = list(walk(results_from(ladder_id=ladder.pk)))
    assert len(steps) == LadderEntry.objects.filter(kind="result").count()
