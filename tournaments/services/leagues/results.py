"""Results of a league's matches are entered: by officials they are final at once, by a player they
wait for the other side."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Absent, Entered, Outcome, note_clean
from tournaments.models import Fixture, FixtureResult
from tournaments.services.leagues.answers import result_confirm
from tournaments.services.leagues.common import revision_check
from tournaments.services.leagues.result_rows import entered_read, result_write
from tournaments.services.leagues.settlements import (
    State,
    fixture_move,
    fixture_open,
)


@transaction.atomic
def fixture_result_enter(
    *,
    fixture_id: str,
    visitor: LeagueVisitor,
    entered: Entered,
    revision: int,
    note: str = "",
) -> FixtureResult:
    """Enter what came of a match; the row that says so.

    The same again is not a second result: from the same side it changes nothing, from the other
    side or an official it confirms. Who did not come is the organizers' to say.
    """
    access, fixture = fixture_open(fixture_id=fixture_id, visitor=visitor)
    action = LeagueAction.DECIDE if isinstance(entered, Absent) else LeagueAction.ENTER_RESULT
    if not access.is_one_who_may(action):
        access.require(action)
    note = note_clean(note)
    outcome = entered_read(fixture=fixture, entered=entered, note=note)
    latest = fixture.result
    is_same = latest is not None and Outcome.of(latest) == outcome
    if latest is not None and is_same and fixture.state == State.CONFIRMED:
        return latest
    access.require(action)
    access.require(LeagueAction.ENTER_RESULT)  # what is final or disputed is decided, with a note
    if latest is not None and is_same and fixture.state == State.ENTERED:
        return _again(access, fixture, latest)
    revision_check(found=fixture.revision, expected=revision)
    if access.is_official:
        return _enter(access, fixture, outcome, note=note, side=None)
    side = min(access.sides)
    _require_free(fixture, side)
    return _enter(access, fixture, outcome, note=note, side=side)


def _again(access: LeagueAccess, fixture: Fixture, latest: FixtureResult) -> FixtureResult:
    if access.is_official:
        result_confirm(access=access, fixture=fixture, side=None)
    elif others := access.sides - {latest.side}:
        result_confirm(access=access, fixture=fixture, side=min(others))
    return latest


def _require_free(fixture: Fixture, side: int) -> None:
    """A player does not write over what others have begun."""
    if fixture.sheet is not None and fixture.sheet.last_seq:
        raise ValidationError(
            _(
                "This match is being written on a score sheet. "
                "Finish it there, or ask an organizer to enter the total."
            ),
            code="sheet_under_way",
        )
    if fixture.state == State.ENTERED and fixture.result and fixture.result.side != side:
        raise ValidationError(
            _(
                "The other side has entered another result. "
                "Confirm it, or object and say what is wrong with it."
            ),
            code="to_be_answered",
        )


def _enter(
    access: LeagueAccess, fixture: Fixture, outcome: Outcome, *, note: str, side: int | None
) -> FixtureResult:
    result = result_write(access=access, fixture=fixture, outcome=outcome, note=note, side=side)
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.CONFIRMED if side is None else State.ENTERED,
        act=LeagueAct.RESULT_ENTERED,
        result=result,
        note=note,
    )
    return result
