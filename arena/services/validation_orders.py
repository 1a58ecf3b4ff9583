"""Sending validations to the runners: two of one account at a time, the others wait for their turn.

The database is the truth and the queue only a wake-up: what was sent in vain is sent again by
`arena.services.scavenging`.
"""

import logging
from datetime import datetime, timedelta
from functools import partial

import psycopg
from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from arena.models import Bot, BotVersion, Validation
from arena.runner.orders import VALIDATE, Program, ValidationOrder
from arena.runner.queues import VALIDATIONS
from arena.runner.signing import sign
from arena.topics import bot_topic, validation_topic
from tournaments.live.notify import live_notify
from tournaments.models import User
from tournaments.sheet_visitors import token_create, token_hash

logger = logging.getLogger(__name__)

UNDER_WAY_MAX = 2  # of one account
ORDER_GOOD_FOR = timedelta(minutes=10)
"""How long a worker may begin with an order; afterwards it is sent anew."""

# A second try at once, for a connection that was lost since the last order; then the scavenger's.
_SENDING = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}


@transaction.atomic
def validation_order(*, version: BotVersion, activate: bool) -> Validation:
    """Have a version checked: at once, or when it is its turn. The bot must be locked."""
    validation = Validation.objects.create(version=version, activate_when_valid=activate)
    version.state = BotVersion.State.CHECKING
    version.save(update_fields=["state"])
    validations_dispatch(account_id=version.bot.owner_id)
    validation.refresh_from_db()
    return validation


@transaction.atomic
def validations_dispatch(*, account_id: int | None) -> int:
    """Send those of an account whose turn has come; returns how many. None of an account that is
    suspended: they wait."""
    account = _account_lock(account_id)
    if account is None or not account.is_active:
        return 0
    open_ones = Validation.objects.filter(version__bot__owner=account, verdict="")
    counted = open_ones.aggregate(out=Count("pk", filter=Q(attempt__gt=0)))
    room = max(0, UNDER_WAY_MAX - counted["out"])
    waiting = (
        open_ones.filter(attempt=0)
        .select_related("version__bot")
        .select_for_update(of=("self",))
        .order_by("asked_at", "pk")[:room]
    )
    sent = [validation_send(validation=validation, now=timezone.now()) for validation in waiting]
    return len(sent)


def validation_send(*, validation: Validation, now: datetime) -> Validation:
    """A new attempt: what came of earlier ones is forgotten. The validation must be locked."""
    token = token_create()
    validation.attempt += 1
    validation.token_hash = token_hash(token)
    validation.sent_at = now
    validation.last_report = 0
    validation.heard_at = None
    validation.steps = []
    validation.sandbox = ""
    validation.save()
    version = validation.version
    order = ValidationOrder(
        validation=validation.public_id,
        attempt=validation.attempt,
        token=token,
        program=Program(
            name=str(version),
            digest=version.digest,
            file_name=version.file_name,
            command=tuple(version.command),
        ),
        profiles=tuple(version.profiles),
        expires_at=(now + ORDER_GOOD_FOR).timestamp(),
    )
    transaction.on_commit(partial(_send, order))
    validation_tell(validation=validation)
    return validation


def validation_tell(*, validation: Validation) -> None:
    """Let the open pages that follow it look."""
    live_notify(validation_topic(validation.public_id))
    live_notify(bot_topic(validation.version.bot.public_id))


def bot_lock(*, bot_id: int) -> Bot:
    """A bot that nobody else changes until this transaction ends; its author first, as everywhere:
    each would wait for the other otherwise."""
    owner_id = Bot.objects.values_list("owner_id", flat=True).get(pk=bot_id)
    _account_lock(owner_id)
    return Bot.objects.select_for_update(of=("self",)).get(pk=bot_id)


def _account_lock(account_id: int | None) -> User | None:
    if account_id is None:
        return None
    return User.objects.select_for_update(no_key=True).filter(pk=account_id).first()


def _send(order: ValidationOrder) -> None:
    envelope = sign(VALIDATE, order.to_json(), settings.TASK_SIGNING_KEY)
    try:
        current_app.send_task(
            VALIDATE,
            args=[envelope],
            queue=VALIDATIONS,
            expires=ORDER_GOOD_FOR.total_seconds(),
            retry_policy=_SENDING,
        )
    except (OperationalError, OSError, psycopg.Error):
        logger.exception("The queue does not answer: validation %s waits.", order.validation)
        # As if it had never been its turn: the scavenger sends it when the queue is back.
        Validation.objects.filter(
            public_id=order.validation, attempt=order.attempt, last_report=0, verdict=""
        ).update(attempt=0, sent_at=None, token_hash="")
