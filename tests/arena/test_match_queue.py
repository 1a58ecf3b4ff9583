"""The queue as people see it: capacity, places, expected waits."""

from datetime import timedelta
from itertools import islice
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from arena.fair_order import FairOrder
from arena.match_states import MatchState
from arena.models import ArenaState, BotVersion, Match, MatchShare
from arena.runner.queues import MATCHES, VALIDATIONS
from arena.selectors import match_queue
from arena.selectors.match_queue import (
    START_UP_SECONDS,
    expected_seconds,
    match_capacity,
    matches_waiting,
    queue_place,
    queue_places,
    queue_summary,
)
from arena.selectors.workers import runner_is_ready
from tests.factories import (
    PROFILE,
    BotVersionFactory,
    MatchFactory,
    MatchRunnerFactory,
    UserFactory,
)
from tournaments.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def versions() -> list[BotVersion]:
    """Who plays is of no matter to the queue."""
    return [BotVersionFactory.create(), BotVersionFactory.create()]


@pytest.fixture
def somebody() -> User:
    return UserFactory.create()


def asked(versions: list[BotVersion], who: User | None = None, *, cost: float = 4.0) -> Match:
    """A match that waits."""
    return MatchFactory.create(versions=versions, requested_by=who, cost=cost)


def playing(
    versions: list[BotVersion], *, cost: float = 4.0, for_seconds: float = 0.0, boards_over: int = 0
) -> Match:
    """One of four boards that is being played."""
    return MatchFactory.create(
        versions=versions,
        state=MatchState.PLAYING,
        cost=cost,
        begun_at=timezone.now() - timedelta(seconds=for_seconds),
        boards_over=boards_over,
    )


def settled(versions: list[BotVersion], *, seconds: float, boards: int = 100) -> Match:
    """One by the same rules that took so long."""
    now = timezone.now()
    return MatchFactory.create(
        versions=versions,
        state=MatchState.SETTLED,
        boards=boards,
        begun_at=now - timedelta(seconds=seconds),
        ended_at=now,
    )


# Capacity


def test_whoever_plays_matches_and_is_believed_has_slots(settings: Settings) -> None:
    assert match_capacity() == 0
    MatchRunnerFactory.create(slots=2)
    MatchRunnerFactory.create(slots=3, queues=[VALIDATIONS, MATCHES])
    MatchRunnerFactory.create(slots=10, queues=[VALIDATIONS])
    MatchRunnerFactory.create(slots=20, refusal="There is no bwrap.")
    MatchRunnerFactory.create(slots=40, seen_at=timezone.now() - timedelta(minutes=1))
    MatchRunnerFactory.create(slots=80, sandbox="insecure", refusal="It isolates nothing.")
    MatchRunnerFactory.create(slots=160, sandbox="")  # no runner at all
    assert match_capacity() == 5
    settings.DEBUG = True
    assert match_capacity() == 85


def test_a_runner_is_ready_for_what_it_serves() -> None:
    MatchRunnerFactory.create(queues=[MATCHES])
    assert runner_is_ready(queue=MATCHES)
    assert not runner_is_ready(queue=VALIDATIONS)


# Places


def test_what_does_not_wait_has_no_place(versions: list[BotVersion]) -> None:
    for state in set(MatchState) - {MatchState.QUEUED}:
        assert queue_place(match=MatchFactory.create(versions=versions, state=state)) is None


def test_places_are_those_of_the_fair_order(versions: list[BotVersion], somebody: User) -> None:
    flood = [asked(versions, somebody) for _ in range(3)]
    modest = asked(versions, UserFactory.create())
    places = queue_places(matches=[*flood, modest])
    assert [places[one.pk].position for one in (*flood, modest)] == [1, 3, 4, 2]


def test_turns_that_were_taken_count(versions: list[BotVersion], somebody: User) -> None:
    ArenaState.objects.update_or_create(pk=1, defaults={"virtual_time": 100.0})
    MatchShare.objects.create(account=somebody, finish=150.0)
    MatchShare.objects.create(account=None, finish=50.0)  # long ago
    older = asked(versions, somebody)
    newer = asked(versions, None)
    places = queue_places(matches=[older, newer])
    assert (places[older.pk].position, places[newer.pk].position) == (2, 1)


def test_whoever_asks_for_more_than_is_read_hides_nobody(
    versions: list[BotVersion], somebody: User
) -> None:
    flood = [asked(versions, somebody) for _ in range(6)]
    modest = asked(versions, UserFactory.create())
    with patch.object(match_queue, "WAITING_READ_MAX", 4):
        read = matches_waiting()
        assert {one.id for one in read} == {modest.pk, *(one.pk for one in flood[:3])}
        assert [one.id for one in islice(FairOrder(0, {}).order(read), 2)][1] == modest.pk
        beyond = queue_place(match=flood[-1])
        assert beyond is not None
        assert beyond.position == 5
        assert queue_summary().waiting == 7


# Waits


def test_whoever_finds_a_free_slot_begins_at_once(versions: list[BotVersion]) -> None:
    MatchRunnerFactory.create(slots=2)
    playing(versions)
    place = queue_place(match=asked(versions))
    assert place is not None
    assert place.wait == 0.0


