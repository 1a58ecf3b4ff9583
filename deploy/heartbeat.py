"""A worker's sign of life: a row in the database, renewed every few seconds."""

import logging
import threading
from typing import TYPE_CHECKING

from celery.signals import worker_process_init, worker_ready, worker_shutdown
from django.db import Error, connection
from django.utils import timezone

from arena.runner.lifeline import die_with_parent, die_with_pool

if TYPE_CHECKING:
    from celery.worker.consumer import Consumer

logger = logging.getLogger(__name__)

BEAT_SECONDS = 5.0


class Heartbeat:
    """Beats in a thread of the worker's main process, so that a busy pool does not silence it."""

    def __init__(self, *, name: str, queues: list[str]) -> None:
        self.name = name
        self.queues = queues
        self.started_at = timezone.now()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop beating and sign off."""
        from arena.services.workers import worker_presence_forget

        self._stopping.set()
        self._thread.join(timeout=BEAT_SECONDS)
        try:
            worker_presence_forget(name=self.name)
        except Error:  # the database may have stopped first; the row goes stale by itself
            logger.warning("Could not sign off %s: the database does not answer.", self.name)

    def _beat(self) -> None:
        from arena.services.workers import worker_presence_record

        while not self._stopping.is_set():
            try:
                worker_presence_record(
                    name=self.name, queues=self.queues, started_at=self.started_at
                )
            except Error:
                logger.warning("No heartbeat: the database does not answer. Trying again.")
            finally:
                connection.close()
            self._stopping.wait(BEAT_SECONDS)


_running: list[Heartbeat] = []


def _start(sender: "Consumer", **_: object) -> None:
    heartbeat = Heartbeat(name=sender.hostname, queues=sorted(sender.app.amqp.queues.consume_from))
    _running.append(heartbeat)
    heartbeat.start()
    die_with_pool(sender.pool)


def _stop(**_: object) -> None:
    while _running:
        _running.pop().stop()


def _tie_pool_process(**_: object) -> None:
    die_with_parent()


def heartbeat_connect() -> None:
    """Make every worker of this app beat, and it and its pool's processes die together."""
    worker_ready.connect(_start, weak=False)
    worker_shutdown.connect(_stop, weak=False)
    worker_process_init.connect(_tie_pool_process, weak=False)
