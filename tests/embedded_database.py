"""A pytest plugin: the real PostgreSQL, started for this run and gone after it.

It is loaded before Django's settings, which need the addresses, and overrides those of the
environment: tests never touch somebody's real servers. pytest-xdist's worker processes use their
parent's.
"""

import os
import secrets
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.runner.queues import pgmq_url
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port, running
from deploy.queue_sql import queue_install

_exit_stack = ExitStack()


def _server(folder: Path) -> EmbeddedPostgres:
    return EmbeddedPostgres(
        data_dir=folder / "postgres",
        port=free_port(),
        passwords=Passwords(*(secrets.token_hex(16) for _ in range(3))),
        durable=False,
    )


_own_server: EmbeddedPostgres | None = None
if "PYTEST_XDIST_WORKER" not in os.environ:
    _folder = Path(tempfile.mkdtemp(prefix="durako-test-"))
    _own_server = _server(_folder)
    os.environ["DATABASE_URL"] = _own_server.data_url
    os.environ["CELERY_BROKER_URL"] = pgmq_url(_own_server.queue_url)
    os.environ["DURAKO_VAR"] = str(_folder)


def pytest_sessionstart(session: pytest.Session) -> None:
    if _own_server is not None:
        _exit_stack.callback(shutil.rmtree, _folder, ignore_errors=True)
        _exit_stack.enter_context(running(_own_server)).prepare(may_create_databases=True)
        queue_install(database_url=_own_server.queue_url)


def pytest_unconfigure(config: pytest.Config) -> None:
    _exit_stack.close()
