"""What a program takes, and that it ends when it should, whoever fails to tell."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.runner.sandbox.insecure import InsecureDriver
from arena.runner.sandbox.interface import MIB, Ended, ExitReason, Limits, SandboxSpec
from arena.runner.sandbox.meters import Meter, ProcessMeter, Reading, status_of
from arena.runner.sandbox.running import Running

PATIENCE = 120.0
ERRORS = (KeyError("RssAnon"), ValueError("no number"), OSError("too many open files"))
EXIT = 60 if os.uname().machine == "x86_64" else 93
LEAVE = f"ctypes.CDLL(None).syscall({EXIT}, 0)"
FORGE = r"ctypes.CDLL(None).prctl(15, b'\rVmHWM:1 kB', 0, 0, 0)"
HEADLESS = """
import ctypes, pathlib, threading
first = threading.get_native_id()
def go_on():
    while "Z (zombie)" not in pathlib.Path(f"/proc/self/task/{first}/status").read_text("latin-1"):
        pass
    held = b"x" * 50_000_000
    print("here", flush=True)
    input()
threading.Thread(target=go_on).start()
"""
"""The first thread leaves, the second takes 50 MB and stays."""


class Broken:
    """A meter that always fails."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self) -> Reading | None:
        raise self._error

    def close(self) -> Reading | None:
        raise self._error


class Blind:
    """A meter that never sees anything."""

    def read(self) -> Reading | None:
        return None

    def close(self) -> Reading | None:
        return None


class BrokenAtTheEnd(Broken):
    """A meter that sees too much, and cannot say how much it was altogether."""

    def read(self) -> Reading | None:
        return Reading(memory_bytes=1 << 40, peak_bytes=1 << 40, cpu_seconds=0.0)


def run(folder: Path, meter: Meter, *, kill: bool = False, **limits: float) -> Ended:
    """A program that would sleep for an hour, to its end."""

    async def act() -> Ended:
        spec = SandboxSpec(
            runtime=folder,
            bot=folder,
            command=("python3", "-c", "import time; print(1); time.sleep(3600)"),
            limits=Limits(**limits),  # type: ignore[arg-type]
        )
        running: Running = await InsecureDriver().start(spec)
        running.measure(meter)
        if kill:
            running.kill()
        try:
            async with asyncio.timeout(PATIENCE):
                return await running.wait()
        finally:
            running.kill()

    return asyncio.run(act())


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_a_broken_meter_stands_in_nobodys_way(tmp_path: Path, error: Exception) -> None:
    assert run(tmp_path, Broken(error), kill=True).reason is ExitReason.KILLED
    assert run(tmp_path, Broken(error), wall_seconds=0.1).reason is ExitReason.WALL_TIME
    assert run(tmp_path, BrokenAtTheEnd(error)).reason is ExitReason.MEMORY


@pytest.mark.parametrize("meter", [Blind(), *map(Broken, ERRORS)])
def test_who_stays_unseen_may_not_stay(tmp_path: Path, meter: Meter) -> None:
    assert run(tmp_path, meter).reason is ExitReason.MEMORY


@contextmanager
def started(code: str) -> Iterator[int]:
    """A program that says that it is there, and waits."""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"here\n"
            yield process.pid
        finally:
            process.kill()


@pytest.mark.parametrize("leaving", [LEAVE, f"{FORGE}; {LEAVE}"], ids=["plain", "forged name"])
def test_a_process_whose_first_thread_has_left(leaving: str) -> None:
    with started(HEADLESS + leaving) as pid:
        assert "VmHWM" not in status_of(f"/proc/{pid}"), "so the kernel tells nothing here"
        meter = ProcessMeter(pid, ("/proc",))
        reading = meter.read()
    assert reading is not None
    assert reading.memory_bytes >= 50_000_000
    assert reading.peak_bytes >= 50_000_000
    assert reading.cpu_seconds >= 0
    assert meter.read() is None


def test_children_count() -> None:
    code = (
        "import os, sys\nif os.fork() == 0:\n    held = b'x' * 50_000_000\n"
        "    print('here', flush=True)\nsys.stdin.read()"
    )
    with started(code) as pid:
        reading = ProcessMeter(pid).read()
    assert reading is not None
    assert reading.memory_bytes > 50 * 1000 * 1000
    assert reading.memory_bytes < 200 * MIB


def test_a_name_is_no_line() -> None:
    code = r"import ctypes; ctypes.CDLL(None).prctl(15, b'\rUid:\t0\n\x85x', 0, 0, 0)"
    with started(f"{code}; print('here', flush=True); input()") as pid:
        lines = status_of(f"/proc/{pid}")
    assert "Name" not in lines
    assert lines["Uid"].split() == [str(os.getuid())] * 4
