"""Programs in real sandboxes: how they end, and that nothing is left of them."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.insecure import InsecureDriver
from arena.runner.sandbox.interface import (
    GAME_SOCKET,
    MIB,
    Ended,
    ExitReason,
    Limits,
    SandboxError,
    SandboxSpec,
)
from arena.runner.sandbox.running import Running
from tests.arena.runner.hosted_runtime import hosted_runtime

PATIENCE = 120.0


class Lab:
    """A folder for bots, and a driver to start them with."""

    def __init__(self, folder: Path, driver: BwrapDriver | InsecureDriver) -> None:
        self.folder = folder
        self.driver = driver

    def spec(self, code: str, **more: Any) -> SandboxSpec:  # noqa: ANN401
        given = {"command": ("python3", "-c", code), **more}
        return SandboxSpec(runtime=hosted_runtime().root, bot=self.folder, **given)

    def run(self, code: str, **more: Any) -> Ended:  # noqa: ANN401
        """To its end."""

        async def act(running: Running) -> Ended:
            return await running.wait()

        return self.act(code, act, **more)

    def act(
        self,
        code: str,
        act: Callable[[Running], Awaitable[Ended]],
        **more: Any,  # noqa: ANN401
    ) -> Ended:
        """Something while it runs; it does not outlive it."""

        async def run() -> Ended:
            running = await self.driver.start(self.spec(code, **more))
            try:
                async with asyncio.timeout(PATIENCE):
                    return await act(running)
            finally:
                running.kill()
                await running.wait()

        return asyncio.run(run())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tmp_path.chmod(0o755)
    bot = tmp_path / "bot"
    bot.mkdir()
    bot.chmod(0o755)
    return bot


@pytest.fixture(params=[BwrapDriver, InsecureDriver])
def lab(request: pytest.FixtureRequest, folder: Path) -> Lab:
    """What holds for every driver."""
    return Lab(folder, request.param())


@pytest.fixture
def safe(folder: Path) -> Lab:
    """What holds for the one that isolates."""
    return Lab(folder, BwrapDriver())


def test_it_ends_by_itself(lab: Lab) -> None:
    ended = lab.run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert (ended.reason, ended.code, ended.signal) == (ExitReason.EXITED, 3, None)
    assert (ended.output.stdout, ended.output.stderr) == (b"out\n", b"err\n")
    assert ended.usage.cpu_seconds > 0
    assert ended.usage.peak_memory_bytes > 1 * MIB
    assert ended.usage.wall_seconds > 0


def test_it_crashes(lab: Lab) -> None:
    ended = lab.run("import ctypes; ctypes.string_at(0)")
    assert (ended.reason, ended.code) == (ExitReason.CRASHED, None)
    assert ended.signal == signal.SIGSEGV


def test_it_is_killed(lab: Lab) -> None:
    async def kill(running: Running) -> Ended:
        while b"\n" not in running.output().stdout:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        running.kill()
        running.kill()
        ended = await running.wait()
        running.kill()
        return ended

    ended = lab.act("import time; print('here'); time.sleep(3600)", kill)
    assert (ended.reason, ended.signal) == (ExitReason.KILLED, signal.SIGKILL)
    assert ended.output.stdout == b"here\n"


def test_its_time_is_over(lab: Lab) -> None:
    ended = lab.run("import time; time.sleep(3600)", limits=Limits(wall_seconds=1.0))
    assert ended.reason is ExitReason.WALL_TIME


def test_it_uses_too_much_of_the_processor(lab: Lab) -> None:
    ended = lab.run("while True: pass", limits=Limits(cpu_seconds=1))
    assert ended.reason is ExitReason.CPU_TIME
    assert ended.usage.cpu_seconds >= 1


def test_it_floods_its_output(lab: Lab) -> None:
    ended = lab.run("print('x' * 300_000); print('end')", limits=Limits(output_bytes=4096))
    assert len(ended.output.stdout) <= 4096
    assert ended.output.stdout.endswith(b"end\n")
    assert ended.output.dropped_bytes > 290_000


def test_what_it_started_ends_with_it(lab: Lab) -> None:
    """Even what went its own way."""
    marker = f"sleeper-{os.getpid()}-{time.monotonic_ns()}"
    code = (
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', "
        f"'import time; time.sleep(3600)', {marker!r}], start_new_session=True)"
    )
    assert lab.run(code, limits=Limits(may_fork=True)).code == 0
    assert marker.encode() not in _arguments()


def test_it_finds_its_seat(lab: Lab, folder: Path) -> None:
    path = folder.parent / "seat.sock"
    code = (
        "import os, socket; s = socket.socket(socket.AF_UNIX); "
        "s.connect(os.environ['ADDRESS']); print(s.recv(5).decode())"
    )
    with socket.socket(socket.AF_UNIX) as seat:
        seat.bind(str(path))
        path.chmod(0o666)
        seat.listen()

        async def greet(running: Running) -> Ended:
            seat.settimeout(0)
            visitor, _ = await asyncio.get_running_loop().sock_accept(seat)
            with visitor:
                visitor.sendall(b"hello")
                return await running.wait()

        ended = lab.act(code, greet, socket=path, environment={"ADDRESS": GAME_SOCKET})
    assert ended.output.stdout == b"hello\n", ended.output.stderr


def test_its_own_files_and_no_others(safe: Lab, folder: Path) -> None:
    (folder / "bot.py").write_text("import os; print(os.getcwd(), sorted(os.listdir()))")
    (folder / "bot.py").chmod(0o644)
    ended = safe.run("", command=("python3", "bot.py"))
    assert ended.output.stdout == b"/bot ['bot.py']\n", ended.output.stderr


def test_a_program_of_its_own(safe: Lab, folder: Path) -> None:
    (folder / "bot").write_text("#!/usr/bin/python3\nprint('mine')")
    (folder / "bot").chmod(0o755)
    assert safe.run("", command=("./bot",)).output.stdout == b"mine\n"


def test_a_program_that_is_not_there(safe: Lab) -> None:
    ended = safe.run("", command=("./missing",))
    assert ended.reason is ExitReason.EXITED
    assert ended.code != 0
    assert b"missing" in ended.output.stderr


def test_it_takes_too_much_memory(safe: Lab) -> None:
    code = "kept = []\nwhile True: kept.append(b'x' * 1_000_000 + bytes([len(kept) % 256]))"
    ended = safe.run(code, limits=Limits(memory_bytes=48 * MIB))
    assert ended.reason is ExitReason.MEMORY


def test_too_many_threads(safe: Lab) -> None:
    code = """
