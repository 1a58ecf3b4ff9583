"""The runner's own Celery app: it takes signed orders and runs bots, and holds nothing of ours.

No Django, no database, no secret key: whoever broke out of a sandbox would find a queue's address
and a key that can only check. Start it with

    celery -A arena.runner.worker worker --queues validations
    celery -A arena.runner.worker worker --queues matches
"""

import asyncio
import logging
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from celery.signals import setup_logging, worker_init, worker_process_init, worker_ready

from arena.runner.attempts import attempt_noted, attempts_lost
from arena.runner.configuration import ConfigurationError, RunnerConfiguration
from arena.runner.lifeline import die_with_parent, die_with_pool
from arena.runner.match_orders import (
    LONGEST_MATCH_SECONDS,
    LONGEST_REASON,
    MATCH_ALIVE,
    MATCH_RESULT,
    PLAY,
    MatchAlive,
    MatchOrder,
    MatchResult,
    match_attempt,
)
from arena.runner.match_play import MatchPlace, MatchTakenError, match_play
from arena.runner.orders import (
    VALIDATE,
    VALIDATION_REPORT,
    ValidationOrder,
    ValidationReport,
    Verdict,
)
from arena.runner.presence import EXPIRES_SECONDS, Presence
from arena.runner.queues import RESULTS, QueueApp, celery_settings
from arena.runner.reading import UnreadableError
from arena.runner.sandbox.cgroups import groups_sweep
from arena.runner.sandbox.choose import driver_named, driver_probed
from arena.runner.sandbox.interface import Capabilities
from arena.runner.sentences import sentence
from arena.runner.signing import OrderRefusedError, opened
from arena.runner.validation.story import Story, broken_off
from arena.runner.validation.trial import Stage
from arena.runner.validation.validator import Validator
from arena.runner.work_folder import work_folder

logger = logging.getLogger(__name__)

_STUBBORN: Final = {
    "max_retries": 60,
    "interval_start": 0.2,
    "interval_step": 0.2,
    "interval_max": 2,
}
"""For what must arrive: the broker may be restarting."""
_SENDING_SECONDS: Final = 180
"""About what it takes to give up. That a message comes back meanwhile does not matter: the order in
it is too old by then."""
_OTHER_VERSION: Final = "Update the runner or the server, so that both have the same version."

try:
    configuration = RunnerConfiguration.from_environment()
except ConfigurationError as problem:
    sys.exit(str(problem))
driver = driver_named(configuration.sandbox)
app = QueueApp("durako-runner")
app.conf.update(celery_settings(configuration.broker_url, prefetch=1))
_capabilities: list[Capabilities] = []
"""What the probes found; filled before any order is taken."""
_folders: list[Path] = []
"""Where this worker unpacks bots; filled before any order is taken."""


@app.task(name=VALIDATE)
def validate(envelope: Mapping[str, str]) -> None:
    """Try a version, if our server has ordered it."""
    try:
        order = ValidationOrder.from_json(opened(VALIDATE, envelope, configuration.check_key))
    except OrderRefusedError as refused:
        logger.warning("An order was refused: %s", refused)
        return
    except UnreadableError as unreadable:
        logger.error("An order cannot be read: %s %s", unreadable, _OTHER_VERSION)
        return
    if refusal := _refusal():
        _refuse(order, refusal)
        return
    validator = Validator(
        stage=Stage(driver=driver, runtime=configuration.runtime),
        gameserver=configuration.gameserver,
        archives=configuration.archives,
        work=_folders[0],
    )
    asyncio.run(validator.validate(order, send_report))


