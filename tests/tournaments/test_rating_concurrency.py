"""Results, voids, rebuilding and closing at the same moment: a ladder takes one after the other."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations

import pytest
from django.db import IntegrityError

from tests.factories import UserFactory
from tests.threads import at_once, while_held
from tests.tournaments.ladder_kit import bots, ladder_made, result_between
from tournaments.models import Ladder, LadderEntry, Rating
from tournaments.services.ladders import ladder_close
from tournaments.services.rating_rebuild import ratings_rebuild
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db(transaction=True)


def check(ladder: Ladder, entries: int) -> None:
    """Numbers without gaps, and every row is what they add up to."""
    numbers = LadderEntry.objects.filter(ladder=ladder).order_by("number")
    assert list(numbers.values_list("number", flat=True)) == list(range(1, entries + 1))
    found = ratings_rebuild(ladder_id=ladder.pk, write=False)
    assert found.is_identical, found.differences


def test_many_results_at_once() -> None:
    ladder, who = ladder_made(), bots(4)
    jobs = [
        partial(
            rating_result_record,
            result=result_between(ladder, number, one, other, Fraction(number, 12)),
        )
        for number, (one, other) in enumerate([*combinations(who, 2), *combinations(who[::-1], 2)])
    ]
    assert at_once(jobs[:6]) + at_once(jobs[6:]) == ["done"] * 12
    check(ladder, 12)


def test_results_of_two_ladders_do_not_wait_for_each_other() -> None:
    first, second, (one, other) = ladder_made(), ladder_made("durak/german"), bots(2)
    _, waited = while_held(
        partial(rating_result_record, result=result_between(first, 1, one, other, Fraction(1))),
        at="tournaments.services.ratings._encounters_add",
        second=partial(_recorded_meanwhile, second, one, other),
    )
    assert waited is False
    check(first, 1)
    check(second, 1)


def _recorded_meanwhile(ladder: Ladder, one: int, other: int) -> bool:
    """Whether it had to wait for whoever holds the first ladder: then there is an entry of it."""
    rating_result_record(result=result_between(ladder, 2, one, other, Fraction(0)))
    return LadderEntry.objects.filter(source="match:1").exists()


def test_the_same_result_twice_at_once_counts_once() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    result = result_between(ladder, 1, one, other, Fraction(1))
    refused: list[str] = []

    def record() -> None:
        try:
            rating_result_record(result=result)
        except IntegrityError as error:
            refused.append(str(error))

    assert at_once([record] * 4) == ["done"] * 4
    assert len(refused) == 3
    assert all("ladder_entry_once" in sentence for sentence in refused)
    check(ladder, 1)
    assert Ladder.objects.get().results_count == 1


def test_the_same_void_twice_at_once_is_said_once() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    for number in (1, 2):
        rating_result_record(result=result_between(ladder, number, one, other, Fraction(1)))
    assert at_once([partial(rating_result_void, source="match:1")] * 4) == ["done"] * 4
    check(ladder, 3)
    assert Ladder.objects.get().results_count == 1


def test_results_and_voids_at_once() -> None:
    ladder, who = ladder_made(), bots(4)
    pairs = list(combinations(who, 2))
    for number, (one, other) in enumerate(pairs):
        rating_result_record(result=result_between(ladder, number, one, other, Fraction(number, 6)))
    jobs: list[Callable[[], object]] = []
    for number, (one, other) in enumerate(pairs[:3]):
        result = result_between(ladder, 10 + number, one, other, Fraction(1, 3))
        jobs.append(partial(rating_result_record, result=result))
        jobs.append(partial(rating_result_void, source=f"match:{number}"))
    assert at_once(jobs) == ["done"] * 6
    check(ladder, 12)


@pytest.mark.parametrize("what", ["result", "void"])
def test_what_arrives_while_a_ladder_is_compared_waits_for_its_turn(what: str) -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(result=result_between(ladder, 1, one, other, Fraction(1)))
    Rating.objects.filter(competitor=one).update(value=3)
    arriving = (
        partial(rating_result_record, result=result_between(ladder, 2, one, other, Fraction(0)))
        if what == "result"
        else partial(rating_result_void, source="match:1")
    )
    found, _ = while_held(
        partial(ratings_rebuild, ladder_id=ladder.pk),
        at="tournaments.services.rating_rebuild._compared",
        second=arriving,
    )
    assert getattr(found, "entries", None) == 1, "it came after everything was mended"
    check(ladder, 2)


def test_rebuilding_while_a_result_is_being_recorded() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(result=result_between(ladder, 1, one, other, Fraction(1)))
    _, found = while_held(
        partial(rating_result_record, result=result_between(ladder, 2, one, other, Fraction(0))),
        at="tournaments.services.ratings._encounters_add",
        second=partial(ratings_rebuild, ladder_id=ladder.pk),
    )
    assert getattr(found, "is_identical", None) is True
    assert getattr(found, "entries", None) == 2, "it waited for the one under way"
    check(ladder, 2)


def test_closing_while_a_result_is_being_recorded() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    while_held(
        partial(rating_result_record, result=result_between(ladder, 1, one, other, Fraction(1))),
        at="tournaments.services.ratings._encounters_add",
        second=partial(
            ladder_close, ladder=ladder, by=UserFactory.create(is_staff=True), reason="Enough."
        ),
    )
    ladder.refresh_from_db()
    assert (ladder.is_open, ladder.results_count, ladder.ratings_count) == (False, 1, 2)
    check(ladder, 1)
