"""Settling a match beside the same statements in bare psycopg.

Matches of 100 games are under way, and their results come, one after the other, into the service's
own `match_result_record`, on an embedded PostgreSQL that is as durable as in production.  What is
measured for a match:

- verifying: the log is played again and compared with what was ordered;
- settling: everything that `match_result_record` does in the database, from the first look at the
  match to the commit.  The verdict is known, no file is written, nobody is woken up;
- bare: the statements of exactly that, as Django had them executed (savepoints too), with the same
  parameters, by psycopg alone: one connection, one cursor, what Django reads is read, one
  transaction for each match;
- both: verifying, the log's file, settling, and the message to the queue that a slot is free.

Every measurement has a fresh copy of the same database, so that the statements meet the same rows;
settling and bare take turns, match by match.  A round's number is that of its median match.  The
goal is that settling reaches half of the bare rate.
"""

import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from arena.runner.queues import pgmq_url
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port, running
from deploy.queue_sql import queue_install
from tests.bench.bench_table import spread
from tests.bench.table_processes import PROJECT_DIR

GOAL: Final = 0.5
_ROUNDS: Final = (
    "import django; django.setup(); from tests.bench.settling_rounds import main; main()"
)


@contextmanager
def service(folder: Path) -> Iterator[Mapping[str, str]]:
    """What a process of the service is told: its own database and queue, both empty."""
    passwords = Passwords(*(secrets.token_hex(8) for _ in range(3)))
    with running(EmbeddedPostgres(folder / "postgres", free_port(), passwords)) as server:
        server.prepare(may_create_databases=True)
        queue_install(database_url=server.queue_url)
        yield {
            **os.environ,
            "DATABASE_URL": server.data_url,
            "CELERY_BROKER_URL": pgmq_url(server.queue_url),
            "DURAKO_VAR": str(folder),
            "DJANGO_SETTINGS_MODULE": "deploy.settings.testing",
        }


def run(environment: Mapping[str, str], *arguments: str) -> str:
    """To its end; what it printed."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=PROJECT_DIR, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def report(statements: int, rounds: list[dict[str, float]]) -> None:
    """`rounds`: seconds for a match, by what was measured."""

    def rate(name: str) -> str:
        return spread([1 / one[name] for one in rounds], ".0f")

    print(
        f"a second: {rate('verifying')} matches verified, {rate('settling')} settled "
        f"({statements} statements), {rate('both')} both; bare psycopg {rate('bare')}"
    )
    ratios = [one["bare"] / one["settling"] for one in rounds]
    print(f"settling over bare psycopg: {spread(ratios, '.2f')} (goal: at least {GOAL})")


def main() -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="durako-bench-"))
        environment = stack.enter_context(service(Path(folder)))
        run(environment, "manage.py", "migrate", "-v0")
        statements, *rounds = map(json.loads, run(environment, "-c", _ROUNDS).splitlines())
    report(statements, rounds)


if __name__ == "__main__":
    main()
