"""A result is confirmed, disputed, decided, or corrected rounds later."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.messages import Message, message_from_json
from tournaments.league_access import (
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    LeagueVisitor,
)
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Entered, Kind, Outcome, level_sentence, note_clean
from tournaments.models import Fixture, FixtureResult, FixtureWord, LeagueEvent
from tournaments.services.leagues.common import revision_check
from tournaments.services.leagues.match_sheets import fixture_sheet_outcome
from tournaments.services.leagues.result_rows import entered_read, result_write
from tournaments.services.leagues.settlements import (
    State,
    fixture_move,
    fixture_open,
    opponents_require,
)


@transaction.atomic
def fixture_answer(
    *,
    fixture_id: str,
    visitor: LeagueVisitor,
    side: int | None,
    confirm: bool,
    text: str = "",
    revision: int,
) -> Fixture:
    """Let a side say that the result is right, or what is wrong with it; whoever objected can still
    give in. With `side` None an official confirms, for those who cannot.

    Saying it again changes nothing.
    """
    access, fixture = fixture_open(fixture_id=fixture_id, visitor=visitor)
    if side is None:
        return _answer_as_official(access, fixture, confirm=confirm, revision=revision)
    if side not in access.sides:
        raise LeagueDeniedError(Denial.NOT_YOURS)
    if confirm and fixture.state == State.CONFIRMED and _has_said(fixture, side):
        return fixture
    access.require(LeagueAction.ANSWER_RESULT)
    result = fixture.result
    assert result is not None  # the database sees to it
    if confirm and result.side == side:
        return fixture  # by entering it
    if not confirm and fixture.state == State.DISPUTED and _has_said(fixture, side):
        return fixture
    revision_check(found=fixture.revision, expected=revision)
    if confirm:
        result_confirm(access=access, fixture=fixture, side=side)
        return fixture
    if result.side == side:
        raise ValidationError(
            _("This is your own side's result. Enter the right one instead."), code="own_result"
        )
    reason = note_clean(text, needed=_("Say what is wrong with the result."))
    word = FixtureWord.Kind.OBJECT
    FixtureWord.objects.create(result=result, side=side, kind=word, text=reason, by=access.account)
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.DISPUTED,
        act=LeagueAct.RESULT_DISPUTED,
        result=result,
        note=reason,
    )
    return fixture


@transaction.atomic
def fixture_decide(
    *,
    fixture_id: str,
    visitor: LeagueVisitor,
    entered: Entered | None,
    note: str,
    revision: int,
) -> FixtureResult:
    """Let an organizer have the last word: keep the result (None), or enter another, however the
    match stands. What was final before is corrected; the log says what else that changed."""
    return _decide(fixture_id, visitor, entered, note=note, revision=revision)[0]


def fixture_decision(
    *,
    fixture_id: str,
    visitor: LeagueVisitor,
    entered: Entered | None,
    note: str,
    revision: int,
    dry_run: bool,
) -> list[Message]:
    """As `fixture_decide`; what that changes besides. With `dry_run` it is done, looked at, and
    undone, so that what is told cannot differ from what deciding does."""
    with transaction.atomic():
        done = _decide(fixture_id, visitor, entered, note=note, revision=revision)[1]
        transaction.set_rollback(dry_run)
    return [] if done is None else [message_from_json(data) for data in done.consequences]


def _decide(
    fixture_id: str,
    visitor: LeagueVisitor,
    entered: Entered | None,
    *,
    note: str,
    revision: int,
) -> tuple[FixtureResult, LeagueEvent | None]:
    """What counts then, and the log's entry; none if it counts so already."""
    access, fixture = fixture_open(fixture_id=fixture_id, visitor=visitor)
    access.require(LeagueAction.DECIDE)
    note = note_clean(note, needed=_("Say why: both sides will read it."))
    was_final = fixture.state == State.CONFIRMED
    outcome = None
    if entered is not None:
        outcome = entered_read(fixture=fixture, entered=entered, note=note)
        if was_final and fixture.result and Outcome.of(fixture.result) == outcome:
            return fixture.result, None
    revision_check(found=fixture.revision, expected=revision)
    opponents_require(fixture)
    if outcome is None:
        result = _kept(access, fixture, note)
    else:
        result = result_write(access=access, fixture=fixture, outcome=outcome, note=note)
    event = fixture_move(
        access=access,
        fixture=fixture,
        state=State.CONFIRMED,
        act=LeagueAct.RESULT_CORRECTED if was_final else LeagueAct.RESULT_DECIDED,
        result=result,
        note=note,
        is_decision=True,
    )
    return result, event


def result_confirm(*, access: LeagueAccess, fixture: Fixture, side: int | None) -> None:
    """Let the latest result count from now on: a side agrees, or (None) an official does."""
    result = fixture.result
    assert result is not None
    if fixture.bracket_match is not None and Outcome.of(result).is_level:
        raise ValidationError(
            f"{level_sentence()} {_('Ask an organizer to decide.')}", code="level_in_knockout"
        )
    if side is not None:
        word = FixtureWord.Kind.CONFIRM
        FixtureWord.objects.create(result=result, side=side, kind=word, by=access.account)
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.CONFIRMED,
        act=LeagueAct.RESULT_CONFIRMED,
        result=result,
    )


def _answer_as_official(
    access: LeagueAccess, fixture: Fixture, *, confirm: bool, revision: int
) -> Fixture:
    if not access.is_official:
        raise LeagueDeniedError(Denial.NOT_YOURS)
    if not confirm:
        raise ValidationError(
            _("Officials do not object: enter the right result, or decide."), code="not_a_side"
        )
    if fixture.state == State.CONFIRMED:
        return fixture
    access.require(LeagueAction.ENTER_RESULT)
    if fixture.state != State.ENTERED:
        raise ValidationError(_("There is no result to confirm yet."), code="no_result")
    revision_check(found=fixture.revision, expected=revision)
    result_confirm(access=access, fixture=fixture, side=None)
    return fixture


def _has_said(fixture: Fixture, side: int) -> bool:
    result = fixture.result
    return result is not None and (result.side == side or result.words.filter(side=side).exists())


def _kept(access: LeagueAccess, fixture: Fixture, note: str) -> FixtureResult:
    """The result that stands, or else what its sheet says."""
    if fixture.state == State.CONFIRMED:
        raise ValidationError(_("This result is final already."), code="final")
    result = fixture.result
    if result is None or result.kind == Kind.WITHDRAWN:
        outcome = fixture_sheet_outcome(fixture=fixture)
        if outcome is None:
            raise ValidationError(_("There is no result to keep: enter one."), code="no_result")
    else:
        outcome = Outcome.of(result)
    if fixture.bracket_match is not None and outcome.is_level:
        raise ValidationError(
            f"{level_sentence()} {_('Enter a result with a winner.')}", code="level_in_knockout"
        )
    if result is None or result.kind == Kind.WITHDRAWN:
        return result_write(access=access, fixture=fixture, outcome=outcome, note=note)
    return result
