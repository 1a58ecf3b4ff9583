"""Issue 01.5: real Celery workers on the real embedded queue."""

import os
import shutil
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import psycopg
import pytest
from celery import Celery
from celery.exceptions import QueueNotFound
from psycopg import sql

from arena.models import WorkerPresence
from arena.runner.queues import DEFAULT, NAMES, RESULTS, QueueApp, celery_settings, pgmq_url
from deploy.celery_app import app
from deploy.queue_sql import queue_install
from tests.bench.bench_queue import redis_server
from tests.deploy.service import wait_for
from tests.deploy.worker_process import Worker
from tests.real_queues import queue_database

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("empty_queues")]


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(tmp_path / "worker.log")
    try:
        yield worker.wait_until_ready()
    finally:
        worker.stop()


def _send_scheduler_heartbeat(started_at: str = "2026-01-02T03:04:05+00:00") -> None:
    app.send_task("arena.scheduler_heartbeat", args=(started_at,))


def _scheduler_is_known() -> bool:
    return WorkerPresence.objects.filter(name="scheduler").exists()


def _wait_for_heartbeat(worker: Worker) -> None:
    """On failure, show what the worker said and what lies in the queue."""

    def details() -> str:
        with psycopg.connect(queue_database()) as broker:
            rows = broker.execute(
                "SELECT msg_id, read_ct, vt, now() FROM pgmq.q_default"
            ).fetchall()
        return f"{worker.log.read_text()}\nin the queue: {rows}"

    wait_for(_scheduler_is_known, "the task's row", seconds=60, details=details)


def test_a_real_worker_does_its_task_whatever_else_is_in_the_queue(worker: Worker) -> None:
    """It says whom it serves, writes to the real database, and is stopped neither by a bad task nor
    by a message that is not JSON, which it does not read."""
    assert WorkerPresence.objects.get(name=worker.name).queues == [DEFAULT, RESULTS]
    app.send_task("arena.scheduler_heartbeat", args=("no time at all",))
    with app.connection_for_write() as broker:
        broker.Producer().publish(
            b"\x80\x04N.",  # a pickled None
            routing_key=DEFAULT,
            content_type="application/x-python-serialize",
            content_encoding="binary",
            headers={"task": "arena.scheduler_heartbeat", "id": str(uuid.uuid4())},
        )
    _send_scheduler_heartbeat()
    _wait_for_heartbeat(worker)
    row = WorkerPresence.objects.get(name="scheduler")
    assert row.started_at.isoformat() == "2026-01-02T03:04:05+00:00"
    for complaint in ("ValueError", "Refusing to deserialize"):
        wait_for(
            lambda complaint=complaint: complaint in worker.log.read_text(),  # type: ignore[misc]
            complaint,
            seconds=60,
            details=worker.log.read_text,
        )


@pytest.mark.long
def test_a_task_sent_before_the_worker_starts_is_not_lost(tmp_path: Path) -> None:
    _send_scheduler_heartbeat()
    worker = Worker(tmp_path / "worker.log")
    try:
        _wait_for_heartbeat(worker)
    finally:
        worker.stop()


@pytest.mark.long
def test_a_worker_signs_off_when_it_stops_and_is_missed_when_it_is_killed(
    tmp_path: Path,
) -> None:
    first = Worker(tmp_path / "first.log").wait_until_ready()
    first.stop()
    assert not WorkerPresence.objects.filter(name=first.name).exists()

    second = Worker(tmp_path / "second.log").wait_until_ready()
    pool = psutil.Process(second.process.pid).children()
    assert pool
    second.process.kill()
    second.process.wait()
    wait_for(
        lambda: not any(child.is_running() for child in pool),
        "the pool to die with its worker",
        seconds=10,
    )
    assert WorkerPresence.objects.filter(name=second.name).exists()  # goes stale, then is pruned


def test_a_worker_whose_pool_loses_a_process_ends_and_can_be_started_anew(tmp_path: Path) -> None:
    """A process that is killed while it waits for work keeps the lock under which all wait: the
    worker would never do anything again."""
    worker = Worker(tmp_path / "worker.log").wait_until_ready()
    (idle,) = psutil.Process(worker.process.pid).children()
    idle.kill()
    assert worker.process.wait(timeout=60) == 1
    assert "to be started anew" in worker.log.read_text()


