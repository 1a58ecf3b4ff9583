"""What a playing process thinks about, where another process can see it even when it is stuck."""

import mmap
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_COUNTER: Final = struct.Struct("=Q")
"""Of all that was written; odd while something is being written."""
_BUSY: Final = _COUNTER.size
_MOMENT: Final = struct.Struct("=iiiiidd")
_SIZE: Final = _COUNTER.size + 1 + _MOMENT.size


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision being thought about."""

    rotation: int
    board: int
    game: int
    seat: int
    decision: int
    started: float
    """As `time.monotonic` tells it, which is the same clock in all processes."""
    allowed: float

    @property
    def overdue(self) -> float:
        """Seconds since its time was up; below zero before that."""
        return time.monotonic() - self.started - self.allowed


class State:
    """A small file in memory; one process writes it, another one reads it.

    The writer may be put to rest by the system in the middle of a write.  A half-written moment
    looks long overdue, and nobody may be stopped for that: so what was read counts only if no
    write was going on meanwhile.
    """

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _SIZE)
        self._written = self._counter()

    @classmethod
    def create(cls, path: Path) -> "State":
        """A new one: nothing is being thought about."""
        path.write_bytes(bytes(_SIZE))
        return cls(path)

    def thinks(self, moment: tuple[int, int, int, int, int, float, float]) -> None:
        """A decision is being thought about; the parts of a `Moment` in order."""
        self._write(b"\1" + _MOMENT.pack(*moment))

    def rests(self) -> None:
        """No bot is at work."""
        self._write(b"\0")

    def thinking(self) -> Moment | None:
        """What is being thought about at this moment; None if that is just changing, too."""
        before = self._counter()
        busy, parts = self._shared[_BUSY], self._shared[_BUSY + 1 :]
        if not busy or before % 2 or before != self._counter():
            return None
        return Moment(*_MOMENT.unpack(parts))

    def close(self) -> None:
        """Let go of it."""
        self._shared.close()

    def _write(self, data: bytes) -> None:
        self._count()
        self._shared[_BUSY : _BUSY + len(data)] = data
        self._count()

    def _counter(self) -> int:
        (written,) = _COUNTER.unpack_from(self._shared)
        return int(written)

    def _count(self) -> None:
        self._written += 1
        self._shared[:_BUSY] = _COUNTER.pack(self._written)
