"""From the order to the verdict and what follows: turns, lost workers, checking again."""

import json
from datetime import timedelta
from typing import Any

import pytest
from celery import Celery
from django.conf import settings as configured
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from pytest_django import Settings

from arena.models import Bot, BotVersion, Validation, WorkerPresence
from arena.runner.orders import (
    Step,
    StepKind,
    StepState,
    Verdict,
)
from arena.runner.queues import VALIDATIONS
from arena.runner.signing import OrderRefusedError, key_to_check, opened
from arena.selectors.validations import validation_latest, validations_waiting_before
from arena.selectors.workers import runner_is_ready, runners_present, service_now
from arena.services.bots import bot_retire, bot_version_activate
from arena.services.report_reading import (
    ReportRefusedError,
    runner_sign_read,
)
from arena.services.scavenging import LEASE, LONGEST, LOSSES_MAX, validations_scavenge
from arena.services.validation_orders import ORDER_GOOD_FOR, UNDER_WAY_MAX, validations_dispatch
from arena.services.validations import validation_repeat
from arena.services.workers import RUNNERS_MAX
from arena.tasks import runner_seen, validations_scavenge_task
from tests.arena.bots import Runner, age, only, owner_of, submit
from tests.factories import BotFactory, BotVersionFactory, UserFactory
from tournaments.models import User
from tournaments.services.moderation import account_reinstate, account_suspend
from tournaments.sheet_visitors import token_hash

pytestmark = pytest.mark.django_db

State = BotVersion.State


def a_runner(**changes: Any) -> None:  # noqa: ANN401
    said = {
        "name": "runner@here",
        "queues": [VALIDATIONS],
        "slots": 1,
        "started_at": "2026-11-17T09:00:00+00:00",
        "sandbox": "bwrap",
        "refusal": "",
    }
    runner_seen(**{**said, **changes})


# The order


def test_the_order_says_what_to_do_and_is_signed_for_this_task_only(queue: Runner) -> None:
    version = submit(BotFactory.create(name="Rosa"))
    (order,) = queue.orders
    validation = only()
    assert (order.validation, order.attempt) == (validation.public_id, 1)
    assert order.program.name == "Rosa v1"
    assert order.program.digest == version.digest
    assert order.program.command == ("python", "bot.py")
    assert order.profiles == tuple(version.profiles)
    assert queue.sent[0]["queue"] == VALIDATIONS
    check_key = key_to_check(configured.TASK_SIGNING_KEY)
    with pytest.raises(OrderRefusedError):
        opened("another.task", queue.sent[0]["args"][0], check_key)


def test_only_the_hash_of_the_token_is_kept_and_goes_with_the_verdict(queue: Runner) -> None:
    version = submit(BotFactory.create())
    (order,) = queue.orders
    assert only().token_hash == token_hash(order.token)
    assert order.token not in json.dumps(list(Validation.objects.values()), default=str)
    queue.answer(version, Verdict.VALID)
    assert only().token_hash == ""


# What follows from a verdict


def test_without_the_tick_a_valid_version_waits_to_be_activated(queue: Runner) -> None:
    version = submit(BotFactory.create(), activate=False)
    queue.answer(version, Verdict.VALID)
    assert Bot.objects.get().active_version is None


def test_an_older_version_that_is_checked_later_does_not_push_out_a_newer_one(
    queue: Runner,
) -> None:
    bot = BotFactory.create()
    old, new = submit(bot), submit(bot)
    queue.answer(new, Verdict.VALID)
    queue.answer(old, Verdict.VALID)
    bot.refresh_from_db()
    assert bot.active_version == new


def test_who_rolls_back_while_a_check_runs_has_the_last_word(queue: Runner) -> None:
    bot = BotFactory.create()
    first, second, third = (BotVersionFactory.create(bot=bot) for _ in range(3))
    version = submit(bot)
    bot_version_activate(bot=bot, number=first.number, by=owner_of(bot))
    queue.answer(version, Verdict.VALID)
    bot.refresh_from_db()
    assert bot.active_version == first
    assert (second.number, third.number, version.number) == (2, 3, 4)


def test_a_bot_that_was_retired_meanwhile_stays_as_it_is(queue: Runner) -> None:
    bot = BotFactory.create()
    version = submit(bot)
    bot_retire(bot=bot, by=owner_of(bot))
    queue.answer(version, Verdict.VALID)
    bot.refresh_from_db()
    version.refresh_from_db()
    assert (bot.active_version, version.state) == (None, State.VALID)


# Fairness


