"""Matches that are played later, or not at all. All of this is the organizers'."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Kind, note_clean
from tournaments.models import Fixture, FixtureResult
from tournaments.services.leagues.common import revision_check
from tournaments.services.leagues.result_rows import WITHDRAWN, result_write
from tournaments.services.leagues.round_dates import moment_check
from tournaments.services.leagues.settlements import (
    State,
    fixture_move,
    fixture_open,
    opponents_require,
)


@transaction.atomic
def fixture_postpone(
    *,
    fixture_id: str,
    visitor: LeagueVisitor,
    until: datetime | None,
    revision: int,
    note: str = "",
) -> Fixture:
    """Play a match later, at a time or whenever it suits both: the next round does not wait for it.
    Another time can be set as often as needed."""
    access, fixture = _decided(fixture_id, visitor)
    moment_check(until=until)
    opponents_require(fixture)
    if fixture.state in (State.ENTERED, State.DISPUTED, State.CONFIRMED):
        raise ValidationError(
            _("This match has a result already, so it cannot be postponed."), code="has_result"
        )
    if fixture.state == State.POSTPONED and fixture.starts_at == until:
        return fixture
    revision_check(found=fixture.revision, expected=revision)
    _set_start(fixture, until)
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.POSTPONED,
        act=LeagueAct.FIXTURE_POSTPONED,
        result=fixture.result,
        note=note_clean(note),
        after={"starts_at": until.isoformat() if until is not None else None},
    )
    return fixture


@transaction.atomic
def fixture_resume(
    *, fixture_id: str, visitor: LeagueVisitor, note: str = "", revision: int | None = None
) -> Fixture:
    """Play a match after all that was postponed or called off. With `revision`, as it was seen."""
    access, fixture = _decided(fixture_id, visitor)
    opponents_require(fixture)
    if fixture.state not in (State.POSTPONED, State.CANCELLED):
        return fixture
    _check_seen(fixture, revision)
    is_begun = fixture.sheet is not None and fixture.sheet.last_seq > 0
    _set_start(fixture, None)
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.PLAYING if is_begun else State.PLANNED,
        act=LeagueAct.FIXTURE_RESUMED,
        result=fixture.result,
        note=note_clean(note),
    )
    return fixture


@transaction.atomic
def fixture_call_off(
    *, fixture_id: str, visitor: LeagueVisitor, note: str, revision: int | None = None
) -> Fixture:
    """Let a match not be played; if it has been, it counts no longer. With `revision`, nothing is
    taken back that was not seen."""
    access, fixture = _decided(fixture_id, visitor)
    if fixture.state == State.CANCELLED:
        return fixture
    if fixture.bracket_match is not None:
        raise ValidationError(
            _(
                "In a knockout one of both has to go on, so the match cannot be called off. "
                "Enter who did not come instead."
            ),
            code="in_knockout",
        )
    note = note_clean(note, needed=_("Say why: both sides will read it."))
    _check_seen(fixture, revision)
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.CANCELLED,
        act=LeagueAct.FIXTURE_CALLED_OFF,
        result=result_withdraw(access=access, fixture=fixture, note=note),
        note=note,
    )
    return fixture


def result_withdraw(
    *, access: LeagueAccess, fixture: Fixture, note: str = ""
) -> FixtureResult | None:
    """That the latest result is taken back, if there is one to take back."""
    latest = fixture.result
    if latest is None or latest.kind == Kind.WITHDRAWN:
        return latest
    return result_write(access=access, fixture=fixture, outcome=WITHDRAWN, note=note)


def _decided(fixture_id: str, visitor: LeagueVisitor) -> tuple[LeagueAccess, Fixture]:
    access, fixture = fixture_open(fixture_id=fixture_id, visitor=visitor)
    access.require(LeagueAction.DECIDE)
    return access, fixture


def _check_seen(fixture: Fixture, revision: int | None) -> None:
    if revision is not None:
        revision_check(found=fixture.revision, expected=revision)


def _set_start(fixture: Fixture, starts_at: datetime | None) -> None:
    fixture.starts_at = starts_at
    fixture.save(update_fields=["starts_at"])