import threading
wait = threading.Event()
started = 0
try:
    for _ in range(100):
        threading.Thread(target=wait.wait).start()
        started += 1
except RuntimeError:
    print(started)
wait.set()
"""
    ended = safe.run(code, limits=Limits(processes=8))
    assert ended.output.stdout == b"7\n", ended.output.stderr


def test_many_at_once(safe: Lab) -> None:
    """Each has a sandbox, a user and a number of its own."""

    async def run() -> list[bytes]:
        started = await asyncio.gather(
            *(safe.driver.start(safe.spec(f"print({number})")) for number in range(8))
        )
        return [(await running.wait()).output.stdout for running in started]

    assert asyncio.run(run()) == [b"%d\n" % number for number in range(8)]


def test_the_same_driver_in_another_loop(safe: Lab) -> None:
    assert safe.run("print(1)").output.stdout == b"1\n"
    assert safe.run("print(2)").output.stdout == b"2\n"


def test_nothing_is_left_open(safe: Lab) -> None:
    safe.run("print(1)")  # what stays for as long as the driver is there now
    before = _open_files()
    for _ in range(3):
        safe.run("print(1)")
    assert _open_files() == before


@pytest.mark.parametrize("already_open", [0, 1, 2, 5, 20, 100])
def test_it_inherits_nothing_that_is_open(lab: Lab, already_open: int) -> None:
    """Neither of the worker nor of its keeper, whatever numbers their files have."""
    code = "import os; print([int(fd) for fd in os.listdir('/proc/self/fd')])"
    with ExitStack() as opened:
        for _ in range(already_open):
            file = opened.enter_context(Path(os.devnull).open())
            os.set_inheritable(file.fileno(), True)
        ended = lab.run(code)
    assert ended.output.stdout == b"[0, 1, 2, 3]\n", "the last is the listing itself"


def test_a_start_that_is_given_up(safe: Lab) -> None:
    """At any moment: nothing runs on."""

    async def run() -> None:
        for steps in range(12):
            starting = asyncio.ensure_future(
                safe.driver.start(safe.spec("import time; time.sleep(3600)"))
            )
            for _ in range(steps):
                await asyncio.sleep(0)
            starting.cancel()
            try:
                (await starting).kill()
            except asyncio.CancelledError:
                continue

    asyncio.run(run())
    keeper = safe.driver.keepers.current.pid
    children = Path(f"/proc/{keeper}/task/{keeper}/children")
    deadline = time.monotonic() + PATIENCE
    while children.read_text() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert children.read_text() == ""


def test_a_keeper_that_was_killed_is_replaced(safe: Lab) -> None:
    async def run() -> None:
        running = await safe.driver.start(safe.spec("import time; time.sleep(3600)"))
        os.kill(safe.driver.keepers.current.pid, signal.SIGKILL)
        with pytest.raises(SandboxError, match="killed"):
            await running.wait()
        again = await safe.driver.start(safe.spec("print('again')"))
        assert (await again.wait()).output.stdout == b"again\n"

    asyncio.run(run())


@pytest.mark.parametrize("missing", ["runtime", "bot", "socket"])
def test_what_is_not_there_cannot_be_shown(safe: Lab, folder: Path, missing: str) -> None:
    spec = safe.spec("pass", **({"socket": folder / "no"} if missing == "socket" else {}))
    if missing != "socket":
        spec = SandboxSpec(
            runtime=folder / "no" if missing == "runtime" else spec.runtime,
            bot=folder / "no" if missing == "bot" else spec.bot,
            command=spec.command,
        )
    with pytest.raises(SandboxError, match="There is no"):
        asyncio.run(safe.driver.start(spec))


def test_a_secret_is_no_argument(safe: Lab) -> None:
    """Others on the machine see the arguments of every process."""

    async def look(running: Running) -> Ended:
        while not running.output().stdout:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        seen = _arguments()
        assert b"time.sleep(3600)" in seen
        assert b"one-time-token" not in seen
        running.kill()
        return await running.wait()

    safe.act(
        "import time; print(1); time.sleep(3600)", look, environment={"TOKEN": "one-time-token"}
    )


def _arguments() -> bytes:
    """Of all processes there are."""
    return b"".join(_read(path) for path in Path("/proc").glob("[0-9]*/cmdline"))


def _open_files() -> set[str]:
    return {
        f"{path.name} {path.readlink()}"
        for path in Path("/proc/self/fd").iterdir()
        if path.is_symlink()
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
