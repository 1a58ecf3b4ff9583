"""The tests' end of a worker: start a hostile program, talk to it, and see how it ended."""

import itertools
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from arena.runner.sandbox.interface import (
    Capabilities,
    Ended,
    ExitReason,
    Finding,
    Output,
    SandboxError,
    Usage,
)
from tests.security.sandbox import hostile
from tests.security.sandbox.seats import PATIENCE, SeatSocket

PROJECT: Final = Path(__file__).resolve().parents[3]
ORDINARY_UID: Final = 54_321
SESSION: Final = "marker-" + secrets.token_hex(8)
"""Among the arguments of every hostile program."""
SECRET: Final = "durako-secret-" + secrets.token_hex(8)
"""In the worker's environment, in its arguments, and in files of the host."""


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """For what nobody announces."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.01)


class Bot:
    """A hostile program that was started."""

    def __init__(self, worker: "WorkerProcess", number: int, marker: str) -> None:
        self._worker = worker
        self._number = number
        self.marker = marker

    def kill(self) -> None:
        self._worker.ask("kill", bot=self._number)

    def output(self) -> Output:
        return _output(self._worker.ask("output", bot=self._number)["output"])

    def wait(self) -> Ended:
        answer = self._worker.ask("wait", bot=self._number)
        if "error" in answer:
            raise SandboxError(answer["error"])
        told = answer["ended"]
        return Ended(
            reason=ExitReason(told["reason"]),
            code=told["code"],
            signal=told["signal"],
            usage=Usage(**told["usage"]),
            output=_output(told["output"]),
        )

    def processes(self) -> list[int]:
        """Everything of it that there is on the host, by the marker in its arguments."""
        return processes_with(self.marker)


def _output(told: dict[str, Any]) -> Output:
    return Output(
        stdout=b64decode(told["stdout"]),
        stderr=b64decode(told["stderr"]),
        dropped_bytes=told["dropped_bytes"],
    )


def processes_with(marker: str) -> list[int]:
    """The processes of this machine that have the marker among their arguments."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if marker.encode() in words:
                found.append(int(folder.name))
    return found


def report(ended: Ended) -> dict[str, Any]:
    """What a hostile program told at its end; it must have got that far."""
    assert ended.reason is ExitReason.EXITED, ended
    assert ended.code == 0, ended.output.stderr.decode(errors="replace")
    found: dict[str, Any] = json.loads(ended.output.stdout)
    return found


def as_ordinary_user(*paths: Path) -> list[str]:
    """The arguments with which Python runs a module as an ordinary user, who can use these paths
    and the project; if we are one already, as that."""
    if os.geteuid() != 0:
        return ["-m"]
    own = (PROJECT, Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve())
    needed = os.pathsep.join(str(path) for path in (*own, *paths))
    return ["-m", "tests.security.sandbox.as_user", str(ORDINARY_UID), needed]


