"""Several things at the same moment, each with a connection of its own to the real database."""

import importlib
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

PATIENCE_SECONDS = 60
_LOOK_SECONDS = 0.02


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


def while_held(
    first: Callable[[], object], *, at: str, second: Callable[[], object]
) -> tuple[object, object]:
    """Hold `first` when it calls what is named `at`, until `second` waits for it or is over; what
    both return. If each waits for the other, the database says so, and that is raised."""
    reached = threading.Event()
    others: list[Future[object]] = []

    def run(job: Callable[[], object]) -> object:
        try:
            return job()
        finally:
            connection.close()

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(2) as pool:
        module, _, name = at.rpartition(".")
        real = getattr(importlib.import_module(module), name)

        def held(*args: object, **options: object) -> object:
            if not reached.is_set():
                others.append(pool.submit(run, second))
                reached.set()
                _wait_until(lambda: others[0].done() or _somebody_waits_for_us())
            return real(*args, **options)

        patch.setattr(at, held)
        done = pool.submit(run, first).result()
        assert reached.is_set(), f"{at} was never called"
        return done, others[0].result()


def _wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the other neither waits nor ends"
        time.sleep(_LOOK_SECONDS)


def _somebody_waits_for_us() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])
