"""A runner's sign of life: it has no database, so it says it over the queue."""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from celery import Celery

from arena.runner.orders import RUNNER_SEEN
from arena.runner.queues import RESULTS

BEAT_SECONDS: Final = 5.0
EXPIRES_SECONDS: Final = 30
logger = logging.getLogger(__name__)


class Presence:
    """Beats in a thread of the worker's main process, so that a busy pool does not silence it."""

    def __init__(
        self,
        *,
        app: Celery,
        name: str,
        queues: list[str],
        slots: int,
        sandbox: str,
        refusal: str,
        first: Callable[[], None],
    ) -> None:
        """`slots`: how many orders it works on at once; 0 if it would refuse them all. `first` is
        done before each beat."""
        self._app = app
        self._first = first
        self._said = {
            "name": name,
            "queues": queues,
            "slots": slots,
            "started_at": datetime.now(UTC).isoformat(),
            "sandbox": sandbox,
            "refusal": refusal,
        }
        self._thread = threading.Thread(target=self._beat, name="presence", daemon=True)
        self._stopping = threading.Event()

    def start(self) -> None:
        self._thread.start()

    def _beat(self) -> None:
        while not self._stopping.is_set():
            try:
                self._first()
                self._app.send_task(
                    RUNNER_SEEN, kwargs=self._said, queue=RESULTS, expires=EXPIRES_SECONDS
                )
            except Exception as error:  # noqa: BLE001 - every broker has errors of its own, those of
                # the embedded one are psycopg's, unknown here; whoever falls silent is lost.
                logger.warning("The queue does not take our sign of life: %s Trying again.", error)
            self._stopping.wait(BEAT_SECONDS)
