"""Issue 01: one command, whatever dies."""

import http.cookiejar
import json
import os
import pty
import signal
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final, LiteralString

import psutil
import psycopg
import pytest

from deploy.launcher.environment import make_sockets_dir
from deploy.launcher.postgres import free_port
from tests.deploy.service import (
    PROJECT_DIR,
    Service,
    launcher_command,
    launcher_environment,
    run_launcher,
    wait_for,
)

pytestmark = pytest.mark.launcher

MATCHES_SECONDS = 600
"""It takes half a minute where nobody else works."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One running service for all tests but the last of this file, which ends it: a first start,
    on every address, after one that was interrupted."""
    folder = tmp_path_factory.mktemp("service") / "var"
    _begin_and_interrupt(folder)
    service = Service(folder, free_port(), "--host", "0.0.0.0", demo=True)
    try:
        yield service.wait_until_ready()
    finally:
        if service.process.poll() is None:
            service.stop()
        assert service.leftovers() == []


def _begin_and_interrupt(folder: Path) -> None:
    """What a launcher leaves that was killed while it made its folders; the first is its own."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert run_launcher(folder, taken.getsockname()[1]).returncode == 1
    (folder / "postgres.unfinished").mkdir()
    (folder / "postgres.unfinished" / "PG_VERSION").write_text("18")
    (folder / "env.unfinished").write_text("half")


def _ask(folder: Path, statement: LiteralString) -> int:
    """The number that the service's own database answers; 0 if that is nothing."""
    lines = dict(line.split("=", 1) for line in (folder / "env").read_text().splitlines())
    with psycopg.connect(lines["DATABASE_URL"]) as connection:
        cursor = connection.execute(statement)
        row = cursor.fetchone() if cursor.description else None
    return int(row[0]) if row else 0


def test_ready_means_that_pages_answer_and_the_demo_is_there(service: Service) -> None:
    assert service.get("") == 200
    assert service.get("readyz") == 200
    assert service.game_server_is_well()
    assert "Bots of your own connect to 127.0.0.1:" in service.said()
    assert _ask(service.folder, "SELECT count(*) FROM tournaments_user") > 0
    password = json.loads((service.folder / "secrets.json").read_text())["demo"]
    assert f"Demo log-ins, each with the password {password} " in service.said()


_MATCHES_RATED: Final = (
    "SELECT count(*) FROM arena_match JOIN tournaments_ladderentry"
    " ON source = 'match:' || public_id WHERE state = 'settled' AND rated"
)


@pytest.mark.long
def test_a_first_start_soon_shows_rated_matches_of_the_reference_bots(service: Service) -> None:
    wait_for(
        lambda: _ask(service.folder, _MATCHES_RATED) > 1,
        "the reference bots to be checked and to play",
        seconds=MATCHES_SECONDS,
        details=service.said,
    )
    with urllib.request.urlopen(f"http://127.0.0.1:{service.port}/", timeout=10) as home:
        page = home.read().decode()
    assert "Latest results" in page
    assert "Heuristic" in page
    _ask(service.folder, "UPDATE arena_arenastate SET mode = 'paused'")  # enough: others work here


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "uvicorn",
        "celery_app worker",
        "celery_app beat",
        "postgres",
        "arena.gameserver serve",
        "arena.runner.worker worker --queues validations",
        "arena.runner.worker worker --queues matches",
    ],
)
def test_a_killed_child_is_reported_and_started_again(service: Service, name: str) -> None:
    said = len(service.said())
    killed = service.child(name)
    grandchildren = killed.children(recursive=True)
    killed.kill()

    wait_for(
        lambda: "was killed by SIGKILL. It starts again in" in service.said()[said:],
        "the report",
        details=service.said,
    )
    assert "its last lines:" in service.said()[said:]
    wait_for(
        lambda: _is_running_again(service, name, killed),
        f"{name} to be started again",
        details=service.said,
    )
    service.wait_until_working()
    wait_for(
        lambda: not any(process.is_running() for process in grandchildren),
        "the killed child's own children to be gone",
    )


def _is_running_again(service: Service, name: str, killed: psutil.Process) -> bool:
    children = psutil.Process(service.process.pid).children()
    return any(name in " ".join(child.cmdline()) and child.pid != killed.pid for child in children)


@pytest.mark.long
def test_a_stop_while_starting_leaves_nothing_behind(folder: Path) -> None:
    service = Service(folder, free_port())
    wait_for(lambda: "Bringing the database" in service.said(), "the migrations to begin")
    service.stop()
    assert service.leftovers() == []


@pytest.mark.long
def test_a_stop_while_postgresql_starts_is_quick(folder: Path) -> None:
    service = Service(folder, free_port())
    wait_for((folder / "postgres").exists, "PostgreSQL to be started", seconds=30)
    service.stop()  # gives up before the minute that PostgreSQL is given to get ready
    assert service.leftovers() == []


