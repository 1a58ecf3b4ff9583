"""The score sheet of a league's match: opened for it, and followed by it.

Whoever writes on such a sheet locks its league first, then the sheet: so what is written and what
becomes of the match are one change, and two devices cannot wait for each other.
"""

import uuid

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.burako import Book, BookStatus
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor, service_access
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Kind, Outcome, Winner
from tournaments.models import Fixture, League, Sheet, User
from tournaments.selectors.league_sides import fixtures_with_people, seats_of
from tournaments.selectors.sheets import sheet_book, sheet_league_id
from tournaments.services.leagues.common import league_lock, league_note
from tournaments.services.leagues.result_rows import WITHDRAWN, fixture_brief, result_write
from tournaments.services.leagues.settlements import (
    State,
    fixture_move,
    fixture_open,
    opponents_require,
)
from tournaments.services.sheets import sheet_open_for_league

_BEFORE_PLAY = (State.PLANNED, State.POSTPONED)


@transaction.atomic
def fixture_sheet_open(*, fixture_id: str, visitor: LeagueVisitor) -> Sheet:
    """The score sheet of a match, opened if there is none yet: two devices get the same."""
    access, fixture = fixture_open(fixture_id=fixture_id, visitor=visitor)
    if fixture.sheet is not None:
        return fixture.sheet
    opponents_require(fixture)
    access.require(LeagueAction.ENTER_RESULT)
    version = fixture.league.rule_version
    if version is None or fixture.league.is_of_bots:
        raise ValidationError(
            _("Score sheets are for Burako between people."), code="not_for_sheets"
        )
    sheet = sheet_open_for_league(players=seats_of(fixture=fixture), rule_version=version)
    fixture.sheet = sheet
    fixture.save(update_fields=["sheet"])
    is_begun = fixture.state in _BEFORE_PLAY
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.PLAYING if is_begun else State(fixture.state),
        act=LeagueAct.SHEET_OPENED,
        result=fixture.result,
        after={"sheet": str(sheet.public_id)},
    )
    return sheet


def sheet_league_hold(*, public_id: uuid.UUID) -> League | None:
    """Lock the league of a sheet, if it is a league's; before the sheet itself is locked."""
    league_id = sheet_league_id(public_id=public_id)
    return None if league_id is None else league_lock(public_id=league_id)


def fixture_sheet_follow(
    *, sheet: Sheet, league: League | None, by: User | None, before: Book, after: Book
) -> None:
    """Let a match follow what was just written on its sheet, in the same transaction: confirmed
    there, it is final; reopened, its result is taken back; a dispute is the organizers' to see."""
    if league is None:
        return
    fixture = fixtures_with_people().filter(league=league, sheet=sheet).first()
    if fixture is None:  # given to others meanwhile
        return
    fixture.league = league
    access = LeagueAccess(league, service_access(league=league).roles, fixture, account=by)
    was, now = before.status, after.status
    if now is BookStatus.CONFIRMED and was is not now:
        _confirmed(access, fixture, sheet_outcome(sheet=sheet, book=after))
    elif was is BookStatus.CONFIRMED and now is not was:
        _reopened(access, fixture)
    elif now is BookStatus.DISPUTED and was is not now:
        _tell(access, fixture, LeagueAct.RESULT_DISPUTED)
    elif fixture.state in _BEFORE_PLAY:
        fixture_move(
            access=access,
            fixture=fixture,
            state=State.PLAYING,
            act=LeagueAct.SHEET_OPENED,
            result=fixture.result,
        )


def sheet_outcome(*, sheet: Sheet, book: Book) -> Outcome:
    """What a sheet says at its end."""
    progress = book.progress
    assert progress.outcome is not None
    winners = {0: Winner.FIRST, 1: Winner.SECOND, None: Winner.NOBODY}
    return Outcome(
        Kind.SHEET,
        winners[progress.outcome.winner],
        points=(progress.totals[0], progress.totals[1]),
        detail={
            "sheet": str(sheet.public_id),
            "seq": book.seq,
            "hands": len(progress.running),
            "reason": progress.outcome.reason.value,
        },
    )


def fixture_sheet_outcome(*, fixture: Fixture) -> Outcome | None:
    """What the sheet of a match says now, if the match is over there: for an organizer who decides
    that it is right."""
    if fixture.sheet is None:
        return None
    book = sheet_book(sheet=fixture.sheet)
    over = book.progress.outcome is not None
    return sheet_outcome(sheet=fixture.sheet, book=book) if over else None


def _confirmed(access: LeagueAccess, fixture: Fixture, outcome: Outcome) -> None:
    """Final; but level in a knockout, it waits for an organizer."""
    is_level = fixture.bracket_match is not None and outcome.is_level
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.ENTERED if is_level else State.CONFIRMED,
        act=LeagueAct.RESULT_ENTERED if is_level else LeagueAct.RESULT_CONFIRMED,
        result=result_write(access=access, fixture=fixture, outcome=outcome),
    )


def _reopened(access: LeagueAccess, fixture: Fixture) -> None:
    """Taken back, unless others have played on because of it."""
    if fixture.bracket_match is not None and _is_built_upon(fixture):
        raise ValidationError(
            _(
                "Later matches of the knockout hang on this one, so it cannot be reopened here. "
                "Ask an organizer to correct its result."
            ),
            code="built_upon",
        )
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.PLAYING,
        act=LeagueAct.RESULT_WITHDRAWN,
        result=result_write(access=access, fixture=fixture, outcome=WITHDRAWN),
    )


def _is_built_upon(fixture: Fixture) -> bool:
    """Whether a match that somebody reached through this one has begun."""
    later = Fixture.objects.filter(
        league=fixture.league, bracket_match__gt=fixture.bracket_match
    ).exclude(state__in=(State.PLANNED, State.CANCELLED))
    both = {fixture.first_id, fixture.second_id}
    return any(both & {one.first_id, one.second_id} for one in later)


def _tell(access: LeagueAccess, fixture: Fixture, act: LeagueAct) -> None:
    league_note(
        access=access,
        action=act,
        entry=fixture.first,
        other_entry=fixture.second,
        round=fixture.round,
        fixture=fixture,
        after=fixture_brief(fixture),
    )