def test_the_wait_is_for_what_is_played_and_for_those_ahead(
    versions: list[BotVersion], somebody: User
) -> None:
    MatchRunnerFactory.create(slots=2)
    MatchFactory.create(versions=versions, state=MatchState.SENT, cost=10.0)
    MatchFactory.create(versions=versions, state=MatchState.SENT, cost=11.0)
    line = [asked(versions, somebody, cost=cost) for cost in (4.0, 6.0, 5.0)]
    places = queue_places(matches=line)
    assert [places[one.pk].wait for one in line] == [10.0, 11.0, 14.0]


def test_the_rest_of_a_match_is_told_by_its_boards(versions: list[BotVersion]) -> None:
    MatchRunnerFactory.create()
    match = playing(versions, cost=4.0, for_seconds=30.0, boards_over=1)
    assert match.boards_in_all == 4
    waiting = asked(versions)
    place = queue_place(match=waiting)
    assert place is not None
    assert place.wait == pytest.approx(90.0, rel=0.5)
    # Nothing is over yet, although it should be: nobody knows better than "any moment".
    Match.objects.filter(pk=match.pk).update(boards_over=0)
    place = queue_place(match=waiting)
    assert place is not None
    assert place.wait == 0.0


def test_more_under_way_than_there_is_room_for(versions: list[BotVersion]) -> None:
    """A worker has left: the first that is over makes no room."""
    MatchRunnerFactory.create(slots=1)
    for cost in (5.0, 9.0):
        MatchFactory.create(versions=versions, state=MatchState.SENT, cost=cost)
    place = queue_place(match=asked(versions))
    assert place is not None
    assert place.wait == 9.0


@pytest.mark.parametrize("mode", [ArenaState.Mode.PAUSED, ArenaState.Mode.DRAINING])
def test_nobody_knows_how_long_a_pause_is(versions: list[BotVersion], mode: str) -> None:
    MatchRunnerFactory.create()
    ArenaState.objects.update_or_create(pk=1, defaults={"mode": mode})
    place = queue_place(match=asked(versions))
    assert place is not None
    assert (place.position, place.wait) == (1, None)
    assert queue_summary().wait is None


def test_nobody_knows_when_a_worker_comes(versions: list[BotVersion]) -> None:
    place = queue_place(match=asked(versions))
    assert place is not None
    assert (place.position, place.wait) == (1, None)
    summary = queue_summary()
    assert (summary.waiting, summary.capacity, summary.wait) == (1, 0, None)


def test_the_queue_in_short(versions: list[BotVersion], somebody: User) -> None:
    assert queue_summary().waiting == 0
    MatchRunnerFactory.create()
    assert queue_summary().wait == 0.0
    MatchFactory.create(versions=versions, state=MatchState.SENT, cost=10.0)
    for _ in range(3):
        asked(versions, somebody)
    summary = queue_summary()
    assert (summary.waiting, summary.under_way, summary.capacity) == (3, 1, 1)
    # One match of each other goes before; whoever has three of their own waits for these.
    assert summary.wait == 14.0
    assert queue_summary(asker=somebody).wait == 22.0


def test_the_number_of_queries_does_not_grow(versions: list[BotVersion]) -> None:
    MatchRunnerFactory.create()
    counts = []
    for more in (1, 30):
        matches = [asked(versions, UserFactory.create()) for _ in range(more)]
        playing(versions)
        with CaptureQueriesContext(connection) as read:
            assert len(queue_places(matches=matches)) == more
            queue_summary()
        counts.append(len(read))
    assert counts == [10, 10]


# How long a match takes


def expected(profile: str = PROFILE, *, boards: int = 200, games: int = 1) -> float:
    return expected_seconds(profile=profile, boards_in_all=boards, games_per_board=games)


def test_a_rule_of_thumb_before_the_first_match() -> None:
    assert expected(boards=200) == pytest.approx(2 * START_UP_SECONDS + 6.0)
    assert expected(boards=20, games=10) == expected(boards=200)
    assert expected("burako/duel", boards=4) == pytest.approx(2 * START_UP_SECONDS + 6.0)
    four = expected_seconds(profile=PROFILE, boards_in_all=200, games_per_board=1, rotations=4)
    assert four == expected(boards=200) + 2 * START_UP_SECONDS


def test_the_last_matches_by_these_rules_set_the_pace(versions: list[BotVersion]) -> None:
    thumb, other = expected(), expected("burako/duel")
    for times in (2.0, 3.0, 500.0):  # one of them with a very slow bot
        settled(versions, seconds=times * thumb)
    assert expected() == pytest.approx(3.0 * thumb)
    assert expected(boards=400) == pytest.approx(3.0 * (thumb + 6.0))
    assert expected("burako/duel") == other


def test_what_was_not_played_to_its_end_sets_no_pace(versions: list[BotVersion]) -> None:
    thumb = expected()
    MatchFactory.create(versions=versions, state=MatchState.VOID)
    MatchFactory.create(versions=versions, state=MatchState.SETTLED, begun_at=None)
    playing(versions, for_seconds=1000.0)
    assert expected() == thumb
    settled(versions, seconds=-5.0)  # the clock was set back
    assert 0 < expected() < thumb


def test_only_the_last_matches_set_the_pace(versions: list[BotVersion]) -> None:
    thumb = expected()
    with patch.object(match_queue, "PACE_OF_LAST", 2):
        for times in (50.0, 50.0, 50.0, 2.0, 2.0):
            settled(versions, seconds=times * thumb)
        assert expected() == pytest.approx(2.0 * thumb)
