"""What is read of a rating's history: all of a short one, a sample of a long one, in bounded time;
and how sure a score between two is."""

import math
import random
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.elo import ErrorBar
from tests.tournaments.ladder_kit import bots, ladder_made, result_between
from tournaments.encounter_scores import score_of
from tournaments.ladder_sums import NANO
from tournaments.models import Ladder, Rating, RatingEvent
from tournaments.plots import PointKind
from tournaments.selectors import ladders
from tournaments.selectors.ladders import rating_rank
from tournaments.selectors.rating_history import (
    MARKS_MAX,
    POINTS_MAX,
    rating_history,
    version_records,
)
from tournaments.services.ratings import rating_result_record, rating_result_void

WON = Fraction(3, 4)


def played(ladder: Ladder, number: int, one: int, other: int, version: int = 1) -> None:
    rating_result_record(
        result=result_between(ladder, number, one, other, WON, versions=(version, 1))
    )


def events_made(ladder: Ladder, competitor: int, count: int) -> None:
    """A long history, without the arithmetic; the highest rating is in the middle."""
    begin = timezone.now() - timedelta(days=30)
    RatingEvent.objects.bulk_create(
        RatingEvent(
            ladder=ladder,
            competitor_id=competitor,
            number=3 * number,
            cause=RatingEvent.Cause.VERSION if number % 50 == 0 else RatingEvent.Cause.RESULT,
            value=(1500 + min(number, count - number)) * 1_000_000,
            variance=400.0,
            results=number,
            version=1 + number // 50,
            at=begin + timedelta(seconds=number),
        )
        for number in range(1, count + 1)
    )


@pytest.mark.django_db
def test_nobody_has_no_history() -> None:
    ladder, (one, _) = ladder_made(), bots(2)
    assert rating_history(ladder_id=ladder.pk, competitor_id=one) == []
    assert version_records(ladder_id=ladder.pk, competitor_id=one) == {}


@pytest.mark.django_db
def test_a_short_history_is_whole_and_says_what_happened() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    played(ladder, 1, one, other)
    played(ladder, 2, one, other)
    played(ladder, 3, one, other, version=2)
    rating_result_void(source="match:1")
    found = rating_history(ladder_id=ladder.pk, competitor_id=one)
    assert [point.kind for point in found] == [
        PointKind.RESULT, PointKind.RESULT, PointKind.VERSION, PointKind.RESULT,
        PointKind.CORRECTION,
    ]  # fmt: skip
    before, new, after = found[1:4]
    assert new.rating == before.rating
    assert new.margin > before.margin > after.margin or new.margin > after.margin
    assert [point.results for point in found] == [1, 2, 2, 3, 2]
    rating = Rating.objects.get(competitor=one)
    assert found[-1].rating == rating.value / 1_000_000


