"""Open pages: what a change costs on its way to them, and what they cost while nothing happens.

The way of a change, from the commit to the browser's socket, is given as a ratio to a bare NOTIFY
between two connections of the same database.
"""

import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import psutil
import psycopg

from arena.runner.lifeline import die_with_parent
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port, running
from deploy.launcher.stack import Address, web_process

PROJECT_DIR = Path(__file__).resolve().parents[2]
ROUNDS = 40


@contextmanager
def service(folder: Path) -> Iterator[tuple[int, psutil.Process]]:
    """A database of its own with a web process before it, and Django set up to write to it."""
    passwords = Passwords(*(secrets.token_hex(8) for _ in range(3)))
    with running(EmbeddedPostgres(folder / "postgres", free_port(), passwords)) as server:
        server.prepare()
        os.environ.update(
            DATABASE_URL=server.data_url,
            DURAKO_VAR=str(folder),
            DJANGO_SETTINGS_MODULE="deploy.settings.testing",
        )
        for command in (["migrate", "-v0"], ["createcachetable"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=PROJECT_DIR, check=True)
        django.setup()
        port = free_port()
        spec = web_process(Address("127.0.0.1", port))
        process = subprocess.Popen(
            spec.command,
            cwd=PROJECT_DIR,
            env={**os.environ, **spec.environment},
            preexec_fn=die_with_parent,
        )
        try:
            yield port, psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(timeout=30)


def bare_notify_ms() -> float:
    """One connection says it, another hears it: the least that any change costs."""
    address = os.environ["DATABASE_URL"]
    with (
        psycopg.connect(address, autocommit=True) as hears,
        psycopg.connect(address, autocommit=True) as says,
    ):
        hears.execute("LISTEN bench")
        times = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            says.execute("SELECT pg_notify('bench', 'x')")
            next(hears.notifies(timeout=10, stop_after=1))
            times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as (port, web):
        from tests.bench.live_viewers import measure

        bare = bare_notify_ms()
        print(f"a bare NOTIFY: 1.0 ({bare:.2f} ms)", flush=True)
        measure(port, web, bare)
