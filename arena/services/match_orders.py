"""Sending matches to the workers: as many as they have room for, in the fair order.

The database is the truth and the queue only a wake-up: what was sent in vain is sent again by
`arena.services.match_scavenging`.
"""

import logging
from datetime import datetime, timedelta
from functools import partial

import psycopg
from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from arena.fair_order import FairOrder
from arena.match_reasons import BOT_GONE, NOT_SENT
from arena.match_states import UNDER_WAY, MatchState
from arena.models import ArenaState, Match, MatchShare
from arena.runner.match_orders import LONGEST_MATCH_SECONDS, PLAY, MatchOrder
from arena.runner.orders import Program
from arena.runner.queues import DEFAULT, MATCHES
from arena.runner.signing import sign
from arena.selectors.match_queue import match_capacity, matches_waiting
from arena.selectors.playing import versions_may_play
from arena.services.match_shares import share_give_back, shares_store
from arena.services.match_steps import arena_state_lock, match_lock, match_step
from tournaments.sheet_visitors import token_create, token_hash

logger = logging.getLogger(__name__)

DISPATCH = "arena.matches_dispatch"
ORDER_GOOD_FOR = timedelta(seconds=90)
"""How long a worker may begin with an order; afterwards it is sent anew."""

# A second try at once, for a connection that was lost since the last order; then the scavenger's.
_SENDING = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}


def matches_dispatch_soon() -> None:
    """Once this transaction is committed, whoever is there to do it looks what can be sent."""
    transaction.on_commit(_ask_to_dispatch)


def _ask_to_dispatch() -> None:
    try:
        current_app.send_task(DISPATCH, queue=DEFAULT, retry_policy=_SENDING, expires=10)
    except (OperationalError, OSError, psycopg.Error):
        logger.exception("The queue does not answer: what waits is sent when it is back.")


@transaction.atomic
def matches_dispatch() -> int:
    """Send what there is room for; returns how many were sent. Two at once take turns."""
    state = arena_state_lock()
    if state.mode != ArenaState.Mode.RUNNING:
        return 0
    room = match_capacity() - Match.objects.filter(state__in=UNDER_WAY).count()
    if room <= 0:
        return 0
    fair = FairOrder(
        state.virtual_time, dict(MatchShare.objects.values_list("account_id", "finish"))
    )
    sent = 0
    for waiting in fair.order(matches_waiting()):
        if not _send_or_void(waiting.id):
            fair.give_back(waiting)
            continue
        sent += 1
        if sent == room:
            break
    state.virtual_time = fair.virtual_time
    state.save(update_fields=["virtual_time"])
    shares_store(fair=fair)
    return sent


def _send_or_void(match_id: int) -> bool:
    """Whether it was sent: who is to play may be gone by now."""
    match = match_lock(match_id=match_id)
    if match.state != MatchState.QUEUED:
        return False
    participants = match.participants.select_related(
        "version__bot__owner", "version__bot__active_version"
    )
    if not versions_may_play(versions=[one.version for one in participants]):
        match_step(match=match, after=MatchState.VOID, reason=BOT_GONE)
        return False
    match_send(match=match, now=timezone.now())
    return True


def match_send(*, match: Match, now: datetime) -> Match:
    """A new attempt: what came of earlier ones is forgotten. The match must be locked."""
    token = token_create()
    match.attempt += 1
    match.token_hash = token_hash(token)
    match.sent_at = now
    match.begun_at = match.heard_at = None
    match.last_alive = match.boards_over = 0
    match.worker = match.sandbox = ""
    match_step(match=match, after=MatchState.SENT)
    participants = match.participants.select_related("version__bot").order_by("place")
    order = MatchOrder(
        match=match.public_id,
        attempt=match.attempt,
        token=token,
        rules=match.rules,
        programs=tuple(
            Program(
                name=one.told_name,
                digest=one.version.digest,
                file_name=one.version.file_name,
                command=tuple(one.version.command),
            )
            for one in participants
        ),
        boards=match.boards,
        games_per_board=match.games_per_board,
        seed=match.seed,
        clocks=match.clocks,
        seconds=LONGEST_MATCH_SECONDS,
        expires_at=(now + ORDER_GOOD_FOR).timestamp(),
    )
    transaction.on_commit(partial(_send, order))
    return match


def _send(order: MatchOrder) -> None:
    envelope = sign(PLAY, order.to_json(), settings.TASK_SIGNING_KEY)
    try:
        current_app.send_task(
            PLAY,
            args=[envelope],
            queue=MATCHES,
            expires=ORDER_GOOD_FOR.total_seconds(),
            retry_policy=_SENDING,
        )
    except (OperationalError, OSError, psycopg.Error):
        logger.exception("The queue does not answer: match %s waits.", order.match)
        match_take_back(match=order.match, attempt=order.attempt)


@transaction.atomic
def match_take_back(*, match: str, attempt: int) -> bool:
    """An order that never left: the match waits again, which is nobody's failure."""
    arena_state_lock()
    found = Match.objects.select_for_update().filter(
        public_id=match, attempt=attempt, state=MatchState.SENT
    )
    for one in found:
        share_give_back(match=one)
        match_step(match=one, after=MatchState.QUEUED, reason=NOT_SENT)
        return True
    return False