@pytest.mark.django_db
@pytest.mark.parametrize("count", [POINTS_MAX, POINTS_MAX + 10, 5_000])
def test_a_long_history_is_a_sample_from_its_first_to_its_last_step(count: int) -> None:
    ladder, (one, _) = ladder_made(), bots(2)
    events_made(ladder, one, count)
    found = rating_history(ladder_id=ladder.pk, competitor_id=one)
    assert len(found) <= POINTS_MAX + 1 + 2 * MARKS_MAX
    assert len(found) > POINTS_MAX / 2
    assert (found[0].results, found[-1].results) == (1, count)
    assert [point.at for point in found] == sorted(point.at for point in found)
    highest = max(point.rating for point in found)
    assert highest >= 1500 + count / 2 - count / POINTS_MAX - 1
    versions = [point.version for point in found if point.is_version]
    assert versions == list(range(2, 2 + count // 50))[-MARKS_MAX:]


@pytest.mark.django_db
def test_a_history_takes_as_many_queries_and_rows_however_long_it_is() -> None:
    ladder, (short, long) = ladder_made(), bots(2)
    events_made(ladder, short, 2_000)
    events_made(ladder, long, 6_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_ratingevent")
    asked = []
    for who in (short, long):
        with CaptureQueriesContext(connection) as queries:
            rating_history(ladder_id=ladder.pk, competitor_id=who)
            version_records(ladder_id=ladder.pk, competitor_id=who)
        asked.append([query["sql"] for query in queries])
    assert len(asked[0]) == len(asked[1])
    for sql in asked[1]:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert "Seq Scan on tournaments_ratingevent" not in plan, plan


@pytest.mark.django_db
def test_what_each_version_did() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    for number in range(1, 4):
        played(ladder, number, one, other)
    kept = Rating.objects.get(competitor=one)
    played(ladder, 4, one, other, version=2)
    played(ladder, 5, one, other, version=2)
    played(ladder, 6, one, other, version=1)  # rolled back
    found = version_records(ladder_id=ladder.pk, competitor_id=one)
    assert {number: record.results for number, record in found.items()} == {1: 4, 2: 2}
    first, second = found[1], found[2]
    assert first.began_at == 1_500_000_000
    assert first.margin_before == round(ErrorBar().margin())
    assert second.began_at == kept.value
    assert second.margin_before > round(kept.standing.bar.margin())
    assert first.after.value == Rating.objects.get(competitor=one).value
    opponent = version_records(ladder_id=ladder.pk, competitor_id=other)
    assert {number: record.results for number, record in opponent.items()} == {1: 6}


@pytest.mark.django_db
def test_a_version_whose_only_result_was_void_did_nothing() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    played(ladder, 1, one, other)
    played(ladder, 2, one, other, version=2)
    rating_result_void(source="match:2")
    found = version_records(ladder_id=ladder.pk, competitor_id=one)
    assert 2 not in found
    played(ladder, 3, one, other, version=3)
    found = version_records(ladder_id=ladder.pk, competitor_id=one)
    assert {number: record.results for number, record in found.items()} == {1: 1, 3: 1}


@pytest.mark.django_db
def test_of_very_many_versions_the_latest_are_known() -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    for number in range(1, MARKS_MAX + 6):
        played(ladder, number, one, other, version=number)
    found = version_records(ladder_id=ladder.pk, competitor_id=one)
    assert sorted(found) == list(range(6, MARKS_MAX + 6))
    assert all(record.results == 1 for record in found.values())


@pytest.mark.django_db
def test_a_rank_is_counted_so_far_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = ladder_made()
    for place, competitor in enumerate(bots(6)):
        value = (1600 - 10 * min(place, 4)) * 1_000_000
        Rating.objects.create(ladder=ladder, competitor_id=competitor, value=value)
    rows = list(Rating.objects.order_by("-value", "pk"))
    assert [rating_rank(rating=row) for row in rows] == [1, 2, 3, 4, 5, 5]
    monkeypatch.setattr(ladders, "RANKS_COUNTED", 3)
    assert [rating_rank(rating=row) for row in rows] == [1, 2, 3, None, None, None]


# Scores between two


def score(*shares: float) -> tuple[int, int, int]:
    return (
        len(shares),
        sum(round(share * NANO) for share in shares),
        sum(round(share * share * NANO) for share in shares),
    )


def test_no_result_is_no_score() -> None:
    assert score_of(results=0, shares=0, squares=0) is None


def test_one_result_says_next_to_nothing() -> None:
    results, shares, squares = score(0.75)
    found = score_of(results=results, shares=shares, squares=squares)
    assert found is not None
    assert found.share == 0.75
    assert (found.low, found.high) == (0.0, 1.0)


def test_steady_results_say_more_than_unsteady_ones() -> None:
    def margin(*given: float) -> float:
        results, shares, squares = score(*given)
        found = score_of(results=results, shares=shares, squares=squares)
        assert found is not None
        return found.margin

    assert margin(*[0.6] * 50) < margin(*[0.2, 1.0] * 25) < margin(*[0.2, 1.0] * 5)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_error_bars_hold_the_share(given_shares: list[float]) -> None:
    results, shares, squares = score(*given_shares)
    found = score_of(results=results, shares=shares, squares=squares)
    assert found is not None
    assert 0 <= found.low <= found.share + 1e-9
    assert found.share - 1e-9 <= found.high <= 1
    assert math.isfinite(found.margin)
    assert found.margin > 0


def test_an_error_bar_holds_the_truth_about_as_often_as_it_says() -> None:
    """Deal sets of ten boards whose chance is known: 95 of 100 bars should hold it."""
    chance, dice = 0.6, random.Random(10)
    for meetings in (3, 10, 40):
        held = 0
        for _ in range(400):
            taken = [sum(dice.random() < chance for _ in range(10)) / 10 for _ in range(meetings)]
            results, shares, squares = score(*taken)
            found = score_of(results=results, shares=shares, squares=squares)
            assert found is not None
            held += abs(found.share - chance) <= found.margin
        assert held / 400 > 0.93, meetings
