"""Matches of bot leagues are played when they are due, once, and at nobody else's cost."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.match_reasons import LEAGUE_MOVED_ON
from arena.match_states import MatchState
from arena.models import Bot, Match, MatchParticipant
from arena.services.league_matches import (
    PATIENCE,
    VOIDS_MAX,
    WAITING_PER_SLOT,
    leagues_tick,
)
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from arena.services.match_steps import match_step
from arena.services.operations import arena_pause, match_void_by_staff
from arena.tasks import leagues_tick_task
from deploy.celery_app import app
from tests.arena.league_kit import bot_league, drawn, play
from tests.arena.match_kit import MatchWorkers, created, match_workers, result_of
from tests.arena.operator_kit import REASON, operator
from tests.arena.shown_matches import bench
from tests.arena.test_bot_concurrency import at_once
from tests.factories import BotVersionFactory, MatchRunnerFactory, UserFactory
from tournaments.league_access import LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import (
    Fixture,
    FixtureResult,
    League,
    LeagueEntry,
    LeagueRound,
    ResultEvent,
)
from tournaments.services.leagues.postponing import fixture_resume

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


def bot_of(entry: LeagueEntry) -> Bot:
    return Bot.objects.get(competitor=entry.competitor)


def bots_at(match: Match) -> list[int]:
    seats = match.participants.order_by("side")
    return [one.version.bot.competitor_id for one in seats]


def league_of(match: Match) -> League:
    assert match.fixture is not None
    return match.fixture.league


def now_is_later(fixture: Fixture, by: timedelta) -> None:
    LeagueRound.objects.filter(pk=fixture.round_id).update(published_at=timezone.now() - by)


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


def _draft(fixture: Fixture) -> None:
    LeagueRound.objects.filter(pk=fixture.round_id).update(state=LeagueRound.State.DRAFT)


def _later(fixture: Fixture) -> None:
    soon = timezone.now() + timedelta(minutes=1)
    LeagueRound.objects.filter(pk=fixture.round_id).update(starts_at=soon)


def _own_time(fixture: Fixture) -> None:
    soon = timezone.now() + timedelta(minutes=1)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=soon)


def _postponed(fixture: Fixture) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.POSTPONED)


def _withdrawn(fixture: Fixture) -> None:
    LeagueEntry.objects.filter(pk=fixture.second_id).update(status=LeagueEntry.Status.WITHDRAWN)


def _called_off(fixture: Fixture) -> None:
    League.objects.update(state=League.State.CANCELLED)


NOT_DUE = [_draft, _later, _own_time, _postponed, _withdrawn, _called_off]


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
    _postponed(fixture)
    _own_time(fixture)
    assert leagues_tick() == 0
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now())
    assert leagues_tick() == 1


def test_a_paused_arena_makes_no_matches_and_nobody_loses_by_it(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    bench(bot_of(fixture.first))
    now_is_later(fixture, PATIENCE)
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


# Results


def test_a_settled_match_decides_its_fixture_once(league: League, workers: MatchWorkers) -> None:
    MatchRunnerFactory.create()
    (fixture,) = drawn(league, ONE)
    leagues_tick()
    match = play(Match.objects.get(), workers)
    assert match_result_record(result=result_of(workers.orders[-1])) is False
    fixture.refresh_from_db()
    result = fixture.results.get()
    assert (fixture.state, fixture.result) == (Fixture.State.CONFIRMED, result)
    assert (result.kind, result.detail["match"]) == (FixtureResult.Kind.BOTS, match.public_id)
    seats = match.participants.order_by("side")
    assert [result.points_first, result.points_second] == [one.points for one in seats]
    taken = sum(
        Fraction(2 if board["points"][0] > board["points"][1] else 1, 2)
        for board in match.results
        if board["points"][0] >= board["points"][1]
    ) / len(match.results)
    expected = (
        "first" if taken > Fraction(1, 2) else "second" if taken < Fraction(1, 2) else "nobody"
    )
    assert result.winner == expected
    assert leagues_tick() == 0


def test_a_result_that_an_organizer_has_entered_meanwhile_stands(
    league: League, workers: MatchWorkers
) -> None:
    MatchRunnerFactory.create()
    (fixture,) = drawn(league, ONE)
    leagues_tick()
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.CANCELLED)
    match = play(Match.objects.get(), workers)
    fixture.refresh_from_db()
    assert match.state == MatchState.SETTLED
    assert (fixture.state, fixture.results.count()) == (Fixture.State.CANCELLED, 0)


def test_a_match_whose_round_was_taken_back_is_settled_all_the_same(
    league: League, workers: MatchWorkers
) -> None:
    MatchRunnerFactory.create()
    (fixture,) = drawn(league, ONE)
    leagues_tick()
    _draft(fixture)
    match = play(Match.objects.get(), workers)
    assert match.state == MatchState.SETTLED
    assert not fixture.results.exists()


@pytest.mark.parametrize("visibility", League.Visibility)
def test_only_what_a_public_league_plays_counts_among_everybody_s_results(
    workers: MatchWorkers, visibility: League.Visibility
) -> None:
    MatchRunnerFactory.create()
    drawn(bot_league(2, visibility=visibility), ONE)
    leagues_tick()
    play(Match.objects.get(), workers)
    assert ResultEvent.objects.exists() == (visibility is League.Visibility.PUBLIC)


def void(match: Match) -> None:
    match_step(match=match, after=MatchState.VOID, reason="A worker was lost.")


def test_a_void_match_is_played_again_a_few_times_and_then_waits_for_the_organizer(
    league: League,
) -> None:
    (fixture,) = drawn(league, ONE)
    for _ in range(VOIDS_MAX):
        assert leagues_tick() == 1
        void(Match.objects.latest("pk"))
    assert leagues_tick() == 0
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.POSTPONED
    event = league.events.get(action=LeagueAct.BOTS_FAILED)
    assert (event.fixture, event.note) == (fixture.public_id, "A worker was lost.")
    fixture_resume(fixture_id=fixture.public_id, visitor=LeagueVisitor(account=league.owner))
    for _ in range(VOIDS_MAX):
        assert leagues_tick() == 1
        void(Match.objects.latest("pk"))
    assert leagues_tick() == 0
    assert Match.objects.filter(fixture=fixture).count() == 2 * VOIDS_MAX


def test_what_the_league_itself_withdrew_is_no_failure(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    for _ in range(VOIDS_MAX + 1):
        leagues_tick()
        _postponed(fixture)
        leagues_tick()
        Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.PLANNED)
    assert leagues_tick() == 1


def test_staff_void_a_settled_match_and_its_result_counts_in_the_league_no_longer(
    league: League, workers: MatchWorkers
) -> None:
    MatchRunnerFactory.create()
    (fixture,) = drawn(league, ONE)
    leagues_tick()
    match = play(Match.objects.get(), workers)
    match_void_by_staff(match=match, by=operator(), reason=REASON)
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.PLANNED
    assert [one.kind for one in fixture.results.order_by("number")] == ["bots", "withdrawn"]
    assert leagues_tick() == 1
    play(Match.objects.latest("pk"), workers)
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.CONFIRMED


def locked_in_order(asked: CaptureQueriesContext) -> list[str]:
    """The tables whose rows were locked, in this order."""
    statements = (one["sql"] for one in asked.captured_queries)
    locks = (sql for sql in statements if " FOR UPDATE" in sql or " FOR NO KEY UPDATE" in sql)
    tables = [sql.partition(' FROM "')[2].partition('"')[0] for sql in locks]
    return [table for table in dict.fromkeys(tables) if table in LOCKED]


def test_the_arena_s_row_comes_before_the_league_and_the_league_before_the_match(
    league: League, workers: MatchWorkers
) -> None:
    """Organizers hold their league and then let go of its matches: the other way round would be a
    ring."""
    MatchRunnerFactory.create()
    drawn(league, ONE)
    leagues_tick()
    matches_dispatch()
    with CaptureQueriesContext(connection) as settling:
        assert match_result_record(result=result_of(workers.orders[-1]))
    assert locked_in_order(settling) == LOCKED
    with CaptureQueriesContext(connection) as voiding:
        match_void_by_staff(match=Match.objects.get(), by=operator(), reason=REASON)
    assert locked_in_order(voiding) == LOCKED


# Bots that cannot play


def test_a_match_waits_for_a_bot_that_cannot_play_and_the_others_are_played(
    league: League,
) -> None:
    MatchRunnerFactory.create(slots=5)
    held_up, other = drawn(league, ONE, OTHER)
    bench(bot_of(held_up.first))
    assert leagues_tick() == 1
    assert Match.objects.get().fixture == other
    now_is_later(held_up, PATIENCE - timedelta(minutes=1))
    leagues_tick()
    held_up.refresh_from_db()
    assert held_up.state == Fixture.State.PLANNED


def test_a_bot_that_still_cannot_play_after_a_day_has_not_come(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    bench(bot_of(fixture.first))
    now_is_later(fixture, PATIENCE)
    assert leagues_tick() == 0
    fixture.refresh_from_db()
    result = fixture.results.get()
    assert fixture.state == Fixture.State.CONFIRMED
    assert (result.kind, result.winner) == (FixtureResult.Kind.FORFEIT, "second")
    assert (result.first_absent, result.second_absent) == (True, False)
    assert "is benched" in result.note


def test_if_neither_can_play_neither_has_come(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    for entry in (fixture.first, fixture.second):
        Bot.objects.filter(competitor=entry.competitor_id).update(retired_at=timezone.now())
    now_is_later(fixture, PATIENCE)
    leagues_tick()
    result = fixture.results.get()
    assert (result.first_absent, result.second_absent, result.winner) == (True, True, "nobody")


def test_a_round_with_a_deadline_waits_until_then_and_no_longer(league: League) -> None:
    now = timezone.now()
    (patient,) = drawn(league, ONE, deadline=now + timedelta(days=3))
    (strict,) = drawn(league, OTHER, deadline=now - timedelta(minutes=1))
    for fixture in (patient, strict):
        bench(bot_of(fixture.first))
    now_is_later(patient, 2 * PATIENCE)
    now_is_later(strict, timedelta(hours=1))
    leagues_tick()
    assert not patient.results.exists()
    assert strict.results.exists()


def test_a_bot_that_can_play_again_plays(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    benched = bench(bot_of(fixture.first))
    assert leagues_tick() == 0
    benched.delete()
    assert leagues_tick() == 1
    assert MatchParticipant.objects.count() == 2
