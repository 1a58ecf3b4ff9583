"""What a playing process thinks about, where another process can see it even when it is stuck."""

import mmap
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FORMAT: Final = struct.Struct("=?iiiiidd")


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
    """A small file in memory; one process writes it, another one reads it."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _FORMAT.size)

    @classmethod
    def create(cls, path: Path) -> "State":
        """A new one: nothing is being thought about."""
        path.write_bytes(bytes(_FORMAT.size))
        return cls(path)

    def thinks(self, moment: tuple[int, int, int, int, int, float, float]) -> None:
        """A decision is being thought about; the parts of a `Moment` in order."""
        _FORMAT.pack_into(self._shared, 0, True, *moment)  # noqa: FBT003

    def rests(self) -> None:
        """No bot is at work; what was last thought about stays readable."""
        self._shared[0] = 0

    def thinking(self) -> Moment | None:
        """What is being thought about at this moment."""
        busy, *parts = _FORMAT.unpack_from(self._shared)
        return Moment(*parts) if busy else None

    def close(self) -> None:
        """Let go of it."""
        self._shared.close()
