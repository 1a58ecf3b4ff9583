"""A pytest plugin: the real PostgreSQL, started for this run and gone after it.

It is loaded before Django's settings, which need the addresses, and overrides those of the
environment: tests never touch somebody's real servers. The worker processes of pytest-xdist share
their parent's server, but each has a queue of its own, as pytest-django gives each its own data:
otherwise one would take the other's tasks.
"""

import os
import secrets
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from arena.runner.queues import pgmq_url
from arena.runner.signing import key_create
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port, running
from deploy.queue_sql import queue_install

_QUEUE_SERVER = "DURAKO_TEST_QUEUE_SERVER"
# tests/emptying.py does without triggers, which otherwise only an administrator may.
_EMPTYING_ALLOW = "GRANT SET ON PARAMETER session_replication_role TO durako"
# What a test rolls back stays in its tables until somebody tidies up, and knows no statistics: read
# from end to end, as small tables would be, they take longer with every test.
_READ_BY_INDEX = "ALTER ROLE durako SET enable_seqscan = off"
_exit_stack = ExitStack()


def _server(folder: Path) -> EmbeddedPostgres:
    return EmbeddedPostgres(
        data_dir=folder / "postgres",
        port=free_port(),
        passwords=Passwords(*(secrets.token_hex(16) for _ in range(3))),
        durable=False,
    )


_worker = os.environ.get("PYTEST_XDIST_WORKER")
_own_server: EmbeddedPostgres | None = None
if _worker is None:
    _folder = Path(tempfile.mkdtemp(prefix="durako-test-"))
    _own_server = _server(_folder)
    os.environ["DATABASE_URL"] = _own_server.data_url
    os.environ[_QUEUE_SERVER] = _own_server.data_url.rsplit("/", 1)[0]
    os.environ["DURAKO_VAR"] = str(_folder)
    os.environ["TASK_SIGNING_KEY"] = key_create()
_queue_name = f"test_queue_{_worker or 'main'}"
_queue_url = f"{os.environ[_QUEUE_SERVER]}/{_queue_name}"
os.environ["CELERY_BROKER_URL"] = pgmq_url(_queue_url)


def pytest_sessionstart(session: pytest.Session) -> None:
    if _own_server is not None:
        _exit_stack.callback(shutil.rmtree, _folder, ignore_errors=True)
        _exit_stack.enter_context(running(_own_server)).prepare(may_create_databases=True)
        with psycopg.connect(_own_server.admin_url, autocommit=True) as connection:
            connection.execute(_EMPTYING_ALLOW)
            connection.execute(_READ_BY_INDEX)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(_queue_name)))
    queue_install(database_url=_queue_url)


def pytest_unconfigure(config: pytest.Config) -> None:
    _exit_stack.close()