@app.task(name=PLAY, bind=True, time_limit=LONGEST_MATCH_SECONDS + _SENDING_SECONDS)
def play(self: Any, envelope: Mapping[str, str]) -> None:  # noqa: ANN401 - a bound task
    """Play a match, if our server has ordered it."""
    worker = self.request.hostname or app.main
    try:
        data = opened(PLAY, envelope, configuration.check_key)
    except OrderRefusedError as refused:
        logger.warning("An order was refused: %s", refused)
        return
    try:
        order = MatchOrder.from_json(data)
    except UnreadableError as unreadable:
        logger.error("An order cannot be read: %s %s", unreadable, _OTHER_VERSION)
        _send_broken(data, worker, f"{unreadable} {_OTHER_VERSION}")
        return
    if refusal := _refusal():
        _send_broken(data, worker, refusal)
        return
    place = MatchPlace(
        worker=worker,
        driver=driver,
        runtime=configuration.runtime,
        gameserver=configuration.gameserver,
        archives=configuration.archives,
        work=_folders[0],
    )
    with attempt_noted(_folders[0], data):
        try:
            result = asyncio.run(match_play(place, order, send_alive))
        except MatchTakenError as taken:  # its player tells, or the server gives it to the next one
            logger.warning("Match %s, attempt %d: %s", order.match, order.attempt, taken)
            return
        send_result(result)


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


def send_alive(alive: MatchAlive) -> None:
    """Tell the server that a match goes on; the next one says it again."""
    try:
        app.send_task(MATCH_ALIVE, args=[alive.to_json()], queue=RESULTS, expires=EXPIRES_SECONDS)
    except Exception as error:  # noqa: BLE001 - see `Presence`
        logger.warning("The queue does not take a sign of life of %s: %s", alive.match, error)


def send_result(result: MatchResult) -> None:
    """Tell the server how an attempt ended. If that fails for long, it is played again."""
    app.send_task(MATCH_RESULT, args=[result.to_json()], queue=RESULTS, retry_policy=_STUBBORN)


def _send_broken(data: Mapping[str, Any], worker: str, reason: str) -> None:
    """Nothing was tried here; the server must know why."""
    try:
        attempt = match_attempt(data)
    except UnreadableError:
        return
    send_result(
        MatchResult(**attempt, worker=worker, sandbox=driver.name, broken=reason[:LONGEST_REASON])
    )


def _look_after_the_killed(worker: str) -> None:
    """Processes of the pool that were killed: what they left, and what they were playing."""
    groups_sweep()
    _send_lost(worker)


def _send_lost(worker: str) -> None:
    """What was played by a process that was killed."""
    for attempt in attempts_lost(_folders[0]):
        logger.warning("Match %(match)s, attempt %(attempt)d: its process was killed.", attempt)
        _send_broken(attempt, worker, "The process that played it was killed.")


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
def _before_the_pool(sender: Any, **_: object) -> None:  # noqa: ANN401 - Celery's worker
    prepare(sender.hostname)


def prepare(name: str) -> None:
    """Before the pool is made, so that every process of it knows."""
    try:
        _folders[:] = [work_folder(configuration.work, name)]
    except OSError as error:
        sys.exit(f"{configuration.work} cannot be written ({error}). Change DURAKO_RUNNER_VAR.")
    _capabilities[:] = [asyncio.run(driver_probed(driver, configuration.runtime))]
    if refusal := _capabilities[0].refusal():
        logger.error("No bots of strangers run here. %s", refusal)


@worker_ready.connect
def _begin_presence(sender: Any, **_: object) -> None:  # noqa: ANN401 - Celery's consumer
    Presence(
        app=app,
        name=sender.hostname,
        queues=sorted(sender.app.amqp.queues.consume_from),
        slots=0 if _refusal() else sender.controller.concurrency,
        sandbox=driver.name,
        refusal=_capabilities[0].refusal(),
        first=partial(_look_after_the_killed, sender.hostname),
    ).start()
    die_with_pool(sender.pool)


@worker_process_init.connect
def _tie_pool_process(**_: object) -> None:
    die_with_parent()


@setup_logging.connect
def _log_plainly(loglevel: int = logging.WARNING, **_: object) -> None:
    logging.basicConfig(level=loglevel, format="{levelname} {name}: {message}", style="{")
