"""The whole service as `make run` starts it, in a folder and on a port of its own."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import psutil
import psycopg

from arena.gameserver.probe import wait_until_well
from tests.arena.runner.hosted_runtime import FOLDER as RUNTIME
from tests.arena.runner.hosted_runtime import hosted_runtime

PROJECT_DIR = Path(__file__).resolve().parents[2]
START_SECONDS = 180
# What pytest and its plugins put into the environment, and `make run` must not inherit.
_FOREIGN = (
    "DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "TASK_SIGNING_KEY",
)  # fmt: skip
_WORKERS = {"worker", "runner", "matches", "scheduler"}


def launcher_environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    return {
        **kept,
        "DURAKO_VAR": str(folder),
        "DURAKO_RUNTIME": str(RUNTIME),  # built once for all tests
        "PYTHONUNBUFFERED": "1",
        "COLUMNS": "200",
    }


def launcher_command(port: int, *options: str) -> list[str]:
    """On any game port; the last of several options counts."""
    ports = ["--port", str(port), "--game-port", "0"]
    return [sys.executable, "-m", "deploy.launcher", *ports, *options]


def run_launcher(folder: Path, port: int, *options: str) -> subprocess.CompletedProcess[str]:
    """For starts that fail: waits for the end and keeps what was said."""
    return subprocess.run(
        launcher_command(port, *options),
        cwd=PROJECT_DIR,
        env=launcher_environment(folder),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )


class Service:
    """A started launcher and its children; without the demo, whose bots keep the machine busy."""

    def __init__(self, folder: Path, port: int, *options: str, demo: bool = False) -> None:
        hosted_runtime()  # not a part of the time that a start may take
        if not demo:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "demo-created").touch()
        self.folder = folder
        self.port = port
        self.output = folder.with_suffix(".out")
        with self.output.open("ab") as file:
            self.process = subprocess.Popen(
                launcher_command(port, *options),
                cwd=PROJECT_DIR,
                env=launcher_environment(folder),
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        self._said_before = self.said()

    def said(self) -> str:
        return self.output.read_text() if self.output.exists() else ""

    def wait_until_ready(self) -> "Service":
        wait_for(
            lambda: "Durako is ready" in self.said()[len(self._said_before) :],
            "the launcher to say that it is ready",
            details=self.said,
        )
        return self

    def get(self, path: str) -> int:
        url = f"http://127.0.0.1:{self.port}/{path}"
        with urllib.request.urlopen(url, timeout=10) as response:
            return int(response.status)

    def answers(self, path: str = "readyz") -> bool:
        try:
            return self.get(path) == 200
        except OSError:
            return False

    def child(self, *words: str) -> psutil.Process:
        """The launcher's own child whose command line holds these words."""
        for process in psutil.Process(self.process.pid).children():
            line = " ".join(process.cmdline())
            if all(word in line for word in words):
                return process
        raise AssertionError(f"no child with {words}: {self.said()}")

    def wait_until_working(self) -> None:
        """The web answers, and from now on there are new signs of life of everybody else."""
        moment = datetime.now(UTC)
        wait_for(self.answers, "the web to be ready", details=self.said)
        wait_for(self.game_server_is_well, "the game server to be well", details=self.said)
        wait_for(
            lambda: self._beats_since(moment) == dict.fromkeys(_WORKERS, True),
            "the scheduler, the queue, the worker and the runners to do their work",
            details=self.said,
        )

    def game_server_is_well(self) -> bool:
        """The one that runs now says so itself."""
        address_file = self.folder / "gameserver" / "address.json"
        running = self.child("arena.gameserver", "serve").pid
        try:
            if json.loads(address_file.read_text())["pid"] != running:
                return False
        except FileNotFoundError:
            return False
        return wait_until_well(address_file, seconds=0)

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(timeout=45)

    def leftovers(self) -> list[str]:
        """Every process, of whatever parent, that works for our folder: most of them know it from
        their environment; PostgreSQL's overwrite theirs, but work in it."""
        sandboxed = self.sandboxed()
        return [
            " ".join(process.info["cmdline"])
            for process in psutil.process_iter(["cmdline", "environ", "cwd", "status"])
            if process.info["status"] != psutil.STATUS_ZOMBIE
            and process.info["cmdline"]
            and (
                str(self.folder) in self._folders_named(process.info["environ"] or {})
                or (process.info["cwd"] or "").startswith(str(self.folder))
                or process.pid in sandboxed
            )
        ]

    def sandboxed(self) -> list[int]:
        """The processes that see something of our folder by a mount of their own: bots."""
        return [pid for pid in psutil.pids() if str(self.folder) in _mounts(pid)]

    @staticmethod
    def _folders_named(environment: dict[str, str]) -> set[str]:
        """The launcher's folder, as its own processes and the runners' know it."""
        runner = environment.get("DURAKO_RUNNER_VAR", "")
        return {environment.get("DURAKO_VAR", ""), runner.removesuffix("/runner")}

    def _beats_since(self, moment: datetime) -> dict[str, bool]:
        """For each worker known, whether it was heard of after this moment. The scheduler's sign
        of life travels through the queue and a worker, so it stands for all three."""
        lines = (self.folder / "env").read_text().splitlines()
        url = dict(line.split("=", 1) for line in lines)["DATABASE_URL"]
        try:
            with psycopg.connect(url, connect_timeout=2) as connection:
                rows = connection.execute(
                    "SELECT name, seen_at FROM arena_workerpresence"
                ).fetchall()
        except psycopg.OperationalError:
            return {}
        return {name.partition("@")[0]: seen >= moment for name, seen in rows}


def _mounts(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/mountinfo").read_text()
    except OSError:  # it has ended, or belongs to somebody else
        return ""


def wait_for(
    condition: Callable[[], bool],
    what: str,
    *,
    seconds: float = START_SECONDS,
    details: Callable[[], str] = str,
) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited {seconds} s for {what}\n{details()}"
        time.sleep(0.1)
