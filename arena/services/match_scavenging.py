"""Finding the matches of which nothing is heard any more."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from arena.match_reasons import NOT_BEGUN, SILENT
from arena.match_states import MatchState
from arena.models import ArenaState, Match
from arena.runner.match_orders import LONGEST_MATCH_SECONDS
from arena.selectors.match_queue import match_capacity
from arena.services.match_failures import match_failed, match_overtime, match_requeued
from arena.services.match_orders import ORDER_GOOD_FOR, matches_dispatch
from arena.services.match_steps import arena_state_lock
from arena.services.operator_mail import operators_tell

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""A worker that has begun is thought lost when nothing is heard of it for as long."""
LONGEST = timedelta(seconds=LONGEST_MATCH_SECONDS) + LEASE
"""Nothing takes as long, whatever a worker says."""
ATTEMPTS_MAX = 10
"""Orders that nobody begins with; after so many it counts as a failure of ours."""
UNMANNED = timedelta(seconds=60)
"""After so long without anybody who plays, the operators are told."""
GAP = timedelta(seconds=20)
"""Whoever has not looked for as long could not have heard anybody either."""


def matches_scavenge() -> int:
    """Requeue what was lost, and send what there is room for; returns how many were lost. Two at
    once do no harm."""
    now = timezone.now()
    since = _look(now)
    lost = sum(_rescue(pk, since, now) for pk in _silent(since, now).values_list("pk", flat=True))
    matches_dispatch()
    return lost


@transaction.atomic
def _look(now: datetime) -> datetime:
    """Since when signs of life could reach us without a gap: after an outage of the database all
    workers have been silent, and get their time again."""
    state = arena_state_lock()
    if now - state.looked_at > GAP:
        state.listening_since = now
        state.unmanned_since = None
    _tell_if_unmanned(state, now)
    state.looked_at = now
    state.save(update_fields=["listening_since", "looked_at", "unmanned_since"])
    return state.listening_since


def _tell_if_unmanned(state: ArenaState, now: datetime) -> None:
    """Once, when matches have waited for a while and nobody was there to play them."""
    waits = Match.objects.filter(state=MatchState.QUEUED).exists()
    if state.mode != ArenaState.Mode.RUNNING or not waits or match_capacity():
        state.unmanned_since = None
        return
    if state.unmanned_since is None:
        state.unmanned_since = now
    if state.looked_at < state.unmanned_since + UNMANNED <= now:
        operators_tell(
            subject=gettext_noop("Nobody plays the matches that wait"),
            text=gettext_noop(
                "Matches wait, but for a minute no match worker has been there that may run bots. "
                "Start one, or see on the operators' page why those that are there refuse."
            ),
        )


@transaction.atomic
def _rescue(match_id: int, since: datetime, now: datetime) -> bool:
    arena_state_lock()
    found = _silent(since, now).filter(pk=match_id).select_for_update(of=("self",)).first()
    if found is None:
        return False
    logger.warning("Nothing is heard of match %s, attempt %s.", found.public_id, found.attempt)
    if found.state == MatchState.SENT and found.attempt < ATTEMPTS_MAX:
        # Nobody has tried: whatever was wrong with the queue or the workers, not with the match.
        match_requeued(match=found, reason=NOT_BEGUN)
    elif found.state == MatchState.SENT:
        match_failed(match=found, reason=NOT_BEGUN)
    elif _is_endless(found, now):
        match_overtime(match=found, detail=found.worker)
    else:
        match_failed(match=found, reason=SILENT, detail=found.worker)
    return True


def _is_endless(match: Match, now: datetime) -> bool:
    return match.sent_at is not None and match.sent_at < now - LONGEST


def _silent(since: datetime, now: datetime) -> QuerySet[Match]:
    """Begun and silent; begun ages ago; or sent and never begun."""
    if now - since < LEASE:
        return Match.objects.none()
    playing = Q(state=MatchState.PLAYING)
    silent = playing & Q(heard_at__lt=now - LEASE)
    endless = playing & Q(sent_at__lt=now - LONGEST)
    unheard = Q(heard_at=None) | Q(heard_at__lt=now - LEASE)
    overdue = Q(state=MatchState.SENT, sent_at__lt=now - ORDER_GOOD_FOR) & unheard
    return Match.objects.filter(silent | endless | overdue).order_by("pk")
