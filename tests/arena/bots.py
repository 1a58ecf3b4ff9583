"""Submitting bots and playing the runner, for the tests of both."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from celery import Celery
from django.conf import settings
from django.db import transaction

from arena.models import Bot, BotVersion, Validation
from arena.runner.orders import (
    VALIDATE,
    ProgramUsage,
    Step,
    StepKind,
    StepState,
    ValidationOrder,
    ValidationReport,
    Verdict,
)
from arena.runner.sandbox.names import BWRAP
from arena.runner.signing import key_to_check, opened
from arena.services.bots import bot_version_submit
from arena.services.validations import validation_report_record
from tests.factories import BOT_SOURCE, PROFILE
from tournaments.models import User

PROFILES = (PROFILE,)


class Runner:
    """What has arrived in the runners' queue, and answers to it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    @property
    def orders(self) -> list[ValidationOrder]:
        """Opened as a worker does, with the key that can only check."""
        check_key = key_to_check(settings.TASK_SIGNING_KEY)
        envelopes = (json.loads(json.dumps(sent["args"][0])) for sent in self.sent)
        return [ValidationOrder.from_json(opened(VALIDATE, one, check_key)) for one in envelopes]

    def order_of(self, version: BotVersion) -> ValidationOrder:
        """The last order about this version."""
        ids = set(Validation.objects.filter(version=version).values_list("public_id", flat=True))
        return [order for order in self.orders if order.validation in ids][-1]

    def answer(self, version: BotVersion, verdict: Verdict | None, number: int = 100) -> bool:
        """A report about this version's last order; whether it counted."""
        order = self.order_of(version)
        return validation_report_record(report=report_of(order, verdict, number=number))


@contextmanager
def runner(*, commits: bool) -> Iterator[Runner]:
    """In place of the queue, which tests/arena/test_validation_queue.py tries for real. A test that
    never commits is sent its orders at once."""
    found = Runner()

    def send_task(name: str, **options: Any) -> None:  # noqa: ANN401
        assert name == VALIDATE
        found.sent.append(options)

    def at_once(call: Callable[[], object], **_: object) -> None:
        call()

    with ExitStack() as stack:
        stack.enter_context(patch.object(Celery, "send_task", side_effect=send_task))
        if not commits:
            stack.enter_context(patch.object(transaction, "on_commit", side_effect=at_once))
        yield found


def owner_of(bot: Bot) -> User:
    assert bot.owner is not None
    return bot.owner


def submit(bot: Bot, **changes: Any) -> BotVersion:  # noqa: ANN401
    """A version by the bot's owner."""
    given = {
        "by": owner_of(bot),
        "file_name": "bot.py",
        "data": BOT_SOURCE,
        "profiles": PROFILES,
        **changes,
    }
    return bot_version_submit(bot=bot, **given)


def steps(state: StepState, profiles: Sequence[str] = PROFILES) -> tuple[Step, ...]:
    kinds = (StepKind.UNPACK, StepKind.START, StepKind.HANDSHAKE)
    return (
        *(Step(kind=kind, state=StepState.PASSED) for kind in kinds),
        *(Step(kind=StepKind.MATCH, profile=profile, state=state) for profile in profiles),
    )


_LAST_STEP = {
    None: StepState.RUNNING,
    Verdict.VALID: StepState.PASSED,
    Verdict.INVALID: StepState.FAILED,
    Verdict.BROKEN: StepState.WAITING,
}


def report_of(
    order: ValidationOrder,
    verdict: Verdict | None = None,
    *,
    number: int = 1,
    **changes: Any,  # noqa: ANN401
) -> ValidationReport:
    used = ProgramUsage(
        profile=PROFILE,
        cpu_seconds=0.5,
        peak_memory_bytes=1 << 25,
        wall_seconds=1.5,
        exit_reason="exited",
        exit_code=0,
    )
    given = {
        "validation": order.validation,
        "attempt": order.attempt,
        "token": order.token,
        "number": number,
        "steps": steps(_LAST_STEP[verdict], order.profiles),
        "verdict": verdict,
        "log": "hello" if verdict else "",
        "usage": (used,),
        "sandbox": BWRAP,
        **changes,
    }
    return ValidationReport(**given)


def only() -> Validation:
    """The one that there is."""
    return Validation.objects.get()


def age(validation: Validation, by: timedelta) -> None:
    """As if everything about it had been so much earlier."""
    validation.refresh_from_db()
    for moment in ("asked_at", "sent_at", "heard_at", "ended_at"):
        if (value := getattr(validation, moment)) is not None:
            setattr(validation, moment, value - by)
    validation.save()
