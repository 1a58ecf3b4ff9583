"""Finding the matches of which nothing is heard any more."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from arena.match_reasons import NOT_BEGUN, SILENT
from arena.match_states import MatchState
from arena.models import Match
from arena.services.match_failures import match_failed
from arena.services.match_orders import MATCH_SECONDS, ORDER_GOOD_FOR, matches_dispatch
from arena.services.match_steps import arena_state_lock

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""A worker that has begun is thought lost when nothing is heard of it for as long."""
LONGEST = timedelta(seconds=MATCH_SECONDS) + LEASE
"""Nothing takes as long, whatever a worker says."""
GAP = timedelta(seconds=20)
"""Whoever has not looked for as long could not have heard anybody either."""


def matches_scavenge() -> int:
    """Requeue what was lost, and send what there is room for; returns how many were lost. Two at
    once do no harm."""
    now = timezone.now()
    since = _listening_since(now)
    lost = sum(_rescue(pk, since, now) for pk in _silent(since, now).values_list("pk", flat=True))
    matches_dispatch()
    return lost


@transaction.atomic
def _listening_since(now: datetime) -> datetime:
    """Since when signs of life could reach us without a gap: after an outage of the database all
    workers have been silent, and get their time again."""
    state = arena_state_lock()
    if now - state.looked_at > GAP:
        state.listening_since = now
    state.looked_at = now
    state.save(update_fields=["listening_since", "looked_at"])
    return state.listening_since


@transaction.atomic
def _rescue(match_id: int, since: datetime, now: datetime) -> bool:
    found = _silent(since, now).filter(pk=match_id).select_for_update(of=("self",)).first()
    if found is None:
        return False
    logger.warning("Nothing is heard of match %s, attempt %s.", found.public_id, found.attempt)
    reason = SILENT if found.state == MatchState.PLAYING else NOT_BEGUN
    match_failed(match=found, reason=reason, detail=found.worker)
    return True


def _silent(since: datetime, now: datetime) -> QuerySet[Match]:
    """Begun and silent; begun ages ago; or sent and never begun."""
    if now - since < LEASE:
        return Match.objects.none()
    playing = Q(state=MatchState.PLAYING)
    silent = playing & Q(heard_at__lt=now - LEASE)
    endless = playing & Q(sent_at__lt=now - LONGEST)
    overdue = Q(state=MatchState.SENT, sent_at__lt=now - ORDER_GOOD_FOR)
    return Match.objects.filter(silent | endless | overdue).order_by("pk")