def test_the_rules_of_the_queue() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_acks_late
    assert not app.conf.task_reject_on_worker_lost
    assert app.conf.task_time_limit * (app.conf.worker_prefetch_multiplier + 1) <= 900
    assert {queue.exchange.name for queue in app.conf.task_queues} == set(NAMES)
    assert not app.conf.worker_enable_remote_control
    assert {queue.name for queue in app.conf.task_queues} == set(NAMES)
    assert "scheduler-heartbeat" in app.conf.beat_schedule


def test_a_misspelt_queue_is_an_error() -> None:
    with pytest.raises(QueueNotFound):
        app.send_task("arena.scheduler_heartbeat", args=("x",), queue="defualt")


def test_the_queue_never_lands_in_the_datas_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pgmq library reads DATABASE_URL by itself; our settings must win."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/wrong")
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1)
        with broker.SimpleQueue(DEFAULT) as queue:
            assert queue.qsize() >= 0


@pytest.mark.parametrize(
    ("url", "options"),
    [
        ("redis://127.0.0.1:6379/0", {"visibility_timeout": 900}),
        ("amqp://guest@127.0.0.1//", {}),
    ],
)
def test_another_broker_is_one_setting(url: str, options: dict[str, object]) -> None:
    pgmq = celery_settings("pgmq://a:b@127.0.0.1/c")
    other = celery_settings(url)
    assert other["broker_url"] == url
    assert other["broker_transport_options"] == options
    changed = {name for name in pgmq if pgmq[name] != other[name]}
    assert changed <= {"broker_url", "broker_transport_options", "task_queues"}


@pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server on this machine")
def test_the_same_task_runs_over_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with redis_server(tmp_path) as url:
        monkeypatch.setenv("CELERY_BROKER_URL", url)  # Celery lets it win over its settings
        worker = Worker(tmp_path / "worker.log")
        sender = Celery("sender", set_as_current=False)
        sender.conf.update(celery_settings(url))
        try:
            worker.wait_until_ready()
            sender.send_task("arena.scheduler_heartbeat", args=("2026-01-02T03:04:05+00:00",))
            wait_for(_scheduler_is_known, "the task", seconds=60, details=worker.log.read_text)
        finally:
            worker.stop()
            sender.close()


def test_a_connection_that_was_lost_costs_no_message() -> None:
    """Neither to a queue that this process has used before, nor to one that it uses for the first
    time, which is declared then."""
    sender = QueueApp("sender", set_as_current=False)
    sender.conf.update(celery_settings(os.environ["CELERY_BROKER_URL"]))
    for name in (DEFAULT, DEFAULT, RESULTS):
        with psycopg.connect(queue_database(), autocommit=True) as broker:
            broker.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        sender.send_task("tests.nothing", queue=name)
    sender.close()
    with psycopg.connect(queue_database()) as broker:
        kept = broker.execute(
            "SELECT (SELECT count(*) FROM pgmq.q_default), (SELECT count(*) FROM pgmq.q_results)"
        ).fetchone()
    assert kept == (2, 1)


def test_the_queues_sql_is_installed_once() -> None:
    assert queue_install(database_url=queue_database()) is False
    with psycopg.connect(queue_database()) as broker:
        row = broker.execute("SELECT to_regclass('pgmq.meta') IS NOT NULL").fetchone()
    assert row == (True,)


@pytest.mark.filterwarnings("ignore:list_queues")  # kombu hides it, but not from other threads
def test_many_processes_may_declare_the_queues_at_their_first_start() -> None:
    """On a first start workers, runners and the web use new queues at the same moment."""
    name = f"new_{uuid.uuid4().hex}"
    identifier = sql.Identifier(name)
    server = queue_database().rsplit("/", 1)[0]
    with psycopg.connect(queue_database(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
        try:
            assert queue_install(database_url=f"{server}/{name}") is True
            with ThreadPoolExecutor(8) as pool:
                list(pool.map(_declare, [pgmq_url(f"{server}/{name}")] * 8))
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))


def _declare(broker_url: str) -> None:
    with Celery(set_as_current=False) as app:
        app.conf.update(celery_settings(broker_url))
        with app.connection_for_write() as connection:
            for queue in app.conf.task_queues:
                queue(connection.default_channel).declare()
