"""What operators do to the arena: each step needs a reason and leaves one trace in their log.

Whatever happens at the same moment (the same step by somebody else, a result, a sign of life) is
decided by the row's lock: whoever comes second finds things as they are then, and is told so in a
sentence. Locks are taken as everywhere: the arena's one row first.
"""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from arena.match_reasons import DRAINED
from arena.match_states import MatchState
from arena.models import ArenaState, Bot, BotBench, Match, OperatorEvent
from arena.models.matches import REASON_MAX_LENGTH
from arena.selectors.benching import bot_benching
from arena.services.ab_test_steps import ab_test_give_back
from arena.services.benching import bot_bench, bot_unbench
from arena.services.league_results import league_hold, league_result_give_back
from arena.services.match_failures import match_requeued
from arena.services.match_orders import matches_dispatch, matches_dispatch_soon
from arena.services.match_steps import arena_state_lock, match_lock, match_step
from arena.texts import text_checked
from arena.topics import arena_topic
from tournaments.live.notify import live_notify
from tournaments.models import User
from tournaments.second_factor import second_factor_is_set_up
from tournaments.services.results import result_void

Action = OperatorEvent.Action
Mode = ArenaState.Mode


@transaction.atomic
def arena_pause(*, by: User, reason: str) -> None:
    """Send nothing new; what is out goes on."""
    operator, reason = operator_checked(by), _reason_checked(reason)
    _mode_change(Mode.PAUSED, Action.PAUSE, operator, reason)


@transaction.atomic
def arena_drain(*, by: User, reason: str) -> int:
    """Send nothing new and take back what nobody has begun with; returns how many that were.

    An order that somebody holds at this moment is just being begun, or ended.
    """
    operator, reason = operator_checked(by), _reason_checked(reason)
    _mode_change(Mode.DRAINING, Action.DRAIN, operator, reason)
    not_begun = Match.objects.filter(state=MatchState.SENT, last_alive=0).order_by("pk")
    taken_back = list(not_begun.select_for_update(skip_locked=True))
    for match in taken_back:
        match_requeued(match=match, reason=DRAINED, by=operator)
    return len(taken_back)


@transaction.atomic
def arena_resume(*, by: User, reason: str) -> int:
    """Let matches be played again, at once; returns how many were sent."""
    operator, reason = operator_checked(by), _reason_checked(reason)
    _mode_change(Mode.RUNNING, Action.RESUME, operator, reason)
    return matches_dispatch()


@transaction.atomic
def match_requeue(*, match: Match, by: User, reason: str) -> Match:
    """Have a match under way played anew, which is nobody's failure. `match` is as the operator
    saw it: if it has been sent again since, that order is left alone."""
    operator, reason = operator_checked(by), _reason_checked(reason)
    arena_state_lock()
    locked = match_lock(match_id=match.pk)
    _require(not locked.is_over, _("This match is over: it cannot be played again."))
    _require(locked.is_under_way, _("This match waits in the queue already."))
    _require(
        locked.attempt == match.attempt,
        _("This match has been sent to a worker again since you looked: see how it goes now."),
    )
    match_requeued(match=locked, reason=reason, by=operator)
    _record(Action.REQUEUE, operator, reason, match=locked)
    return locked


@transaction.atomic
def match_void_by_staff(*, match: Match, by: User, reason: str) -> Match:
    """Declare a match void, whatever came of it: a result that counted counts no longer."""
    operator, reason = operator_checked(by), _reason_checked(reason)
    arena_state_lock()
    league_hold(match=match)
    locked = match_lock(match_id=match.pk)
    _require(locked.state != MatchState.VOID, _("This match is void already."))
    was_under_way = locked.is_under_way
    match_step(match=locked, after=MatchState.VOID, reason=reason, by=operator)
    if locked.ab_test_id is None:
        result_void(match=locked.public_id)
    else:
        ab_test_give_back(match=locked)
    if locked.fixture_id is not None and locked.settled_number is not None:
        league_result_give_back(match=locked)
    _record(Action.VOID, operator, reason, match=locked)
    if was_under_way:
        matches_dispatch_soon()  # there is room for another
    return locked


@transaction.atomic
def bot_bench_by_staff(*, bot: Bot, by: User, reason: str) -> BotBench:
    """Let a bot sit out; its author is told, with the reason."""
    operator, reason = operator_checked(by), _reason_checked(reason)
    arena_state_lock()
    benching = bot_bench(bot=bot, by=operator, reason=reason)  # which writes the log, too
    if benching is not None:
        return benching
    _require(bot_benching(bot=bot) is None, _("This bot is on the bench already."))
    raise ValidationError(_("This bot does not play at the moment: there is nothing to bench."))


@transaction.atomic
def bot_unbench_by_staff(*, bot: Bot, by: User, reason: str) -> None:
    """Let a bot play again."""
    operator, reason = operator_checked(by), _reason_checked(reason)
    arena_state_lock()
    brought_back = bot_unbench(bot=bot, by=operator, reason=reason)  # which writes the log, too
    _require(brought_back, _("This bot is not on the bench."))


def operator_checked(account: User) -> User:
    """Whoever acts, as they are now. That this very session has shown the second factor is for the
    page to judge, as on the staff's own site."""
    current = User.objects.filter(pk=account.pk, is_active=True, is_staff=True).first()
    if current is None or not second_factor_is_set_up(current):
        raise PermissionDenied(_("Only staff with a second factor may do this."))
    return current


def _mode_change(mode: Mode, action: Action, operator: User, reason: str) -> None:
    state = arena_state_lock()
    already = _("Nothing to do: the arena is %(mode)s already.") % {"mode": mode.label}
    _require(state.mode != mode, already)
    state.mode = mode
    state.save(update_fields=["mode"])
    _record(action, operator, reason)


def _record(action: Action, operator: User, reason: str, match: Match | None = None) -> None:
    OperatorEvent.objects.create(action=action, by=operator, match=match, reason=reason)
    live_notify(arena_topic())


def _reason_checked(raw: str) -> str:
    reason = text_checked("reason", raw, REASON_MAX_LENGTH)
    _require(bool(reason), _("Please say why: the log keeps it for everybody who runs this arena."))
    return reason


def _require(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - reads like a sentence
    if not condition:
        raise ValidationError(otherwise)
