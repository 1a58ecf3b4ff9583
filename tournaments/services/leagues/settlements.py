"""How a match of a league changes: under the league's lock, with what depends on it, and with one
entry in the log. Everything that becomes of a match goes through here.

Locks are taken in one order: the league, whoever asks, its sheet, players, the ladder.
"""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.league import LeagueBook, changes
from scoring.messages import Message
from tournaments.league_access import (
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    LeagueVisitor,
    league_access,
)
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, FixtureResult, League, LeagueEvent, LeagueRound
from tournaments.selectors.league_sides import fixtures_with_people
from tournaments.selectors.leagues import league_book, league_terms
from tournaments.services.leagues.brackets import bracket_follow
from tournaments.services.leagues.common import league_lock, league_note, visitor_hold
from tournaments.services.leagues.match_ratings import (
    fixture_players_hold,
    fixture_result_rate,
    fixture_result_unrate,
)
from tournaments.services.leagues.result_rows import fixture_brief

State = Fixture.State


def fixture_lock(*, fixture_id: str) -> Fixture:
    """A match whose league nobody else changes until this transaction ends; those of drafts are
    nobody's yet."""
    found = Fixture.objects.filter(public_id=fixture_id).values_list("league__public_id").first()
    if found is None:
        raise LeagueDeniedError(Denial.NO_LEAGUE)
    league = league_lock(public_id=found[0])
    fixture = fixtures_with_people().filter(league=league, public_id=fixture_id).first()
    if fixture is None or fixture.round.state != LeagueRound.State.PUBLISHED:
        raise LeagueDeniedError(Denial.NO_LEAGUE)
    fixture.league = league
    return fixture


def fixture_open(*, fixture_id: str, visitor: LeagueVisitor) -> tuple[LeagueAccess, Fixture]:
    """A match, its league locked, and what the visitor is to it; whoever may not even read the
    league is refused."""
    fixture = fixture_lock(fixture_id=fixture_id)
    asking = visitor_hold(visitor)
    access = league_access(league=fixture.league, visitor=asking, fixture=fixture)
    access.require(LeagueAction.READ)
    return access, fixture


def opponents_require(fixture: Fixture) -> None:
    """Refuse a match of a bracket in which nobody knows who meets, and one that was called off
    between two who were drawn again instead."""
    if fixture.state != State.CANCELLED:
        return
    if fixture.bracket_match is not None:
        raise ValidationError(
            _("It is not known who meets here: an earlier match has to be decided first."),
            code="no_opponents",
        )
    both = (fixture.first_id, fixture.second_id)
    meetings = fixture.league.fixtures.exclude(state=State.CANCELLED).filter(
        first__in=both, second__in=both, bracket_match=None
    )
    if meetings.count() >= league_terms(league=fixture.league).cycles:
        raise ValidationError(
            _("These two have been drawn again, so this match stays called off."),
            code="drawn_again",
        )


def fixture_move(
    *,
    access: LeagueAccess,
    fixture: Fixture,
    state: Fixture.State,
    act: LeagueAct,
    result: FixtureResult | None,
    note: str = "",
    after: Mapping[str, object] | None = None,
    is_decision: bool = False,
) -> LeagueEvent:
    """Let a match stand so from now on, with this as its latest result: what counted and does no
    longer leaves the ladder, what counts now reaches it, the bracket follows, and the log says what
    else a correction, or an organizer's decision, has changed. What a first result moves is plain
    in the table, and not worked out."""
    was = fixture_brief(fixture)
    is_compared = is_decision or fixture.state == State.CONFIRMED
    book = league_book(league=fixture.league) if is_compared else None
    counted = fixture_apply(fixture=fixture, state=state, result=result)
    consequences = league_follow(league=fixture.league, before=book) if counted else ()
    return league_note(
        access=access,
        action=act,
        entry=fixture.first,
        other_entry=fixture.second,
        round=fixture.round,
        fixture=fixture,
        before=was,
        after={**fixture_brief(fixture), **(after or {})},
        consequences=consequences,
        note=note,
    )


def fixture_apply(*, fixture: Fixture, state: Fixture.State, result: FixtureResult | None) -> bool:
    """As `fixture_move`, without what follows for others and without the log: for whoever changes
    several matches at once. Whether anything that counts has changed."""
    counted = fixture.result if fixture.state == State.CONFIRMED else None
    counts = result if state == State.CONFIRMED else None
    fixture.state, fixture.result = state, result
    fixture.revision += 1
    fixture.save(update_fields=["state", "result", "revision"])
    if counted == counts:
        return False
    fixture_players_hold(fixture=fixture)
    if counted is not None:
        fixture_result_unrate(result=counted)
    if counts is not None:
        fixture_result_rate(fixture=fixture, result=counts)
    return True


def league_follow(*, league: League, before: LeagueBook | None) -> tuple[Message, ...]:
    """What follows for the rest of the league from what has been changed in it: later matches of a
    bracket are given to those who meet there now. In words, compared with the book of before."""
    has_bracket = bool(league.play_off_seeds)  # since its first round was drawn
    if before is None and not has_bracket:
        return ()
    book = league_book(league=league)
    said = changes(before, book) if before is not None else ()
    if has_bracket:
        bracket_follow(league=league, book=book)
    return said
