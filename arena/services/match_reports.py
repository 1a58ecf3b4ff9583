"""What the match workers say, and what follows from it.

Forged, late and repeated messages change nothing and are no error: running twice is normal.
"""

import hmac
import logging
import time
from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena.match_reasons import BROKE, DISTRUSTED, STOPPED
from arena.match_states import UNDER_WAY, MatchState
from arena.match_verdict import Ordered, match_verdict
from arena.models import Match, MatchParticipant
from arena.runner.match_orders import MatchAlive, MatchResult
from arena.runner.sandbox.names import ISOLATING
from arena.services.league_results import league_hold
from arena.services.match_failures import match_failed, match_overtime, match_requeued
from arena.services.match_steps import arena_state_lock, match_lock, match_step, match_tell
from arena.services.replays import replay_store
from arena.services.settling import match_settle
from arena.wire.verify import ReplayRefused
from tournaments.sheet_visitors import token_hash

BEAT_SECONDS: Final = 5.0
logger = logging.getLogger(__name__)

_KNOWN: Final = (
    "public_id", "state", "attempt", "token_hash",
    "rules", "boards", "games_per_board", "commitment", "clocks", "fixture",
)  # fmt: skip
"""What a result is judged by, before anything is locked."""
_PARTICIPANT: Final = ("version__number", "version__bot__public_id", "version__bot__competitor")


@transaction.atomic
def match_alive_record(*, alive: MatchAlive) -> bool:
    """A match is being played; returns whether this was news."""
    match = Match.objects.select_for_update().filter(public_id=alive.match).first()
    if reason := _reason_to_ignore(match, alive.attempt, alive.token):
        return _ignored(alive, reason)
    assert match is not None
    if alive.number <= match.last_alive:
        return _ignored(alive, "a newer one is here")
    now = timezone.now()
    match.last_alive = alive.number
    match.heard_at = now
    match.worker = alive.worker
    match.boards_over = min(alive.boards_over, match.boards_in_all)
    if match.state == MatchState.SENT:
        match.begun_at = now
        match_step(match=match, after=MatchState.PLAYING)
    else:
        match.save(update_fields=["last_alive", "heard_at", "worker", "boards_over"])
        match_tell(match=match)
    return True


def match_result_record(*, result: MatchResult) -> bool:
    """Settle a match, or note that it could not be played; returns whether this result did it.

    The log is played again before the match is locked: it takes a while, and nobody waits for it.
    """
    known = Match.objects.filter(public_id=result.match).only(*_KNOWN).first()
    if stale := _reason_to_ignore(known, result.attempt, result.token):
        return _ignored(result, stale)
    assert known is not None
    still_here = _StillHere(known)
    still_here.say()
    failure, reason, verdict, digest = result.broken, BROKE, None, ""
    if result.sandbox not in ISOLATING and not settings.DEBUG:
        failure = "Its worker isolates nothing, and this is no development server."
    participants = [] if failure else _participants(known)
    if not failure:
        try:
            verdict = match_verdict(result.replay, _ordered(known, participants), still_here)
            digest = replay_store(data=result.replay)
        except ReplayRefused as refused:
            failure, reason = str(refused), DISTRUSTED
    with transaction.atomic():
        arena_state_lock()
        league_hold(match=known)
        match = match_lock(match_id=known.pk)
        if stale := _reason_to_ignore(match, result.attempt, result.token):
            return _ignored(result, stale)
        match.worker = result.worker
        match.sandbox = result.sandbox
        if verdict is None and result.overtime:
            match_overtime(match=match, detail=failure, runs=result.runs)
        elif verdict is None and result.stopped:
            match_requeued(match=match, reason=STOPPED)
        elif verdict is None:
            match_failed(match=match, reason=reason, detail=failure)
        else:
            match.replay_digest = digest
            match.replay_bytes = len(result.replay)
            match_settle(match=match, participants=participants, verdict=verdict, runs=result.runs)
    return True


class _StillHere:
    """Its worker has said its last word, so while its log is played again we beat for it."""

    def __init__(self, match: Match) -> None:
        self._same = Match.objects.filter(pk=match.pk, attempt=match.attempt, state__in=UNDER_WAY)
        self._said_at = 0.0

    def say(self) -> None:
        self._said_at = time.monotonic()
        self._same.update(heard_at=timezone.now())

    def __call__(self) -> None:
        if time.monotonic() - self._said_at > BEAT_SECONDS:
            self.say()


def _participants(match: Match) -> list[MatchParticipant]:
    """Who plays what for whom: fixed when the match was made, so nothing is locked for it."""
    rows = match.participants.select_related("version__bot").order_by("place")
    return list(rows.only("match", "place", "side", *_PARTICIPANT))


def _ordered(match: Match, participants: Sequence[MatchParticipant]) -> Ordered:
    return Ordered(
        match=match.public_id,
        rules=match.rules,
        participants=tuple(one.told_name for one in participants),
        boards=match.boards,
        games_per_board=match.games_per_board,
        commitment=match.commitment,
        clocks=match.clocks,
    )


def _reason_to_ignore(match: Match | None, attempt: int, token: str) -> str:
    if match is None:
        return "there is no such match"
    if match.state not in UNDER_WAY:
        return "nobody was to play it now"
    if attempt != match.attempt:
        return "its order is not the one that is out"
    if not hmac.compare_digest(token_hash(token), match.token_hash):
        return "its token is wrong"
    return ""


def _ignored(said: MatchAlive | MatchResult, reason: str) -> bool:
    logger.warning(
        "%s of attempt %s at match %r is ignored: %s.",
        type(said).__name__, said.attempt, said.match, reason,
    )  # fmt: skip
    return False
