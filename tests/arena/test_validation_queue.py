"""Orders and reports over the real queue: what a runner would take, and a real worker of ours."""

import socket
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.conf import settings

from arena.models import BotVersion, Validation
from arena.runner.orders import RUNNER_SEEN, VALIDATE, VALIDATION_REPORT, ValidationOrder, Verdict
from arena.runner.queues import RESULTS, VALIDATIONS, QueueApp
from arena.runner.signing import key_to_check, opened
from arena.selectors.workers import runners_present
from arena.services.scavenging import validations_scavenge
from tests.arena.bots import report_of, submit
from tests.deploy.service import wait_for
from tests.deploy.worker_process import Worker
from tests.factories import BotFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("empty_queues")]


def take_order() -> ValidationOrder:
    """The next order in the runners' queue, as a worker opens it."""
    with current_app.connection_for_read() as connection:
        queue = connection.SimpleQueue(VALIDATIONS)
        message = queue.get(timeout=30)
        message.ack()
        (envelope,), _keywords, _embedded = message.payload
        assert message.headers["task"] == VALIDATE
        queue.close()
    check_key = key_to_check(settings.TASK_SIGNING_KEY)
    return ValidationOrder.from_json(opened(VALIDATE, envelope, check_key))


@pytest.mark.long
def test_from_the_upload_to_the_verdict_through_the_queue(tmp_path: Path) -> None:
    version = submit(BotFactory.create())
    order = take_order()
    assert order.program.digest == version.digest
    worker = Worker(tmp_path / "worker.log")
    try:
        worker.wait_until_ready()
        sign = {
            "name": f"runner@{socket.gethostname()}",
            "queues": [VALIDATIONS],
            "slots": 1,
            "started_at": "2026-11-17T09:00:00+00:00",
            "sandbox": "bwrap",
            "refusal": "",
        }
        current_app.send_task(RUNNER_SEEN, kwargs=sign, queue=RESULTS)
        rubbish: list[object] = [{}, None, {"validation": []}]
        for nonsense in rubbish:
            current_app.send_task(VALIDATION_REPORT, args=[nonsense], queue=RESULTS)
        current_app.send_task(VALIDATION_REPORT, args=[], queue=RESULTS)
        for number, verdict in ((1, None), (1, None), (2, Verdict.VALID), (3, Verdict.INVALID)):
            report = report_of(order, verdict, number=number).to_json()
            current_app.send_task(VALIDATION_REPORT, args=[report], queue=RESULTS)
        wait_for(
            lambda: Validation.objects.exclude(verdict="").exists(),
            "the verdict",
            seconds=60,
            details=worker.log.read_text,
        )
        wait_for(lambda: runners_present().exists(), "the runner's sign", seconds=60)
    finally:
        worker.stop()
    assert Validation.objects.get().verdict in {"valid", "invalid"}
    assert BotVersion.objects.get().state == Validation.objects.get().verdict


def test_what_was_not_sent_is_sent_when_the_queue_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broker's address leads nowhere, for a while."""
    nowhere = f"redis://127.0.0.1:{_closed_port()}/0"

    def send_nowhere(*args: Any, **options: Any) -> object:  # noqa: ANN401
        with current_app.connection_for_write(nowhere) as connection:
            options["connection"] = connection
            return send_task(*args, **options)

    send_task = current_app.send_task
    with monkeypatch.context() as patched:
        patched.setattr(QueueApp, "send_task", staticmethod(send_nowhere))
        submit(BotFactory.create())
    assert Validation.objects.get().attempt == 0
    assert validations_scavenge() == 1
    assert take_order().attempt == 1


def _closed_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
