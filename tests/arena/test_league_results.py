"""What matches of bot leagues come to: told once, taken back if void; and bots that cannot play."""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.match_states import MatchState
from arena.models import Bot, Match, MatchParticipant
from arena.services.league_matches import (
    PATIENCE,
    VOIDS_MAX,
    leagues_tick,
)
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from arena.services.match_steps import match_step
from arena.services.operations import match_void_by_staff
from tests.arena.league_kit import (
    bot_league,
    bot_of,
    drawn,
    play,
    postpone,
    published_since,
    take_back,
)
from tests.arena.match_kit import MatchWorkers, match_workers, result_of
from tests.arena.operator_kit import REASON, operator
from tests.arena.shown_matches import bench
from tests.factories import MatchRunnerFactory
from tournaments.league_access import LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import (
    Fixture,
    FixtureResult,
    League,
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
    take_back(fixture)
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
        postpone(fixture)
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
    published_since(held_up, PATIENCE - timedelta(minutes=1))
    leagues_tick()
    held_up.refresh_from_db()
    assert held_up.state == Fixture.State.PLANNED


def test_a_bot_that_still_cannot_play_after_a_day_has_not_come(league: League) -> None:
    (fixture,) = drawn(league, ONE)
    bench(bot_of(fixture.first))
    published_since(fixture, PATIENCE)
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
    published_since(fixture, PATIENCE)
    leagues_tick()
    result = fixture.results.get()
    assert (result.first_absent, result.second_absent, result.winner) == (True, True, "nobody")


def test_a_round_with_a_deadline_waits_until_then_and_no_longer(league: League) -> None:
    now = timezone.now()
    (patient,) = drawn(league, ONE, deadline=now + timedelta(days=3))
    (strict,) = drawn(league, OTHER, deadline=now - timedelta(minutes=1))
    for fixture in (patient, strict):
        bench(bot_of(fixture.first))
    published_since(patient, 2 * PATIENCE)
    published_since(strict, timedelta(hours=1))
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
