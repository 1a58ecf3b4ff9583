"""How much a running program takes, for those machines where no control group says so.

The kernel's files about a process also contain what the program chose: its name, of any bytes but
NUL.  So they are read as bytes, their lines end where the kernel ends them, and the name is not
looked at.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_INODE: Final = 1024
"""What the kernel needs for a file with nothing in it, about."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_GONE: Final = (FileNotFoundError, ProcessLookupError)
_OWN: Final = ("RssAnon", "RssShmem", "VmSwap", "HugetlbPages")
"""What a program has for itself: also what it had the kernel swap out, and pages of other sizes."""


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
        """Now; None once it has ended, or if nothing can be seen of it."""

    def close(self) -> Reading | None:
        """It has ended: what it took altogether, if that is known exactly."""


class ProcessMeter:
    """Adds up what the kernel tells of a process and all that came from it.

    `folders` are those that it alone writes to, as it sees them, and that lie in memory.
    """

    def __init__(self, pid: int, folders: tuple[str, ...] = ()) -> None:
        self._pid = pid
        self._folders = folders
        self._peak = 0

    def read(self) -> Reading | None:
        """None once it has ended, or if nothing can be seen of the first process: with it all end,
        so as long as there are others there is something to see of it."""
        first, *others = _family(self._pid)
        thread = _living_thread(first)
        if thread is None:
            return None
        threads = [thread, *filter(None, map(_living_thread, others))]
        self._peak = max(self._peak, sum(_kibibytes(each.status, "VmHWM") for each in threads))
        return Reading(
            memory_bytes=sum(_kibibytes(each.status, *_OWN) for each in threads)
            + self._in_files(thread),
            peak_bytes=self._peak,
            cpu_seconds=sum(_cpu_seconds(each.pid) for each in threads),
        )

    def _in_files(self, thread: "_Thread") -> int:
        """What lies in its own folders, which are in memory; nothing there is opened."""
        total = 0
        for folder in self._folders:
            try:
                space = os.statvfs(f"{thread.folder}/root{folder}")
            except (*_GONE, PermissionError):
                continue  # it is ending
            total += (space.f_blocks - space.f_bfree) * space.f_frsize
            total += (space.f_files - space.f_ffree) * _INODE
        return total

    def close(self) -> Reading | None:
        """Nobody counted along."""
        return None


@dataclass(frozen=True, slots=True)
class _Thread:
    """Of a process; all of them have the same memory."""

    pid: int
    folder: str
    status: dict[str, str]


def _living_thread(pid: int) -> _Thread | None:
    """One that has not ended; None if there is none.

    The first thread of a process may end before the others: under the process's own number the
    kernel then tells nothing of its memory and its files, but under theirs it does.
    """
    for folder in _threads(pid):
        with suppress(*_GONE):
            status = status_of(folder)
            if "VmHWM" in status:
                return _Thread(pid, folder, status)
    return None


def _threads(pid: int) -> Iterator[str]:
    """Their folders, the first thread's before the others."""
    with suppress(*_GONE):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - it may be gone
            yield f"/proc/{pid}/task/{thread}"


def _family(pid: int) -> list[int]:
    """The process and all below it; whoever lost its parent is below the first one again."""
    family = [pid]
    for member in family:
        for folder in _threads(member):
            with suppress(*_GONE):  # it ended while we looked
                family += map(int, Path(folder, "children").read_bytes().split())
    return family


def status_of(folder: str) -> dict[str, str]:
    """The kernel's lines about a process or a thread, by its folder in /proc, without its name;
    `FileNotFoundError` or `ProcessLookupError` if it ended."""
    lines = Path(folder, "status").read_bytes().split(b"\n")
    pairs = (line.decode("latin-1").partition(":") for line in lines)
    return {what: value.strip() for what, _, value in pairs if what not in ("", "Name")}


def _cpu_seconds(pid: int) -> float:
    """Of all its threads, also those that ended, and of its children that ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except _GONE:
        return 0.0
    # After the name, which may contain anything: user, system, children's user and system.
    return sum(map(int, stat.rpartition(b")")[2].split()[11:15])) / _TICKS


def _kibibytes(status: dict[str, str], *names: str) -> int:
    """What these lines say together; an older kernel may not have all of them."""
    return sum(int(status[name].split()[0]) for name in names if name in status) * 1024
