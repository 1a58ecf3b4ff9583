"""Matches of bot leagues are played when they are due, once, and at nobody else's cost."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.match_reasons import LEAGUE_MOVED_ON
from arena.match_states import MatchState
from arena.models import Match
from arena.services.league_matches import (
    PATIENCE,
    WAITING_PER_SLOT,
    leagues_tick,
)
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from arena.services.operations import arena_pause
from arena.tasks import leagues_tick_task
from deploy.celery_app import app
from tests.arena.league_kit import (
    bot_league,
    bot_of,
    bots_at,
    drawn,
    league_of,
    postpone,
    published_since,
    take_back,
)
from tests.arena.match_kit import MatchWorkers, created, match_workers, result_of
from tests.arena.operator_kit import REASON, operator
from tests.arena.shown_matches import bench
from tests.arena.test_bot_concurrency import at_once
from tests.factories import BotVersionFactory, MatchRunnerFactory, UserFactory
from tournaments.models import (
    Fixture,
    League,
    LeagueEntry,
    LeagueRound,
)

pytestmark = pytest.mark.django_db

ONE, OTHER = (0, 1), (2, 3)
LOCKED = ["arena_arenastate", "tournaments_league", "arena_match"]


@pytest.fixture(autouse=True)
def workers(request: pytest.FixtureRequest) -> Iterator[MatchWorkers]:
    marker = request.node.get_closest_marker("django_db")
    with match_workers(commits=bool(marker and marker.kwargs.get("transaction"))) as found:
        yield found


@pytest.fixture
def league() -> League:
    """With a match far in the future, so that no round is over and nothing is drawn by itself."""
    league = bot_league(6)
    drawn(league, (4, 5), starts_at=timezone.now() + timedelta(days=365))
    return league


def test_the_tick_comes_every_few_seconds() -> None:
    assert app.conf.beat_schedule["leagues-tick"]["task"] == leagues_tick_task.name


def test_a_match_is_what_the_league_says(league: League) -> None:
    MatchRunnerFactory.create()
    (fixture,) = drawn(league, ONE)
    assert leagues_tick() == 1
    match = Match.objects.get()
    assert (match.kind, match.rated, match.fixture) == (Match.Kind.LEAGUE, False, fixture)
    assert (match.profile, match.boards) == (league.profile, league.match_length)
    assert match.requested_by == league.owner
    assert bots_at(match) == [fixture.first.competitor_id, fixture.second.competitor_id]


@pytest.mark.parametrize(("profile", "seats"), [("durak/volga", 2), ("durak/german-team", 4)])
def test_two_sides_meet_whatever_the_usual_number_of_players_is(profile: str, seats: int) -> None:
    drawn(bot_league(2, profile=profile), ONE)
    assert leagues_tick() == 1
    sides = Match.objects.get().participants.values_list("side", flat=True)
    assert len(sides) == seats
    assert set(sides) == {0, 1}


def test_the_versions_are_those_that_play_when_the_match_is_due(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    newer = BotVersionFactory.create(bot=bot_of(fixture.first), active=True)
    leagues_tick()
    assert Match.objects.get().participants.get(side=0).version == newer


def test_what_is_being_played_is_not_made_again(league: League) -> None:
    MatchRunnerFactory.create(slots=5)
    drawn(league, ONE, OTHER)
    assert leagues_tick() == 2
    assert leagues_tick() == 0
    matches_dispatch()
    assert leagues_tick() == 0
    assert Match.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_ticks_at_once_make_no_more_than_one(league: League) -> None:
    MatchRunnerFactory.create(slots=5)
    drawn(league, ONE, OTHER)
    assert at_once([leagues_tick] * 4) == ["done"] * 4
    assert sorted(Match.objects.values_list("fixture__place", flat=True)) == [1, 2]


def test_the_database_has_one_open_match_of_a_fixture(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    leagues_tick()
    with pytest.raises(IntegrityError, match="match_of_a_fixture_once"), transaction.atomic():
        created(kind=Match.Kind.LEAGUE, fixture=fixture)


def _later(fixture: Fixture) -> None:
    soon = timezone.now() + timedelta(minutes=1)
    LeagueRound.objects.filter(pk=fixture.round_id).update(starts_at=soon)


def _own_time(fixture: Fixture) -> None:
    soon = timezone.now() + timedelta(minutes=1)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=soon)


def _withdrawn(fixture: Fixture) -> None:
    LeagueEntry.objects.filter(pk=fixture.second_id).update(status=LeagueEntry.Status.WITHDRAWN)


def _called_off(fixture: Fixture) -> None:
    League.objects.update(state=League.State.CANCELLED)


NOT_DUE = [take_back, _later, _own_time, postpone, _withdrawn, _called_off]


@pytest.mark.parametrize("happens", NOT_DUE)
def test_what_is_not_due_waits(league: League, happens: Callable[[Fixture], None]) -> None:
    (fixture,) = drawn(league, ONE)
    happens(fixture)
    assert leagues_tick() == 0
    assert not Match.objects.exists()


@pytest.mark.parametrize("happens", NOT_DUE)
def test_what_waits_in_the_queue_is_withdrawn_when_the_league_does_not_want_it_any_more(
    league: League, happens: Callable[[Fixture], None]
) -> None:
    (fixture,) = drawn(league, ONE)
    leagues_tick()
    happens(fixture)
    leagues_tick()
    match = Match.objects.get()
    assert (match.state, match.reason) == (MatchState.VOID, LEAGUE_MOVED_ON)


def test_a_match_given_to_others_is_withdrawn_and_played_by_them(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    leagues_tick()
    others = league.entries.order_by("seed")[2:4]
    Fixture.objects.filter(pk=fixture.pk).update(first=others[0], second=others[1])
    leagues_tick()
    old, new = Match.objects.order_by("pk")
    assert old.state == MatchState.VOID
    assert bots_at(new) == [one.competitor_id for one in others]


def test_what_was_postponed_to_a_time_is_played_then(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    postpone(fixture)
    _own_time(fixture)
    assert leagues_tick() == 0
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now())
    assert leagues_tick() == 1


def test_a_paused_arena_makes_no_matches_and_nobody_loses_by_it(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    bench(bot_of(fixture.first))
    published_since(fixture, PATIENCE)
    arena_pause(by=operator(), reason=REASON)
    assert leagues_tick() == 0
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.PLANNED


# Fairness


def test_no_owner_has_more_waiting_than_there_is_room_for() -> None:
    MatchRunnerFactory.create(slots=2)
    owner = UserFactory.create()
    large, small = bot_league(12, owner=owner), bot_league(2, owner=owner)
    drawn(large, *[(place, place + 1) for place in range(0, 12, 2)])
    assert leagues_tick() == 2 * WAITING_PER_SLOT
    drawn(small, ONE)
    assert leagues_tick() == 0
    Match.objects.filter(pk=Match.objects.earliest("pk").pk).update(
        state=MatchState.VOID, reason="So much for that.", ended_at=timezone.now()
    )
    assert leagues_tick() == 1
    assert league_of(Match.objects.latest("pk")) == small, "not hidden by the large one"


def test_one_owner_s_flood_does_not_make_another_s_league_wait(workers: MatchWorkers) -> None:
    MatchRunnerFactory.create(slots=1)
    flood, calm = bot_league(12), bot_league(2)
    drawn(flood, *[(place, place + 1) for place in range(0, 12, 2)])
    drawn(calm, ONE)
    leagues_tick()
    seen: list[League] = []
    for _ in range(2):
        matches_dispatch()
        order = workers.orders[-1]
        seen.append(league_of(Match.objects.get(public_id=order.match)))
        assert match_result_record(result=result_of(order))
    assert set(seen) == {flood, calm}
