"""How much a running program takes, for those machines where no control group says so."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_OWN_FILE_SYSTEMS: Final = ("tmp", "dev/shm")
"""Of a sandbox: they are memory that no process has resident."""
_FILE_BYTES: Final = 1024
"""What the kernel needs for a file, however empty; a file system's size is no limit to that."""


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
    """Adds up what the kernel tells of a process and all that came from it."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0

    def read(self) -> Reading | None:
        """None once it has ended."""
        readings = [found for pid in _family(self._pid) if (found := _reading(pid)) is not None]
        if not readings:
            return None
        self._peak = max(self._peak, sum(found.peak_bytes for found in readings))
        return Reading(
            memory_bytes=sum(found.memory_bytes for found in readings) + _in_files(self._pid),
            peak_bytes=self._peak,
            cpu_seconds=sum(found.cpu_seconds for found in readings),
        )

    def close(self) -> Reading | None:
        """Nobody counted along."""
        return None


def _family(pid: int) -> list[int]:
    """The process and all below it; whoever lost its parent is below the first one again."""
    family = [pid]
    for member in family:
        for children in Path(f"/proc/{member}/task").glob("*/children"):
            try:
                family += [int(child) for child in children.read_text().split()]
            except (FileNotFoundError, ProcessLookupError):
                continue  # it ended while we looked
    return family


def _in_files(pid: int) -> int:
    """What its own file systems take; the folders themselves are of a root that is read-only, so
    that no link can lead us elsewhere."""
    taken = 0
    for name in _OWN_FILE_SYSTEMS:
        path = f"/proc/{pid}/root/{name}"
        try:
            is_own = os.stat(path).st_dev != os.stat(f"/{name}").st_dev  # noqa: PTH116
            found = os.statvfs(path)
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue  # it is ending, or has none
        if is_own:
            taken += (found.f_blocks - found.f_bfree) * found.f_frsize
            taken += (found.f_files - found.f_ffree) * _FILE_BYTES
    return taken


def _reading(pid: int) -> Reading | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        # After the name, which may contain anything: user, system, children's user and system.
        times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]
    except (FileNotFoundError, ProcessLookupError):
        return None
    lines = dict(line.split(":", 1) for line in status.splitlines())
    if "VmHWM" not in lines:
        return None  # it is ending
    return Reading(
        memory_bytes=_kibibytes(lines["RssAnon"]) + _kibibytes(lines["RssShmem"]),
        peak_bytes=_kibibytes(lines["VmHWM"]),
        cpu_seconds=sum(int(ticks) for ticks in times) / _TICKS,
    )


def _kibibytes(text: str) -> int:
    return int(text.split(maxsplit=1)[0]) * 1024
