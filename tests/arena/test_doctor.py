"""`manage.py doctor`: everything is really tried, and what is missing is told with what to do."""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from arena.management import examination
from arena.runner.runtime import Runtime
from arena.services.report_reading import RunnerSign
from arena.services.workers import runner_presence_record, worker_presence_record
from deploy.launcher.postgres import free_port
from tests.arena.gameserver.process import PROJECT_DIR, ServerProcess
from tests.arena.runner.hosted_runtime import FOLDER

pytestmark = pytest.mark.django_db
SIGN = RunnerSign(
    name="runner@here",
    queues=("validations",),
    slots=1,
    started_at=timezone.now(),
    sandbox="bwrap",
    refusal="",
)


@pytest.fixture(scope="module")
def game_server() -> Iterator[Path]:
    """The folder of a real one."""
    folder = Path(tempfile.mkdtemp(prefix="durako-doctor-"))
    server = ServerProcess(folder, "--sockets", str(folder / "s"))
    server.wait_until_ready()
    (folder / "address.json").symlink_to(server.address_file)
    yield folder
    server.process.terminate()
    server.wait()
    shutil.rmtree(folder)


@pytest.fixture
def healthy(settings: Settings, runtime: Runtime, game_server: Path, tmp_path: Path) -> None:
    """A machine on which nothing is missing."""
    settings.RUNTIME_DIR = FOLDER
    settings.GAMESERVER_DIR = game_server
    settings.MEDIA_ROOT = tmp_path / "media"
    worker_presence_record(name="worker@here", queues=["default"], started_at=timezone.now())
    runner_presence_record(sign=SIGN)


def _told(*options: str) -> tuple[int, dict[str, Any]]:
    """The exit code, and what was said."""
    output, code = io.StringIO(), 0
    try:
        call_command("doctor", "--json", *options, stdout=output)
    except SystemExit as end:
        code = int(end.code or 0)
    told: dict[str, Any] = json.loads(output.getvalue())
    assert told["whole"] is (code == 0)
    return code, told["parts"]


def _lacking(parts: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    """The parts that lack something needed, each with all that is said about that."""
    said: dict[str, str] = {}
    for name, findings in parts.items():
        bad = [f"{found['detail']} {found['fix']}" for found in findings
               if found["needed"] and not found["good"]]  # fmt: skip
        if bad:
            said[name] = " ".join(bad)
    return said


@pytest.mark.usefixtures("healthy")
def test_a_whole_machine_is_whole(tmp_path: Path) -> None:
    code, parts = _told()
    assert code == 0, parts
    assert list(parts) == [
        "database", "queue", "storage", "workers", "game server", "runtime", "sandbox",
    ]  # fmt: skip
    tried = {found["what"] for found in parts["sandbox"]}
    assert tried >= {"start", "user", "privileges", "filter", "network", "files", "memory"}
    assert not [path for path in (tmp_path / "media").rglob("*") if path.is_file()]


@pytest.mark.usefixtures("healthy")
def test_people_read_sentences(settings: Settings, tmp_path: Path) -> None:
    settings.GAMESERVER_DIR = tmp_path
    output = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=output, no_color=True)
    said = output.getvalue()
    assert "  ✓ answers          The database answers.\n" in said
    assert "  ✗ address          " in said
    assert "→ Start the service: `make run`" in said
    assert said.endswith("Something is missing: game server.\n")


def test_nothing_is_there(settings: Settings, tmp_path: Path) -> None:
    settings.RUNTIME_DIR = settings.GAMESERVER_DIR = tmp_path / "nowhere"
    settings.MEDIA_ROOT = tmp_path / "media"
    code, parts = _told()
    assert code == 1
    lacking = _lacking(parts)
    assert list(lacking) == ["workers", "game server", "runtime", "sandbox"]
    assert "No worker has been heard of lately" in lacking["workers"]
    assert "No runner of bots has been heard of lately" in lacking["workers"]
    assert "does not say where the game server listens" in lacking["game server"]
    assert "python -m arena.runner.runtime build --to" in lacking["runtime"]
    assert "without the runtime" in lacking["sandbox"]


@pytest.mark.usefixtures("healthy")
def test_a_machine_without_bots_needs_no_sandbox(settings: Settings, tmp_path: Path) -> None:
    settings.RUNTIME_DIR = settings.GAMESERVER_DIR = tmp_path / "nowhere"
    code, parts = _told("--no-bots")
    assert code == 0
    assert list(parts) == ["database", "queue", "storage", "workers"]


@pytest.mark.usefixtures("healthy")
def test_a_runner_that_refuses_is_told_with_its_reason() -> None:
    runner_presence_record(sign=replace(SIGN, refusal="Run `sysctl something`."))
    lacking = _lacking(_told()[1])
    assert list(lacking) == ["workers"]
    assert "It runs no bots of strangers. Run `sysctl something`." in lacking["workers"]


@pytest.mark.usefixtures("healthy")
@pytest.mark.parametrize(
    ("name", "said"),
    [("insecure", "Programs run as you"), ("a cage", "There is no driver 'a cage'")],
)
def test_a_sandbox_that_is_none_is_told(settings: Settings, name: str, said: str) -> None:
    settings.SANDBOX = name
    lacking = _lacking(_told()[1])
    assert list(lacking) == ["sandbox"]
    assert said in lacking["sandbox"]


@pytest.mark.usefixtures("healthy")
def test_a_storage_that_cannot_be_written_is_told(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.MEDIA_ROOT = tmp_path / "file" / "media"
    lacking = _lacking(_told()[1])
    assert list(lacking) == ["storage"]
    assert f"{tmp_path / 'file' / 'media'} cannot be written" in lacking["storage"]


@pytest.mark.usefixtures("healthy")
def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "ROOM_BYTES", 1 << 62)
    assert "Make room" in _lacking(_told()[1])["storage"]


@pytest.mark.usefixtures("healthy")
def test_a_game_server_that_is_gone_is_told(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examination, "_GAMESERVER_SECONDS", 0.0)
    (tmp_path / "address.json").write_text(json.dumps({"control": f"unix:{tmp_path}/no.sock"}))
    settings.GAMESERVER_DIR = tmp_path
    lacking = _lacking(_told()[1])
    assert list(lacking) == ["game server"]
    assert "is not well, or gone" in lacking["game server"]


def test_servers_that_do_not_answer_are_told_not_thrown(tmp_path: Path) -> None:
    nowhere = f"//nobody:nothing@127.0.0.1:{free_port()}/none"
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor", "--json", "--no-bots"],
        cwd=PROJECT_DIR,
        env={
            **os.environ,
            "DATABASE_URL": f"postgresql:{nowhere}",
            "CELERY_BROKER_URL": f"pgmq:{nowhere}",
            "DURAKO_VAR": str(tmp_path),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    lacking = _lacking(json.loads(done.stdout)["parts"])
    assert list(lacking) == ["database", "queue", "workers"]
    assert "The database does not answer" in lacking["database"]
    assert "The queue does not answer" in lacking["queue"]
    assert "nothing" not in done.stdout
    assert "Traceback" not in done.stderr
