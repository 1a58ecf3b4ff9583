"""Failures of ours: they never cost a bot. Three in a row, and the match is void."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_noop

from arena.match_reasons import OVERTIME
from arena.match_states import MatchState
from arena.models import Match, OperatorEvent
from arena.runner.match_orders import ProgramRun
from arena.services.match_orders import matches_dispatch_soon
from arena.services.match_shares import share_correct, share_give_back
from arena.services.match_steps import match_step
from arena.services.operator_mail import operators_tell
from tournaments.models import User

FAILURES_MAX: Final = 3


def match_failed(*, match: Match, reason: str, detail: str = "") -> None:
    """Put it back into the queue, or give up. The match must be locked and under way."""
    match.failures += 1
    share_give_back(match=match)
    if match.failures < FAILURES_MAX:
        _wait_again(match, reason, detail, None)
        return
    match_step(match=match, after=MatchState.VOID, reason=reason, detail=detail)
    OperatorEvent.objects.create(action=OperatorEvent.Action.VOID, match=match, reason=match.reason)
    operators_tell(
        subject=gettext_noop("A match could not be played"),
        text=gettext_noop(
            "Match %(match)s could not be played %(times)s times in a row and is void. "
            "The last reason: %(reason)s"
        ),
        params={"match": match.public_id, "times": match.failures, "reason": detail or reason},
    )
    matches_dispatch_soon()


def match_requeued(*, match: Match, reason: str, detail: str = "", by: User | None = None) -> None:
    """It waits again, which is no failure. The match must be locked and under way."""
    share_give_back(match=match)
    _wait_again(match, reason, detail, by)


def match_overtime(*, match: Match, detail: str, runs: Sequence[ProgramRun] = ()) -> None:
    """Its time was over: nobody's failure, but another attempt would take as long. What it took
    counts for whoever asked for it. The match must be locked and under way."""
    share_correct(match=match, runs=runs)
    match_step(match=match, after=MatchState.VOID, reason=OVERTIME, detail=detail)
    matches_dispatch_soon()


def _wait_again(match: Match, reason: str, detail: str, by: User | None) -> None:
    """What is still said about the order that was out is ignored."""
    match.token_hash = ""
    match.boards_over = 0
    match_step(match=match, after=MatchState.QUEUED, reason=reason, detail=detail, by=by)
    matches_dispatch_soon()
