"""The processes of the table's benchmark, and what they have used of the processor."""

import ctypes
import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.runner.lifeline import bound

PROJECT_DIR = Path(__file__).resolve().parents[2]
_LIBC = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a bot plays."""

    address: str
    token: str
    profile: str


@dataclass(frozen=True, slots=True)
class Measured:
    """A round: what was played, and what all processes together took for it."""

    decisions: int
    messages: int
    size: int
    notices: int
    core_seconds: float
    server_seconds: float
    seconds: float

    @property
    def core_us(self) -> float:
        """Core-time for a decision, in microseconds."""
        return 1e6 * self.core_seconds / self.decisions

    @property
    def server_share(self) -> float:
        """Of the core-time."""
        return self.server_seconds / self.core_seconds

    @property
    def bytes_each(self) -> float:
        """Of what carries a decision."""
        return self.size / self.decisions

    @property
    def packed(self) -> float:
        """Decisions to a message."""
        return self.decisions / self.messages


class Child:
    """A Python process of ours that is spoken to in lines and ends when we do."""

    def __init__(
        self, module: str, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            bound(module, *arguments),
            cwd=PROJECT_DIR,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.pid = self._process.pid

    def tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._process.args!r} ended with {self._process.wait()}")
        return line

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=60)


@contextmanager
def child(
    module: str, *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[Child]:
    """A process for as long as it is needed; its environment is ours unless another is given."""
    started = Child(module, *arguments, environment=environment)
    try:
        yield started
    finally:
        started.stop()


@contextmanager
def bots(number: int, module: str = "tests.bench.table_bot") -> Iterator[Sequence[Child]]:
    """So many bots, each a process, waiting for seats."""
    with ExitStack() as stack:
        started = [stack.enter_context(child(module)) for _ in range(number)]
        for bot in started:
            bot.hear()
        yield started


def play(server: Child, players: Sequence[Child], seats: Sequence[Seat]) -> Measured:
    """As many bots as there are seats play them to the end."""
    playing = players[: len(seats)]
    pids = [server.pid, *(player.pid for player in playing)]
    before, began = [core_seconds(pid) for pid in pids], time.perf_counter()
    for player, seat in zip(playing, seats, strict=True):
        player.tell(json.dumps(asdict(seat)))
    counted = [json.loads(player.hear()) for player in playing]
    seconds = time.perf_counter() - began
    used = [core_seconds(pid) - start for pid, start in zip(pids, before, strict=True)]
    return Measured(
        decisions=sum(one["decisions"] for one in counted),
        messages=sum(one["messages"] for one in counted),
        size=sum(one["size"] for one in counted),
        notices=sum(one["notices"] for one in counted),
        core_seconds=sum(used),
        server_seconds=used[0],
        seconds=seconds,
    )


def core_seconds(pid: int) -> float:
    """What all threads of a process have used so far, to the nanosecond (psutil knows 10 ms)."""
    clock = ctypes.c_int()
    if error := _LIBC.clock_getcpuclockid(pid, ctypes.byref(clock)):
        raise OSError(error, os.strerror(error))
    return time.clock_gettime(clock.value)