@pytest.mark.long
def test_the_web_believes_no_forwarded_address(service: Service) -> None:
    """Thirty log-ins a minute from one address; who invents addresses gets no more of them."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    url = f"http://127.0.0.1:{service.port}/accounts/login/"
    browser.open(url).close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    statuses = []
    for number in range(32):
        form = {"csrfmiddlewaretoken": token, "login": f"x{number}@example.org", "password": "no"}
        request = urllib.request.Request(
            url,
            data=urllib.parse.urlencode(form).encode(),
            headers={"X-Forwarded-For": f"192.0.2.{number}", "Referer": url},
        )
        try:
            with browser.open(request, timeout=10) as response:
                statuses.append(response.status)
        except urllib.error.HTTPError as error:
            statuses.append(error.code)
            error.close()
    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_a_half_finished_first_start_is_made_good(service: Service) -> None:
    assert not (service.folder / "postgres.unfinished").exists()
    assert "half" not in (service.folder / "env").read_text()


def test_it_can_listen_on_every_address(service: Service) -> None:
    request = urllib.request.Request(
        f"http://127.0.0.1:{service.port}/", headers={"Host": "a-name-in-the-house"}
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        assert response.status == 200


@pytest.mark.long
def test_two_launchers_do_not_share_a_folder(service: Service) -> None:
    second = run_launcher(service.folder, free_port())
    assert second.returncode == 1
    assert f"process {service.process.pid}" in second.stdout
    assert service.answers()


@pytest.mark.long
def test_a_port_in_use_is_a_sentence(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run_launcher(folder, port)
    assert done.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be used" in done.stdout
    assert f"make run PORT={max(port, 8000) + 1}" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.long
def test_a_game_port_in_use_is_a_sentence(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run_launcher(folder, free_port(), "--game-port", str(port))
    assert done.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be used" in done.stdout
    assert f"make run GAME_PORT={max(port, 8000) + 1}" in done.stdout


@pytest.mark.long
def test_one_port_for_both_is_a_sentence(folder: Path) -> None:
    port = str(free_port())
    done = run_launcher(folder, int(port), "--game-port", port)
    assert done.returncode == 1
    assert f"cannot both listen on port {port}" in done.stdout
    assert f"make run PORT={port} GAME_PORT=" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.long
def test_a_sockets_folder_of_somebody_else_is_a_sentence(folder: Path) -> None:
    sockets = make_sockets_dir(folder)
    sockets.rmdir()
    sockets.symlink_to(folder.parent)
    try:
        done = run_launcher(folder, free_port())
    finally:
        sockets.unlink()
    assert done.returncode == 1
    assert f"{sockets} belongs to somebody else" in done.stdout


@pytest.mark.long
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    done = run_launcher(in_the_way / "var", free_port())
    assert done.returncode == 1
    assert "cannot be written" in done.stdout
    assert "DURAKO_VAR=" in done.stdout


@pytest.mark.long
def test_only_one_address_of_two_is_a_sentence(folder: Path) -> None:
    done = subprocess.run(
        launcher_command(free_port()),
        cwd=PROJECT_DIR,
        env={**launcher_environment(folder), "DATABASE_URL": "postgresql://127.0.0.1/x"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Only DATABASE_URL is set" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("text", ["{", "null", "[1]"])
def test_broken_secrets_are_a_sentence(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "secrets.json").write_text(text)
    done = run_launcher(folder, free_port())
    assert done.returncode == 1
    assert "secrets.json cannot be read" in done.stdout


@pytest.mark.long
def test_lost_secrets_of_an_existing_database_are_a_sentence(folder: Path) -> None:
    (folder / "postgres").mkdir(parents=True)
    done = run_launcher(folder, free_port())
    assert done.returncode == 1
    assert "secrets.json is missing" in done.stdout
    assert not (folder / "secrets.json").exists()


def test_secrets_are_for_the_owner_only(service: Service) -> None:
    for name in ("secrets.json", "env", "gameserver/host-token"):
        assert (service.folder / name).stat().st_mode & 0o077 == 0
    assert service.folder.stat().st_mode & 0o077 == 0


def test_the_database_asks_for_passwords_and_keeps_the_queue_apart(service: Service) -> None:
    lines = dict(line.split("=", 1) for line in (service.folder / "env").read_text().splitlines())
    data = lines["DATABASE_URL"]
    password = json.loads((service.folder / "secrets.json").read_text())["database"]
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(data.replace(password, "wrong"))
    queue = lines["CELERY_BROKER_URL"].replace("pgmq://", "postgresql://")
    with pytest.raises(psycopg.OperationalError, match="permission denied"):
        psycopg.connect(queue.rsplit("/", 1)[0] + "/durako")


@pytest.mark.long
def test_every_way_to_end_leaves_nothing_running_and_the_next_start_keeps_the_data(
    service: Service,
) -> None:
    """The last of this file: it ends the service that the others share."""
    folder = service.folder
    secrets = (folder / "secrets.json").read_text()
    _ask(folder, "CREATE TABLE kept AS SELECT 42 AS number")
    said_before = len(service.said())

    assert service.stop(signal.SIGINT) == 0
    said = service.said()[said_before:]
    assert said.rstrip().endswith("Stopped.")
    assert said.index("Stopping web") < said.index("Stopping postgres")
    assert service.leftovers() == []

    second = Service(folder, service.port).wait_until_ready()
    assert _ask(folder, "SELECT number FROM kept") == 42
    assert (folder / "secrets.json").read_text() == secrets
    second.stop(signal.SIGKILL)
    wait_for(lambda: not second.leftovers(), "every child to end with the launcher", seconds=30)

    _start_in_a_terminal_that_closes(folder)
    assert service.leftovers() == []


def _start_in_a_terminal_that_closes(folder: Path) -> None:
    """After a kill; the data are asked for while it runs."""
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        launcher_command(free_port()),
        cwd=PROJECT_DIR,
        env=launcher_environment(folder),
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    said = b""
    while b"Durako is ready" not in said:
        said += os.read(master, 4096)
    assert _ask(folder, "SELECT number FROM kept") == 42
    os.close(master)
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=60) == 0
