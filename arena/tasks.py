"""The arena's Celery tasks: they only translate."""

import logging
from datetime import datetime, timedelta
from functools import partial

from celery import shared_task

from arena.patience import with_database
from arena.runner.match_orders import MATCH_ALIVE, MATCH_RESULT
from arena.runner.orders import RUNNER_SEEN, VALIDATION_REPORT
from arena.runner.queues import SCHEDULER
from arena.services.ab_test_steps import ab_tests_tend
from arena.services.archives import archives_unused_prune
from arena.services.demo_leagues import demo_league_create
from arena.services.demo_matches import demo_matches_create
from arena.services.ladder_ticks import ladders_tick
from arena.services.league_matches import leagues_tick
from arena.services.match_orders import DISPATCH, matches_dispatch
from arena.services.match_outputs import match_outputs_prune
from arena.services.match_reading import match_alive_read, match_result_read
from arena.services.match_reports import match_alive_record, match_result_record
from arena.services.match_scavenging import matches_scavenge
from arena.services.operator_mail import operator_notices_prune, operators_mail
from arena.services.replays import replays_unused_prune
from arena.services.report_reading import (
    ReportRefusedError,
    runner_sign_read,
    validation_report_read,
)
from arena.services.scavenging import validations_scavenge
from arena.services.validations import validation_report_record
from arena.services.workers import (
    runner_presence_record,
    worker_presence_prune,
    worker_presence_record,
)

logger = logging.getLogger(__name__)


@shared_task(name="arena.scheduler_heartbeat", expires=30)
def scheduler_heartbeat(started_at: str) -> None:
    """Sent by the scheduler every few seconds: that it arrives shows that the scheduler, the queue
    and a worker all do their part."""
    worker_presence_record(name=SCHEDULER, queues=[], started_at=datetime.fromisoformat(started_at))


@shared_task(name="arena.worker_presence_prune", expires=600)
def worker_presence_prune_task() -> None:
    worker_presence_prune(older_than=timedelta(days=1))


@shared_task(name=RUNNER_SEEN)
def runner_seen(**said: object) -> None:
    """A runner is alive, and says what it can do."""
    try:
        runner_presence_record(sign=runner_sign_read(said))
    except ReportRefusedError as refused:
        logger.warning("A runner's sign of life is refused: %s.", refused)


@shared_task(name=VALIDATION_REPORT)
def validation_report(report: object) -> None:
    """What a runner says about a validation."""
    try:
        read = validation_report_read(report)
    except ReportRefusedError as refused:
        logger.warning("A runner's report is refused: %s.", refused)
        return
    validation_report_record(report=read)


@shared_task(name="arena.validations_scavenge", expires=10)
def validations_scavenge_task() -> None:
    validations_scavenge()


@shared_task(name=MATCH_ALIVE)
def match_alive(alive: object) -> None:
    """A worker says how far a match is."""
    try:
        read = match_alive_read(alive)
    except ReportRefusedError as refused:
        logger.warning("A match's sign of life is refused: %s.", refused)
        return
    match_alive_record(alive=read)


@shared_task(name=MATCH_RESULT)
def match_result(result: object) -> None:
    """A worker says how a match ended. While the database is away it is tried again: the worker has
    said it once, and will not say it again."""
    try:
        read = match_result_read(result)
    except ReportRefusedError as refused:
        logger.warning("A match's result is refused: %s.", refused)
        return
    with_database(partial(match_result_record, result=read))


@shared_task(name=DISPATCH, expires=10)
def matches_dispatch_task() -> None:
    matches_dispatch()


@shared_task(name="arena.matches_scavenge", expires=10)
def matches_scavenge_task() -> None:
    matches_scavenge()


@shared_task(name="arena.ab_tests_tend", expires=10)
def ab_tests_tend_task() -> None:
    ab_tests_tend()


@shared_task(name="arena.ladders_tick", expires=5)
def ladders_tick_task() -> None:
    ladders_tick()


@shared_task(name="arena.leagues_tick", expires=5)
def leagues_tick_task() -> None:
    leagues_tick()


@shared_task(name="arena.demo_matches_create", expires=10)
def demo_matches_create_task() -> None:
    """What there is to see on a first run."""
    demo_matches_create()
    demo_league_create()


@shared_task(name="arena.archives_unused_prune", expires=600)
def archives_unused_prune_task() -> None:
    archives_unused_prune()


@shared_task(name="arena.match_leftovers_prune", expires=600)
def match_leftovers_prune_task() -> None:
    """What nobody needs any more of matches that are over."""
    match_outputs_prune()
    replays_unused_prune()


@shared_task(name="arena.operators_mail", expires=60)
def operators_mail_task() -> None:
    """What had to wait since the last mail."""
    operators_mail()
    operator_notices_prune()