def test_two_of_one_account_are_under_way_and_the_others_wait_in_order(queue: Runner) -> None:
    owner = UserFactory.create()
    bots = [BotFactory.create(owner=owner) for _ in range(2)]
    versions = [submit(bots[n % 2]) for n in range(5)]
    other = submit(BotFactory.create())
    assert (
        [order.validation for order in queue.orders]
        == [
            validation_latest(version=version).public_id  # type: ignore[union-attr]
            for version in (*versions[:UNDER_WAY_MAX], other)
        ]
    )
    for ended in (1, 0, 2, 3, 4):
        assert queue.answer(versions[ended], Verdict.INVALID)
    sent = [order.validation for order in queue.orders]
    asked = [validation_latest(version=version).public_id for version in versions]  # type: ignore[union-attr]
    assert [one for one in sent if one in asked] == asked


def test_how_many_wait_before(queue: Runner) -> None:
    owner = UserFactory.create()
    bot = BotFactory.create(owner=owner)
    versions = [submit(bot) for _ in range(4)]
    other = submit(BotFactory.create())

    def before(version: BotVersion) -> int:
        latest = validation_latest(version=version)
        assert latest is not None
        return validations_waiting_before(validation=latest)

    assert [before(version) for version in (*versions, other)] == [0, 1, 2, 3, 4]
    queue.answer(versions[0], None, number=1)
    assert [before(version) for version in (*versions, other)] == [0, 0, 1, 2, 3]
    queue.answer(versions[0], Verdict.VALID, number=2)
    assert [before(version) for version in (*versions, other)] == [0, 0, 1, 2, 3]


def test_validations_of_a_suspended_author_wait(queue: Runner) -> None:
    bot = BotFactory.create()
    versions = [submit(bot) for _ in range(3)]
    staff = UserFactory.create(is_staff=True)
    account_suspend(account=owner_of(bot), actor=staff, reason="For the test.")
    assert queue.answer(versions[0], Verdict.VALID)
    assert validations_scavenge() == 0
    assert len(queue.sent) == UNDER_WAY_MAX
    account_reinstate(account=owner_of(bot), actor=staff, reason="Sorry.")
    assert validations_scavenge() == 1
    assert len(queue.sent) == UNDER_WAY_MAX + 1


# What is lost is sent again


def test_a_worker_that_goes_silent_is_replaced_three_times_then_it_is_our_fault(
    queue: Runner,
) -> None:
    bot = BotFactory.create()
    version, _second, waiting = (submit(bot) for _ in range(3))
    validation = validation_latest(version=version)
    assert validation is not None
    for attempt in range(1, LOSSES_MAX + 1):
        assert queue.order_of(version).attempt == attempt
        assert queue.answer(version, None, number=1)
        assert validations_scavenge() == 0
        age(validation, LEASE + timedelta(seconds=1))
        validations_scavenge_task()
    validation.refresh_from_db()
    assert (validation.verdict, validation.losses) == ("broken", LOSSES_MAX)
    version.refresh_from_db()
    assert version.state == State.UNCHECKED
    assert queue.order_of(waiting).attempt == 1  # its turn has come
    assert validations_scavenge() == 0


def test_a_long_queue_is_no_loss(queue: Runner) -> None:
    """Whoever is busy is heard of; what waits behind is not sent again and again."""
    busy = submit(BotFactory.create())
    version = submit(BotFactory.create())
    a_runner()
    for minute in range(1, 5):
        age(validation_latest(version=version), timedelta(minutes=1))  # type: ignore[arg-type]
        queue.answer(busy, None, number=minute)
        assert validations_scavenge() == 0
    age(validation_latest(version=version), ORDER_GOOD_FOR)  # type: ignore[arg-type]
    assert validations_scavenge() == 1  # no worker would begin with the old order
    latest = validation_latest(version=version)
    assert latest is not None
    assert (latest.attempt, latest.losses) == (2, 0)


def test_an_order_that_got_lost_is_noticed_when_the_runners_are_idle(queue: Runner) -> None:
    submit(BotFactory.create())
    age(only(), LEASE + timedelta(seconds=1))
    assert validations_scavenge() == 0  # nobody is there who could have begun
    a_runner(refusal="There is no bwrap.")
    assert validations_scavenge() == 0
    a_runner()
    assert validations_scavenge() == 1
    assert [order.attempt for order in queue.orders] == [1, 2]
    for _ in range(LOSSES_MAX - 1):
        age(only(), LEASE + timedelta(seconds=1))
        assert validations_scavenge() == 1
    assert only().verdict == "broken"  # an order that ends every worker who takes it


def test_a_worker_that_talks_for_ever_is_not_listened_to(queue: Runner) -> None:
    version = submit(BotFactory.create())
    age(only(), LONGEST + timedelta(seconds=1))
    queue.answer(version, None, number=1)
    assert validations_scavenge() == 1
    assert only().attempt == 2


