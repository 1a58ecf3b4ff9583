"""Several things at the same moment, each with a connection of its own to the real database."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from django.core.exceptions import ValidationError
from django.db import connection

PATIENCE_SECONDS = 60


def at_once(jobs: Sequence[Callable[[], object]]) -> list[str]:
    """Run all jobs in threads that start together; of each "done", or the sentence why not."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> str:
        barrier.wait(timeout=PATIENCE_SECONDS)
        try:
            job()
        except ValidationError as error:
            return str(error.messages[0])
        else:
            return "done"
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))
