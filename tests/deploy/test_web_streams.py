"""The web process as the launcher starts it, with open pages: it stops at once, and it survives a
database that restarts."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from deploy.launcher.postgres import free_port
from deploy.launcher.stack import Address, web_process
from tests.asgi_server import AsgiServer
from tests.deploy.service import PROJECT_DIR, wait_for
from tests.tournaments.listening import listening
from tests.tournaments.sheet_table import creators_phone, open_sheet, write_hands

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Web:
    process: subprocess.Popen[bytes]
    server: AsgiServer
    log: Path


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    port = free_port()
    spec = web_process(Address("127.0.0.1", port))
    database = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    environment = {
        **os.environ,
        **spec.environment,
        "DJANGO_SETTINGS_MODULE": "deploy.settings.testing",
        "DATABASE_URL": f"{database}/{connection.settings_dict['NAME']}",
    }
    log = tmp_path / "web.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            spec.command, cwd=PROJECT_DIR, env=environment, stdout=file, stderr=file
        )
    server = AsgiServer(port)
    try:
        wait_for(lambda: _answers(server), "the web process", details=log.read_text)
        yield Web(process, server, log)
    finally:
        process.kill()
        process.wait(timeout=60)


def _answers(server: AsgiServer) -> bool:
    try:
        with listening(server, "/healthz") as answer:
            return answer.response.status == 200
    except OSError:
        return False


@pytest.mark.long
@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT])
def test_open_streams_end_properly_when_the_server_is_told_to_stop(
    web: Web, signal_number: signal.Signals
) -> None:
    sheet = open_sheet()
    phone = creators_phone(sheet)
    session = phone.client.cookies["sessionid"].value
    with ExitStack() as stack:
        pages = [
            stack.enter_context(listening(web.server, phone.path("events"), session=session))
            for _ in range(5)
        ]
        for page in pages:
            assert page.next().data == {"seq": 0}
        write_hands(sheet, 1)
        for page in pages:
            assert page.next().data == {"seq": 1}
        web.process.send_signal(signal_number)
        assert all(page.ended() for page in pages)  # ended, not cut off
        web.process.wait(timeout=60)
    # uvicorn says so when it had to give up waiting for a response.
    assert "exceeded" not in web.log.read_text()
    assert "Traceback" not in web.log.read_text()


@pytest.mark.long
def test_a_page_hears_what_was_written_while_the_database_was_away(web: Web) -> None:
    """As when it restarts: every connection dies and for a while there is no new one."""
    sheet = open_sheet()
    phone = creators_phone(sheet)
    session = phone.client.cookies["sessionid"].value
    with listening(web.server, phone.path("events"), session=session) as page:
        page.next()
        name = str(connection.settings_dict["NAME"])
        with _connections_refused(name):
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            write_hands(sheet, 1)
            wait_for(lambda: "wait for the database" in web.log.read_text(), "the web to notice")
        assert page.next().data == {"seq": 1}
        write_hands(sheet, 1)
        assert page.next().data == {"seq": 2}


@contextmanager
def _connections_refused(name: str) -> Iterator[None]:
    """Only who is connected already can go on."""
    change = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    # Not from the database itself: nobody may shut the door behind themselves.
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as elsewhere:
        elsewhere.execute(change.format(sql.Identifier(name), sql.SQL("false")))
        try:
            yield
        finally:
            elsewhere.execute(change.format(sql.Identifier(name), sql.SQL("true")))
