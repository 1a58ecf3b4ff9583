"""Leagues of bots go on by themselves, round after round, until they are over."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.match_states import MatchState
from arena.models import Match
from arena.services.league_matches import leagues_tick
from arena.services.operations import match_void_by_staff
from tests.arena.league_kit import bot_league, play, play_all
from tests.arena.match_kit import MatchWorkers, match_workers
from tests.arena.operator_kit import REASON, operator
from tests.arena.test_bot_concurrency import at_once
from tests.factories import MatchRunnerFactory, running_league
from tournaments.league_access import LeagueRole, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, League, LeagueRound
from tournaments.selectors.league_bots import HANDS_OFF
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.bot_rounds import bot_leagues_advance
from tournaments.services.leagues.leaving import Remaining, entry_return, entry_withdraw
from tournaments.services.leagues.postponing import fixture_call_off
from tournaments.services.leagues.rounds import round_publish, round_unpublish, rounds_draft
from tournaments.services.leagues.states import league_reopen

pytestmark = pytest.mark.django_db

Format = League.Format


@pytest.fixture(autouse=True)
def workers(request: pytest.FixtureRequest) -> Iterator[MatchWorkers]:
    marker = request.node.get_closest_marker("django_db")
    with match_workers(commits=bool(marker and marker.kwargs.get("transaction"))) as found:
        MatchRunnerFactory.create(slots=8)
        yield found


def organizer_of(league: League) -> LeagueVisitor:
    return LeagueVisitor(account=league.owner)


def published(league: League) -> list[int]:
    rounds = league.rounds.filter(state=LeagueRound.State.PUBLISHED)
    return sorted(rounds.values_list("number", flat=True))


@pytest.mark.parametrize(
    ("size", "matches", "fields"),
    [
        pytest.param(4, 6, {"format": Format.ROUND_ROBIN}, id="round robin"),
        pytest.param(3, 6, {"format": Format.DOUBLE_ROUND_ROBIN}, id="double round robin"),
        pytest.param(5, 6, {"format": Format.SWISS, "rounds_planned": 3}, id="Swiss"),
        pytest.param(5, 5, {"format": Format.KNOCKOUT, "third_place": True}, id="knockout"),
        pytest.param(
            6, 6 + 3, {"format": Format.GROUPS, "groups": 2, "qualifiers": 2}, id="groups"
        ),
    ],
)
def test_a_league_plays_itself_to_its_end(
    workers: MatchWorkers, size: int, matches: int, fields: dict[str, object]
) -> None:
    league = play_all(bot_league(size, **fields), workers)
    assert league.state == League.State.FINISHED
    assert league_book(league=league).is_complete()
    assert set(league.fixtures.values_list("state", flat=True)) == {Fixture.State.CONFIRMED}
    assert league.fixtures.count() == matches
    assert Match.objects.filter(fixture__isnull=False).count() >= matches
    by_hand = league.events.exclude(role=LeagueRole.SERVICE)
    assert not by_hand.exists(), "the log says that the house did it"


def test_a_round_is_published_when_the_one_before_is_decided(workers: MatchWorkers) -> None:
    league = bot_league(4)
    leagues_tick()
    assert published(league) == [1]
    first, second = Match.objects.order_by("pk")
    play(first, workers)
    leagues_tick()
    assert published(league) == [1]
    play(second, workers)
    leagues_tick()
    assert published(league) == [1, 2]


def test_what_is_postponed_does_not_hold_up_the_next_round_but_the_end() -> None:
    league = bot_league(4)
    leagues_tick()
    for _ in range(4):
        Fixture.objects.filter(state=Fixture.State.PLANNED).update(state=Fixture.State.POSTPONED)
        bot_leagues_advance()
    league.refresh_from_db()
    assert published(league) == [1, 2, 3]
    assert league.state == League.State.RUNNING


def test_what_an_organizer_has_called_off_is_not_drawn_again_by_itself(
    workers: MatchWorkers,
) -> None:
    league = bot_league(3)
    leagues_tick()
    off = league.fixtures.get(round__number=1)
    whose = organizer_of(league)
    fixture_call_off(fixture_id=off.public_id, visitor=whose, note="Not these.")
    for _ in range(4):
        leagues_tick()
        for waiting in Match.objects.filter(state=MatchState.QUEUED):
            play(waiting, workers)
    assert published(league) == [1, 2, 3]
    later = timezone.now() + HANDS_OFF + timedelta(seconds=1)
    assert bot_leagues_advance(now=later) == 0
    assert league.rounds.count() == 3
    [extra] = rounds_draft(public_id=league.public_id, visitor=whose)
    bot_leagues_advance(now=later)
    assert published(league) == [1, 2, 3, extra.number], "its organizers may draw it"


def test_who_comes_back_meets_whom_they_missed() -> None:
    league = bot_league(2)
    leagues_tick()
    missed = league.fixtures.get()
    who: dict[str, Any] = {"public_id": league.public_id, "visitor": organizer_of(league)}
    entry_withdraw(**who, entry_id=missed.first_id, remaining=Remaining.CANCEL)
    entry_return(**who, entry_id=missed.first_id)
    bot_leagues_advance()
    assert published(league) == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_publish_one_round() -> None:
    league = bot_league(4)
    assert at_once([bot_leagues_advance] * 4) == ["done"] * 4
    assert published(league) == [1]
    assert league.events.filter(action=LeagueAct.ROUND_PUBLISHED).count() == 1


def test_leagues_of_people_are_left_to_their_organizers() -> None:
    league = running_league(4)
    assert bot_leagues_advance() == 0
    assert not league.rounds.exists()


def test_nothing_is_drawn_while_an_organizer_is_at_it() -> None:
    league = bot_league(4)
    rounds_draft(public_id=league.public_id, visitor=organizer_of(league))
    bot_leagues_advance()
    assert published(league) == []


def test_what_an_organizer_drew_is_published_when_they_have_left_it() -> None:
    league = bot_league(4)
    rounds_draft(public_id=league.public_id, visitor=organizer_of(league))
    later = timezone.now() + HANDS_OFF + timedelta(seconds=1)
    bot_leagues_advance(now=later)
    assert published(league) == [1]


def test_a_round_that_an_organizer_has_taken_back_waits_for_them() -> None:
    league = bot_league(4)
    leagues_tick()
    round_unpublish(public_id=league.public_id, visitor=organizer_of(league), number=1)
    later = timezone.now() + HANDS_OFF + timedelta(seconds=1)
    bot_leagues_advance(now=later)
    assert published(league) == []
    round_publish(public_id=league.public_id, visitor=organizer_of(league), number=1)
    assert published(league) == [1]


def test_a_league_that_somebody_reopened_is_not_finished_again_by_itself(
    workers: MatchWorkers,
) -> None:
    league = play_all(bot_league(2), workers)
    league_reopen(public_id=league.public_id, visitor=organizer_of(league))
    bot_leagues_advance(now=timezone.now() + HANDS_OFF + timedelta(seconds=1))
    league.refresh_from_db()
    assert league.state == League.State.RUNNING


def test_a_match_that_is_declared_void_after_the_end_is_played_again(
    workers: MatchWorkers,
) -> None:
    league = play_all(bot_league(2), workers)
    match_void_by_staff(match=Match.objects.get(), by=operator(), reason=REASON)
    league.refresh_from_db()
    assert league.state == League.State.RUNNING
    assert play_all(league, workers).state == League.State.FINISHED
    assert Match.objects.count() == 2


def test_a_league_that_cannot_go_on_does_not_keep_others_from_it() -> None:
    bot_league(1)
    league = bot_league(2)
    assert bot_leagues_advance() == 1
    assert published(league) == [1]