class WorkerProcess:
    """A worker that starts sandboxes, as root or as an ordinary user."""

    pids: ClassVar[list[int]] = []
    """Of all there ever were."""

    def __init__(self, user: str, runtime: Path, home: Path, *, driver: str = "bwrap") -> None:
        self.user = user
        self.runtime = runtime
        self.bots_folder = home / "bot"
        self.sockets = home / "sockets"
        self.temporary = home / f"temporary-{secrets.token_hex(4)}"
        self.temporary.mkdir()
        self.log = home / f"log-{secrets.token_hex(4)}"
        self.runs: dict[tuple[str, str], dict[str, Any]] = {}
        self._numbers = itertools.count()
        self._waiting: dict[int, Future[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        start = ["-m"]
        if user == "user":
            start = as_ordinary_user(home, runtime)
            if os.geteuid() == 0:
                os.chown(self.temporary, ORDINARY_UID, ORDINARY_UID)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, *start, "tests.security.sandbox.worker", driver, SECRET],
                cwd=PROJECT,
                env={
                    **os.environ,
                    "TMPDIR": str(self.temporary),
                    "PYTHONDONTWRITEBYTECODE": "1",
                    "SECRET_KEY": SECRET,
                    "DATABASE_URL": f"postgres://durako:{SECRET}@localhost/durako",
                },
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.pids.append(self.process.pid)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            answer = json.loads(line)
            self._waiting.pop(answer["number"]).set_result(answer)
        with self._lock:
            for waiting in self._waiting.values():
                waiting.set_exception(RuntimeError(f"The worker is gone: {self.log.read_text()}"))

    def ask(self, what: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
        """Give an order, and wait for its answer."""
        return self._order(next(self._numbers), what, **more)

    def _order(self, number: int, what: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
        assert self.process.stdin is not None
        answered: Future[dict[str, Any]] = Future()
        with self._lock:
            assert self.process.poll() is None, self.log.read_text()
            self._waiting[number] = answered
            self.process.stdin.write(json.dumps({"number": number, "do": what, **more}) + "\n")
            self.process.stdin.flush()
        return answered.result(PATIENCE)

    def start(
        self,
        program: str,
        *arguments: str,
        hints: dict[str, Any] | None = None,
        seat: SeatSocket | None = None,
        socket: Path | None = None,
        command: tuple[str, ...] = (),
        environment: dict[str, str] | None = None,
        **limits: Any,  # noqa: ANN401
    ) -> Bot:
        """One of the programs in `hostile/`, or a command of one's own."""
        number, marker = next(self._numbers), f"{SESSION}-{secrets.token_hex(4)}"
        module = f"{hostile.__name__}.{program}"
        chosen = command or (
            "python3", "-m", module, marker, json.dumps(hints or {}), *arguments,
        )  # fmt: skip
        answer = self._order(
            number,
            "start",
            runtime=str(self.runtime),
            folder=str(self.bots_folder),
            command=chosen,
            socket=str(seat.path if seat else socket or ""),
            environment={"PYTHONPATH": "/bot", **(environment or {})},
            limits=limits,
        )
        if "error" in answer:
            raise SandboxError(answer["error"])
        assert "broken_promise" not in answer, answer
        return Bot(self, number, marker)

    def run(self, program: str, *arguments: str, **more: Any) -> Ended:  # noqa: ANN401
        """To its end, with a socket of its own."""
        with SeatSocket(self.sockets) as seat:
            return self.start(program, *arguments, seat=seat, **more).wait()

    def probe(self) -> Capabilities:
        """What its driver finds on this machine."""
        told = self.ask("probe", runtime=str(self.runtime))["capabilities"]
        return Capabilities(
            driver=told["driver"],
            isolates=told["isolates"],
            findings=tuple(Finding(**found) for found in told["findings"]),
        )

    def said(self) -> str:
        """What the worker itself has printed."""
        return self.log.read_text(errors="replace")

    def stop(self) -> None:
        """As at the end of its shift."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._gone()

    def die(self) -> None:
        """By the hand of the kernel, without a last word."""
        assert self.process.stdin is not None
        self.process.send_signal(signal.SIGKILL)
        self._gone()
        self.process.stdin.close()

    def _gone(self) -> None:
        self.process.wait(PATIENCE)
        self._listener.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def working(
    user: str, runtime: Path, home: Path, *, driver: str = "bwrap"
) -> Iterator[WorkerProcess]:
    """A worker for as long as it is needed."""
    worker = WorkerProcess(user, runtime, home, driver=driver)
    try:
        yield worker
    finally:
        worker.stop()


def furnish(home: Path) -> None:
    """The folders that every worker and bot needs, open to others as far as they must be."""
    home.chmod(0o755)
    package = home / "bot" / Path(*hostile.__name__.split("."))
    shutil.copytree(
        Path(hostile.__file__).parent,
        package,
        ignore=shutil.ignore_patterns("*.pyc", "__pycache__"),
    )
    (home / "sockets").mkdir()
    (home / "sockets").chmod(0o711)
    (home / "valuables").mkdir()
    (home / "valuables" / "secret.txt").write_text(SECRET, encoding="ascii")
    (home / "other-bot").mkdir()
    (home / "other-bot" / "bot.py").write_text("print('my secret strategy')", encoding="ascii")
    for path in home.rglob("*"):
        if path.name != "sockets":
            path.chmod(0o755 if path.is_dir() else 0o644)
