"""Results reach the tournaments once, and records are what the events add up to."""

import random

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from tournaments.models import Competitor, CompetitorRecord, ResultEvent
from tournaments.results import SettledResult, SettledSide, outcomes
from tournaments.services.results import (
    records_rebuilt,
    records_stored,
    result_settle,
    result_void,
)

pytestmark = pytest.mark.django_db
MIRROR = {"won": "lost", "lost": "won", "level": "level"}


def bots(count: int) -> list[int]:
    made = (Competitor.objects.create(kind=Competitor.Kind.BOT) for _ in range(count))
    return [one.pk for one in made]


def settled(number: int, points: dict[int, int], *, rated: bool = True) -> SettledResult:
    return SettledResult(
        match=f"match {number}",
        number=number,
        profile="durak/volga",
        rated=rated,
        sides=tuple(SettledSide(competitor_id=who, points=own) for who, own in points.items()),
    )


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=6))
def test_outcomes_follow_the_points(points: list[int]) -> None:
    named = outcomes(points)
    mirrored = outcomes([-own for own in points])
    assert mirrored == [MIRROR[one] for one in named]
    assert ("won" in named) == ("lost" in named) == (len(set(points)) > 1)


def test_a_result_is_counted_for_each_side() -> None:
    one, other = bots(2)
    result_settle(result=settled(1, {one: 3, other: -1}))
    result_settle(result=settled(2, {one: 0, other: 0}))
    record = CompetitorRecord.objects.get(competitor=one)
    assert (record.won, record.level, record.lost, record.points) == (1, 1, 0, 3)
    assert CompetitorRecord.objects.get(competitor=other).lost == 1


def test_a_match_cannot_be_settled_twice() -> None:
    one, other = bots(2)
    result_settle(result=settled(1, {one: 3, other: -1}))
    with pytest.raises(IntegrityError), transaction.atomic():
        result_settle(result=settled(1, {one: 3, other: -1}))
    assert records_stored() == records_rebuilt()


def test_what_is_void_counts_no_longer_and_says_so() -> None:
    one, other = bots(2)
    result_settle(result=settled(1, {one: 3, other: -1}))
    assert result_void(match="match 1")
    assert not result_void(match="match 1")
    assert not result_void(match="match 2")
    assert ResultEvent.objects.count() == 4
    assert records_stored() == records_rebuilt() == {}


@pytest.mark.parametrize("seed", range(3))
def test_records_are_what_the_events_add_up_to(seed: int) -> None:
    rng = random.Random(seed)
    players = bots(5)
    for number in range(40):
        table = rng.sample(players, rng.choice([2, 2, 3, 4]))
        points = {who: rng.randint(-3, 3) for who in table}
        result_settle(result=settled(number, points, rated=rng.random() < 0.7))
        if rng.random() < 0.3:
            result_void(match=f"match {rng.randrange(number + 1)}")
        assert records_stored() == records_rebuilt()
