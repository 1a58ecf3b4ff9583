"""The workers, the host's valuables, and the look at what is left when all tests are done."""

import os
import secrets
import socket
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.arena.runner.hosted_runtime import hosted_runtime
from tests.security.sandbox.harness import PROJECT, WorkerProcess, furnish, report, working
from tests.security.sandbox.leftovers import Traces
from tests.security.sandbox.seats import SeatSocket

USERS = ("root", "user") if os.geteuid() == 0 else ("user",)
"""Whose workers are attacked: root can be both."""


@pytest.fixture(scope="session")
def runtime() -> Path:
    """The hosted runtime, built as `make run` builds it."""
    return hosted_runtime().root


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    """A folder of the host that everybody may enter, with things that no bot may see."""
    with tempfile.TemporaryDirectory(prefix="durako-attacks-") as folder:
        furnish(Path(folder))
        yield Path(folder)


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left(home: Path) -> Iterator[None]:
    """When all attacks are over and the workers gone: no process, mount, control group or file."""
    before = Traces.now(home, WorkerProcess.pids)
    yield
    assert WorkerProcess.pids, "there were workers"
    assert Traces.now(home, WorkerProcess.pids).beyond(before) == {}


@pytest.fixture(scope="session", params=USERS)
def worker(
    request: pytest.FixtureRequest, runtime: Path, home: Path, nothing_is_left: None
) -> Iterator[WorkerProcess]:
    """A worker that lives through all tests."""
    with working(request.param, runtime, home) as process:
        yield process
    assert list(process.temporary.iterdir()) == [], "the driver left files behind"


@pytest.fixture
def seat(home: Path) -> Iterator[SeatSocket]:
    """The socket of a seat, with the test behind it."""
    with SeatSocket(home / "sockets") as made:
        yield made


@pytest.fixture(scope="session")
def host(home: Path) -> Iterator[dict[str, Any]]:
    """What is worth having on this machine, as every hostile program is told it."""
    abstract = "durako-" + secrets.token_hex(8)
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as hidden,
        SeatSocket(home / "sockets") as sibling,
    ):
        hidden.bind("\0" + abstract)
        hidden.listen(64)
        yield {
            "port": tcp.getsockname()[1],
            "abstract": abstract,
            "sockets": [str(sibling.path), str(sibling.path.parent)],
            "own": "/run/game.sock",
            "homes": [
                str(home / "valuables" / "secret.txt"),
                str(PROJECT),
                str(PROJECT / "manage.py"),
                str(Path.home()),
            ],
            "archives": [str(home / "other-bot"), str(home / "other-bot" / "bot.py")],
        }


class Reports:
    """The reports of hostile programs that ask for many things at once; each runs once."""

    def __init__(self, worker: WorkerProcess, host: dict[str, Any]) -> None:
        self._worker = worker
        self._host = host

    def of(self, program: str, **limits: Any) -> dict[str, Any]:  # noqa: ANN401
        """What became of all attacks of a program."""
        key = program, repr(limits)
        if key not in self._worker.runs:
            ended = self._worker.run(program, hints=self._host, output_bytes=1 << 20, **limits)
            self._worker.runs[key] = report(ended)
        return deepcopy(self._worker.runs[key])


@pytest.fixture
def reports(worker: WorkerProcess, host: dict[str, Any]) -> Reports:
    """Of this worker."""
    return Reports(worker, host)
