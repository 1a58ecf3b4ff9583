"""Finding the validations of which nothing is heard any more."""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from arena.models import Bot, Validation
from arena.runner.queues import VALIDATIONS
from arena.selectors.workers import runner_is_ready
from arena.services.validation_orders import (
    ORDER_GOOD_FOR,
    bot_lock,
    validation_send,
    validations_dispatch,
)
from arena.services.validations import validation_end

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
"""A worker that has begun is thought lost when nothing is heard of it for as long."""
LONGEST = timedelta(hours=1)
"""Nothing takes as long, whatever a worker says."""
LOSSES_MAX = 3


def validations_scavenge() -> int:
    """Send again what was lost, end what was lost too often, and send what waits for its turn;
    returns how many were sent or ended. Two at once do no harm."""
    found = list(_silent().values_list("version__bot_id", "pk"))
    done = sum(_rescue(bot_id=bot_id, validation_id=pk) for bot_id, pk in found)
    waiting = Validation.objects.filter(verdict="", attempt=0, version__bot__owner__is_active=True)
    for account_id in sorted(set(waiting.values_list("version__bot__owner_id", flat=True))):
        done += validations_dispatch(account_id=account_id)
    return done


@transaction.atomic
def _rescue(*, bot_id: int, validation_id: int) -> bool:
    try:
        bot_lock(bot_id=bot_id)
    except Bot.DoesNotExist:  # erased at this moment, and its validations with it
        return False
    still = _silent().filter(pk=validation_id).select_related("version__bot")
    validation = still.select_for_update(of=("self",)).first()
    if validation is None:
        return False
    # Nobody's worker is lost if the order only waited for too long.
    if validation.last_report > 0 or _runners_are_idle():
        validation.losses += 1
    if validation.losses < LOSSES_MAX:
        logger.warning(
            "Nothing is heard of validation %s, attempt %s: it is sent again.",
            validation.public_id, validation.attempt,
        )  # fmt: skip
        validation_send(validation=validation, now=timezone.now())
    else:
        logger.error("Validation %s was lost too often: it ends.", validation.public_id)
        validation_end(validation=validation, verdict=Validation.Verdict.BROKEN)
    return True


def _silent() -> QuerySet[Validation]:
    """Begun and silent; begun ages ago; or never begun, although somebody idle is there to do it or
    the order's time is over. A queue that is merely long is no loss."""
    now = timezone.now()
    out = Validation.objects.filter(verdict="", attempt__gt=0)
    lost = Q(last_report__gt=0) & (Q(heard_at__lt=now - LEASE) | Q(sent_at__lt=now - LONGEST))
    overdue = now - (LEASE if _runners_are_idle() else ORDER_GOOD_FOR)
    return out.filter(lost | Q(last_report=0, sent_at__lt=overdue)).order_by("sent_at", "pk")


def _runners_are_idle() -> bool:
    """Whether somebody could work, and nobody has for a while: then an order that nobody began
    with did not arrive."""
    lately = timezone.now() - LEASE
    at_work = Validation.objects.filter(Q(heard_at__gte=lately) | Q(ended_at__gte=lately))
    return runner_is_ready(queue=VALIDATIONS) and not at_work.exists()
