"""The matches of a bracket follow its results: after a correction others may meet.

A match that was played between two who do not meet there any more counts no longer. It is given to
those who do; while one of them is not known, nobody plays it.
"""

from scoring.league import LeagueBook
from scoring.league.records import entry_of
from scoring.messages import message_to_json
from scoring.pairing import MatchState
from tournaments.league_access import service_access
from tournaments.live.notify import live_notify
from tournaments.live.topics import sheet_topic
from tournaments.models import Fixture, FixtureResult, League, LeagueRound
from tournaments.selectors.league_sides import fixtures_with_people
from tournaments.services.leagues.match_ratings import fixture_result_unrate
from tournaments.services.leagues.result_rows import WITHDRAWN, result_write

State = Fixture.State


def bracket_follow(*, league: League, book: LeagueBook) -> None:
    """Let every match of the bracket be between those who meet there."""
    states = {state.match.number: state for state in book.bracket_states()}
    drawn = fixtures_with_people().filter(league=league, bracket_match__in=states)
    for fixture in drawn.order_by("round__number", "place"):
        fixture.league = league
        _follow(fixture, states[fixture.bracket_match or 0])


def _follow(fixture: Fixture, state: MatchState) -> None:
    if _same(fixture, state):
        if fixture.state == State.CANCELLED and state.is_ready:
            _become(fixture, State.PLANNED)
    elif state.is_ready:
        _give_away(fixture)
        fixture.first_id, fixture.second_id = entry_of(state.a), entry_of(state.b)
        fixture.reasons = [message_to_json(state.match.why)]
        fixture.by_hand = False
        _become(fixture, State.PLANNED)
    elif fixture.round.state == LeagueRound.State.DRAFT:
        _drop(fixture)
    elif fixture.state != State.CANCELLED:
        _give_away(fixture)
        _become(fixture, State.CANCELLED)


def _drop(fixture: Fixture) -> None:
    """Of a draft, which is dropped with its last match: a round of nothing cannot be published."""
    drafted = fixture.round
    fixture.delete()
    if not drafted.fixtures.exists() and not drafted.byes.exists():
        drafted.delete()


def _same(fixture: Fixture, state: MatchState) -> bool:
    return {fixture.first_id, fixture.second_id} == {state.a, state.b}


def _give_away(fixture: Fixture) -> None:
    """What was said and played here was between others."""
    result = fixture.result
    if result is not None and result.kind != FixtureResult.Kind.WITHDRAWN:
        if fixture.state == State.CONFIRMED:
            fixture_result_unrate(result=result)
        house = service_access(league=fixture.league, fixture=fixture)
        result_write(access=house, fixture=fixture, outcome=WITHDRAWN)
    if fixture.sheet is not None:
        live_notify(sheet_topic(fixture.sheet.public_id))
    fixture.sheet = None
    fixture.starts_at = None


def _become(fixture: Fixture, state: Fixture.State) -> None:
    fixture.state, fixture.result = state, None
    fixture.revision += 1
    fixture.save()
