"""Issue 01: one command, whatever dies."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from deploy.launcher.postgres import free_port
from tests.deploy.service import PROJECT_DIR, Service, launcher_environment, run_launcher, wait_for

pytestmark = [pytest.mark.launcher, pytest.mark.xdist_group("launcher")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One running service for the tests that leave it running."""
    service = Service(tmp_path_factory.mktemp("service") / "var", free_port())
    try:
        yield service.wait_until_ready()
    finally:
        service.stop()
        assert service.leftovers() == []


def _accounts(folder: Path) -> int:
    lines = dict(line.split("=", 1) for line in (folder / "env").read_text().splitlines())
    with psycopg.connect(lines["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT count(*) FROM tournaments_user").fetchone()
    assert row is not None
    return int(row[0])


def test_ready_means_that_pages_answer_and_the_demo_is_there(service: Service) -> None:
    assert service.get("") == 200
    assert service.get("readyz") == 200
    assert _accounts(service.folder) > 0
    password = json.loads((service.folder / "secrets.json").read_text())["demo"]
    assert f"Demo log-ins, each with the password {password}" in service.said()


def test_every_way_to_end_leaves_nothing_running_and_the_next_start_keeps_the_data(
    folder: Path,
) -> None:
    first = Service(folder, free_port()).wait_until_ready()
    accounts, secrets = _accounts(folder), (folder / "secrets.json").read_text()

    assert first.stop(signal.SIGTERM) == 0
    said = first.said()
    assert said.rstrip().endswith("Stopped.")
    assert said.index("Stopping web") < said.index("Stopping postgres")
    assert first.leftovers() == []

    second = Service(folder, first.port).wait_until_ready()
    assert _accounts(folder) == accounts
    assert (folder / "secrets.json").read_text() == secrets
    second.stop(signal.SIGKILL)
    wait_for(lambda: not second.leftovers(), "every child to end with the launcher", seconds=30)

    third = Service(folder, first.port).wait_until_ready()
    assert third.get("") == 200
    assert _accounts(folder) == accounts
    assert third.stop(signal.SIGINT) == 0
    assert third.leftovers() == []


@pytest.mark.parametrize("name", ["uvicorn", "celery_app worker", "celery_app beat", "postgres"])
def test_a_killed_child_is_reported_and_started_again(service: Service, name: str) -> None:
    reported = service.said().count("was killed by SIGKILL")
    killed = service.child(name)
    grandchildren = killed.children(recursive=True)
    killed.kill()

    wait_for(
        lambda: service.said().count("was killed by SIGKILL") > reported,
        "the report",
        details=service.said,
    )
    wait_for(
        lambda: any(
            name in " ".join(child.cmdline()) and child.pid != killed.pid
            for child in _children(service)
        ),
        f"{name} to be started again",
        details=service.said,
    )
    wait_for(service.answers, "the service to be ready again", details=service.said)
    wait_for(
        lambda: not any(process.is_running() for process in grandchildren),
        "the killed child's own children to be gone",
    )


def _children(service: Service) -> list[psutil.Process]:
    return psutil.Process(service.process.pid).children()


def test_a_stop_while_starting_leaves_nothing_behind(folder: Path) -> None:
    service = Service(folder, free_port())
    wait_for(lambda: "Bringing the database" in service.said(), "the migrations to begin")
    service.stop()
    assert service.leftovers() == []

    Service(folder, service.port).wait_until_ready().stop()


def test_a_half_finished_first_start_is_made_good(folder: Path) -> None:
    (folder / "postgres.unfinished").mkdir(parents=True)
    (folder / "postgres.unfinished" / "PG_VERSION").write_text("18")
    (folder / "env.unfinished").write_text("half")

    service = Service(folder, free_port()).wait_until_ready()
    assert service.stop() == 0
    assert not (folder / "postgres.unfinished").exists()


def test_two_launchers_do_not_share_a_folder(service: Service) -> None:
    second = run_launcher(service.folder, free_port())
    assert second.returncode == 1
    assert f"process {service.process.pid}" in second.stdout
    assert service.answers()


def test_a_port_in_use_is_a_sentence(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run_launcher(folder, port)
    assert done.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be used" in done.stdout
    assert f"make run PORT={port + 1}" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    done = run_launcher(in_the_way / "var", free_port())
    assert done.returncode == 1
    assert "cannot be written" in done.stdout
    assert "DURAKO_VAR=" in done.stdout


def test_only_one_address_of_two_is_a_sentence(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "deploy.launcher", "--port", str(free_port())],
        cwd=PROJECT_DIR,
        env={**launcher_environment(folder), "DATABASE_URL": "postgresql://127.0.0.1/x"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Only DATABASE_URL is set" in done.stdout


def test_broken_secrets_are_a_sentence(folder: Path) -> None:
    folder.mkdir()
    (folder / "secrets.json").write_text("{")
    done = run_launcher(folder, free_port())
    assert done.returncode == 1
    assert "secrets.json cannot be read" in done.stdout


def test_secrets_are_for_the_owner_only(service: Service) -> None:
    for name in ("secrets.json", "env"):
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
