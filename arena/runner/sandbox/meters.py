"""How much a running program takes, for those machines where no control group says so."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_INODE: Final = 1024
"""What the kernel needs for a file with nothing in it, about."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Reading:
    """At one moment."""

    memory_bytes: int
    """That is the program's own: not what it shares with others, such as the runtime's files."""
    peak_bytes: int
    cpu_seconds: float
    was_out_of_memory: bool = False
    """Whether the kernel ended one of its processes because it wanted more than it may have."""


class Meter(Protocol):
    """Something that knows what a program takes."""

    def read(self) -> Reading | None:
        """Now; None once it has ended."""

    def close(self) -> Reading | None:
        """It has ended: what it took altogether, if that is known exactly."""


class ProcessMeter:
    """Adds up what the kernel tells of a process and all that came from it.

    `folders` are those that it alone writes to, as it sees them, and that lie in memory.
    """

    def __init__(self, pid: int, folders: tuple[str, ...] = ()) -> None:
        self._pid = pid
        self._folders = [f"/proc/{pid}/root{folder}" for folder in folders]
        self._peak = 0

    def read(self) -> Reading | None:
        """None once it has ended."""
        readings = [found for pid in _family(self._pid) if (found := _reading(pid)) is not None]
        if not readings:
            return None
        self._peak = max(self._peak, sum(found.peak_bytes for found in readings))
        return Reading(
            memory_bytes=sum(found.memory_bytes for found in readings) + self._in_files(),
            peak_bytes=self._peak,
            cpu_seconds=sum(found.cpu_seconds for found in readings),
        )

    def _in_files(self) -> int:
        """What lies in its own folders, which are in memory; nothing there is opened."""
        total = 0
        for folder in self._folders:
            try:
                space = os.statvfs(folder)
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue  # it is ending
            total += (space.f_blocks - space.f_bfree) * space.f_frsize
            total += (space.f_files - space.f_ffree) * _INODE
        return total

    def close(self) -> Reading | None:
        """Nobody counted along."""
        return None


def _family(pid: int) -> list[int]:
    """The process and all below it; whoever lost its parent is below the first one again."""
    family = [pid]
    for member in family:
        try:
            for thread in os.listdir(f"/proc/{member}/task"):  # noqa: PTH208 - it may be gone
                children = Path(f"/proc/{member}/task/{thread}/children")
                family += [int(child) for child in children.read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended while we looked
    return family


def status_of(pid: int) -> dict[str, str]:
    """The kernel's lines about a process; `FileNotFoundError` or `ProcessLookupError` if it ended.

    A program chooses its own name, of any bytes but NUL: it need not be text, and what others take
    for the end of a line may be in it.
    """
    text = Path(f"/proc/{pid}/status").read_text(encoding="latin-1")
    return {name: value for name, _, value in (line.partition(":") for line in text.split("\n"))}


def _reading(pid: int) -> Reading | None:
    try:
        lines = status_of(pid)
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="latin-1")
    except (FileNotFoundError, ProcessLookupError):
        return None
    # After the name, which may contain anything: user, system, children's user and system.
    times = stat.rpartition(")")[2].split()[11:15]
    if "VmHWM" not in lines:
        return None  # it is ending
    return Reading(
        memory_bytes=_kibibytes(lines["RssAnon"]) + _kibibytes(lines["RssShmem"]),
        peak_bytes=_kibibytes(lines["VmHWM"]),
        cpu_seconds=sum(int(ticks) for ticks in times) / _TICKS,
    )


def _kibibytes(text: str) -> int:
    return int(text.split(maxsplit=1)[0]) * 1024
