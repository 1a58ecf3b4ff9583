"""The runner's own Celery app: it takes signed orders and runs bots, and holds nothing of ours.

No Django, no database, no secret key: whoever broke out of a sandbox would find a queue's address
and a key that can only check. Start it with

    celery -A arena.runner.worker worker --queues validations
"""

import asyncio
import logging
import shutil
import sys
from collections.abc import Mapping
from typing import Any, Final

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_process_init, worker_ready

from arena.runner.configuration import ConfigurationError, RunnerConfiguration
from arena.runner.lifeline import die_with_parent
from arena.runner.orders import (
    VALIDATE,
    VALIDATION_REPORT,
    ValidationOrder,
    ValidationReport,
    Verdict,
)
from arena.runner.presence import Presence
from arena.runner.queues import RESULTS, celery_settings
from arena.runner.sandbox.choose import driver_named
from arena.runner.sandbox.interface import Capabilities
from arena.runner.sentences import sentence
from arena.runner.signing import OrderRefusedError, opened
from arena.runner.validation.story import Story, broken_off
from arena.runner.validation.trial import Stage
from arena.runner.validation.validator import UNPACKED_PREFIX, Validator

logger = logging.getLogger(__name__)

_STUBBORN: Final = {
    "max_retries": 60,
    "interval_start": 0.2,
    "interval_step": 0.2,
    "interval_max": 2,
}
"""For what must arrive: the broker may be restarting."""

try:
    configuration = RunnerConfiguration.from_environment()
except ConfigurationError as problem:
    sys.exit(str(problem))
driver = driver_named(configuration.sandbox)
app = Celery("durako-runner")
app.conf.update(celery_settings(configuration.broker_url, prefetch=1))
_capabilities: list[Capabilities] = []
"""What the probes found; filled before any order is taken."""


@app.task(name=VALIDATE)
def validate(envelope: Mapping[str, str]) -> None:
    """Try a version, if our server has ordered it."""
    try:
        order = ValidationOrder.from_json(opened(VALIDATE, envelope, configuration.check_key))
    except OrderRefusedError as refused:
        logger.warning("An order was refused: %s", refused)
        return
    if refusal := _refusal():
        _refuse(order, refusal)
        return
    validator = Validator(
        stage=Stage(driver=driver, runtime=configuration.runtime),
        gameserver=configuration.gameserver,
        archives=configuration.archives,
        work=configuration.work,
    )
    asyncio.run(validator.validate(order, send_report))


def send_report(report: ValidationReport) -> None:
    """Tell the server; what is on the way may get lost, a verdict must not."""
    try:
        app.send_task(
            VALIDATION_REPORT,
            args=[report.to_json()],
            queue=RESULTS,
            retry_policy=_STUBBORN if report.verdict else None,
        )
    except Exception as error:  # the embedded queue has errors of its own; see `Presence`
        logger.warning("The queue does not take report %d: %s", report.number, error)
        if report.verdict:
            raise


def _refuse(order: ValidationOrder, refusal: str) -> None:
    story = Story(order, send_report, sandbox=driver.name)
    story.begin(0)
    story.steps = broken_off(story.steps, sentence("to_the_operator", detail=refusal))
    story.report(Verdict.BROKEN)


def _refusal() -> str:
    """Why bots may not run here; a driver that isolates nothing has been asked for by name."""
    found = _capabilities[0]
    return found.refusal() if found.isolates else ""


@worker_init.connect
def _probe(**_: object) -> None:
    """Before the pool is made, so that every process of it knows."""
    configuration.work.mkdir(parents=True, exist_ok=True)
    for left in configuration.work.glob(f"{UNPACKED_PREFIX}*"):  # by a worker that was killed
        shutil.rmtree(left, ignore_errors=True)
    _capabilities[:] = [asyncio.run(driver.probe(configuration.runtime))]
    if refusal := _capabilities[0].refusal():
        logger.error("No bots of strangers run here. %s", refusal)


@worker_ready.connect
def _begin_presence(sender: Any, **_: object) -> None:  # noqa: ANN401 - Celery's consumer
    Presence(
        app=app,
        name=sender.hostname,
        queues=sorted(sender.app.amqp.queues.consume_from),
        sandbox=driver.name,
        refusal=_capabilities[0].refusal(),
    ).start()


@worker_process_init.connect
def _tie_pool_process(**_: object) -> None:
    die_with_parent()


@setup_logging.connect
def _log_plainly(loglevel: int = logging.WARNING, **_: object) -> None:
    logging.basicConfig(level=loglevel, format="{levelname} {name}: {message}", style="{")