def test_a_queue_that_does_not_answer_costs_nothing(
    queue: Runner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr(Celery, "send_task", refuse)
        submit(BotFactory.create())
        assert "The queue does not answer" in caplog.text
        assert (only().attempt, only().losses) == (0, 0)
        assert validations_scavenge() == 1
        assert only().attempt == 0
    assert validations_scavenge() == 1
    assert len(queue.orders) == 1
    assert only().attempt == 1


# Checking again


def test_what_could_not_be_checked_is_checked_again(queue: Runner) -> None:
    bot = BotFactory.create()
    version = submit(bot, activate=False)
    queue.answer(version, Verdict.BROKEN)
    again = validation_repeat(version=version, by=owner_of(bot))
    assert (again.attempt, again.activate_when_valid) == (1, False)
    version.refresh_from_db()
    assert version.state == State.CHECKING
    with pytest.raises(ValidationError, match="nothing to repeat"):
        validation_repeat(version=version, by=owner_of(bot))
    queue.answer(version, Verdict.VALID)
    assert [one.verdict for one in version.validations.order_by("pk")] == ["broken", "valid"]
    with pytest.raises(ValidationError, match="nothing to repeat"):
        validation_repeat(version=version, by=owner_of(bot))


def test_an_author_submits_anew_what_is_not_valid_but_staff_may_doubt(queue: Runner) -> None:
    bot = BotFactory.create()
    version = submit(bot)
    queue.answer(version, Verdict.INVALID)
    with pytest.raises(ValidationError):
        validation_repeat(version=version, by=owner_of(bot))
    with pytest.raises(PermissionDenied):
        validation_repeat(version=version, by=UserFactory.create())
    validation_repeat(version=version, by=UserFactory.create(is_staff=True))
    assert queue.answer(version, Verdict.VALID)
    version.refresh_from_db()
    assert version.state == State.VALID


def test_suspended_authors_and_staff_check_nothing(queue: Runner) -> None:
    version = BotVersionFactory.create(state=State.UNCHECKED)
    for who in (owner_of(version.bot), UserFactory.create(is_staff=True)):
        User.objects.filter(pk=who.pk).update(is_active=False)
        with pytest.raises(PermissionDenied):
            validation_repeat(version=version, by=who)


# Runners


def test_runners_are_known_by_what_they_say(settings: Settings) -> None:
    a_runner()
    (seen,) = runners_present()
    assert (seen.name, seen.sandbox, seen.refusal) == ("runner@here", "bwrap", "")
    assert seen.queues == [VALIDATIONS]
    assert runner_is_ready(queue=VALIDATIONS)
    assert service_now().workers == 0  # it answers nobody
    a_runner(refusal="There is no bwrap.")
    assert not runner_is_ready(queue=VALIDATIONS)
    a_runner(sandbox="insecure", refusal="It isolates nothing.")
    assert not runner_is_ready(queue=VALIDATIONS)
    settings.DEBUG = True
    assert runner_is_ready(queue=VALIDATIONS)
    WorkerPresence.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    assert not runners_present().exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": 7}, {"name": ""}, {"name": "worker@here"}, {"queues": "x"}, {"queues": [7]},
        {"queues": ["x"] * 11}, {"started_at": "yesterday"}, {"started_at": 7}, {"sandbox": None},
        {"sandbox": ""}, {"refusal": {}},
    ],
    ids=str,
)  # fmt: skip
def test_signs_of_life_that_are_none(
    wrong: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    now = timezone.now()
    WorkerPresence.objects.create(name="worker@here", queues=["x"], started_at=now, seen_at=now)
    a_runner(**wrong)
    assert "is refused" in caplog.text
    assert WorkerPresence.objects.get().sandbox == ""


def test_there_is_an_end_to_runners() -> None:
    now = timezone.now()
    for number in range(RUNNERS_MAX):
        WorkerPresence.objects.create(
            name=str(number), sandbox="bwrap", started_at=now, seen_at=now
        )
    a_runner(name="one more")
    a_runner(name="0", refusal="None.")
    assert WorkerPresence.objects.count() == RUNNERS_MAX
    assert WorkerPresence.objects.get(name="0").refusal == "None."
    with pytest.raises(ReportRefusedError):
        runner_sign_read({})


def test_nothing_is_sent_for_an_account_that_is_gone() -> None:
    assert validations_dispatch(account_id=None) == 0
    assert validations_dispatch(account_id=0) == 0


def test_steps_are_kept_as_the_pages_read_them(queue: Runner) -> None:
    version = submit(BotFactory.create())
    queue.answer(version, Verdict.VALID)
    first = Step.from_json(only().steps[0])
    assert (first.kind, first.state) == (StepKind.UNPACK, StepState.PASSED)
