"""Control groups: the kernel counts a program's memory, processes and time as one, and limits them.

Ours are made below the worker's own group (or beside it, where version 2 allows none below), so
that whatever binds the worker binds them, too.
"""

import itertools
import math
import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final

from arena.runner.sandbox.cgroup_places import Place, places
from arena.runner.sandbox.interface import MIB, Finding, Limits, SandboxError
from arena.runner.sandbox.meters import Reading

_PERIOD: Final = 100_000
_NAME: Final = re.compile(r"durako-(\d+)-\d+-(\d+)")
_COUNTER: Final = itertools.count()
_REMOVE_TRIES: Final = 100


class ControlGroup:
    """One program's."""

    def __init__(self, place: Place, limits: Limits) -> None:
        name = f"durako-{os.getpid()}-{next(_COUNTER)}-{process_namespace()}"
        self._version = place.version
        self._folders = {controller: parent / name for controller, parent in place.parents.items()}
        try:
            for folder in self._each():
                folder.mkdir()
            self._limit(limits)
        except OSError:
            self._remove()
            raise

    def add(self, pid: int) -> None:
        """Bind this process, and all that come from it."""
        try:
            for folder in self._each():
                (folder / "cgroup.procs").write_text(str(pid))
        except OSError:
            self._remove()
            raise

    def read(self) -> Reading:
        """What it takes now, and took so far."""
        memory = self._folders["memory"]
        if self._version == 2:
            return Reading(
                memory_bytes=_number(memory / "memory.current"),
                peak_bytes=_number(memory / "memory.peak"),
                cpu_seconds=_entry(memory / "cpu.stat", "usage_usec") / 1e6,
                was_out_of_memory=_entry(memory / "memory.events", "oom_kill") > 0,
            )
        accounts = self._folders.get("cpuacct")
        return Reading(
            memory_bytes=_number(memory / "memory.usage_in_bytes"),
            peak_bytes=_number(memory / "memory.max_usage_in_bytes"),
            cpu_seconds=_number(accounts / "cpuacct.usage") / 1e9 if accounts else 0.0,
            was_out_of_memory=_entry(memory / "memory.oom_control", "oom_kill") > 0,
        )

    def close(self) -> Reading:
        """It has ended: what it took altogether."""
        try:
            return self.read()
        finally:
            self._remove()

    def _each(self) -> list[Path]:
        return sorted(set(self._folders.values()))

    def _limit(self, limits: Limits) -> None:
        memory, quota = limits.memory_bytes, int(limits.cores * _PERIOD)
        settings: dict[int, dict[str, dict[str, object]]] = {
            1: {
                "memory": {"memory.limit_in_bytes": memory, "memory.memsw.limit_in_bytes": memory},
                "pids": {"pids.max": limits.processes},
                "cpu": {"cpu.cfs_period_us": _PERIOD, "cpu.cfs_quota_us": quota},
            },
            2: {
                "memory": {"memory.max": memory, "memory.swap.max": 0, "memory.oom.group": 1},
                "pids": {"pids.max": limits.processes},
                "cpu": {"cpu.max": f"{quota} {_PERIOD}"},
            },
        }
        for controller, files in settings[self._version].items():
            folder = self._folders.get(controller)
            for name, value in files.items():
                # Without swap there is no file that limits it.
                if folder is not None and (folder / name).exists():
                    (folder / name).write_text(str(value))

    def _remove(self) -> None:
        for folder in self._each():
            _remove(folder)


class ControlGroups:
    """Makes them, where that is possible."""

    def __init__(self) -> None:
        self._turns = itertools.count()
        self._swept_by = 0

    @cached_property
    def place(self) -> Place | None:
        """Where they are made; found out once, by making one and putting a process into it."""
        for place in places():
            self._sweep(place)
            try:
                _enable(place)
                _try(place)
            except OSError:
                continue
            return place
        return None

    def cpus(self, limits: Limits) -> list[int]:
        """Where a program has to run, one after the other, if no group limits how much it may."""
        if self.place is not None and "cpu" in self.place.parents:
            return []
        ours = sorted(os.sched_getaffinity(0))
        first = next(self._turns)
        return [ours[(first + more) % len(ours)] for more in range(math.ceil(limits.cores))]

    def finding(self) -> Finding:
        """Whether there are any; without them there is still a watcher."""
        if self.place is not None:
            detail = f"Control groups of version {self.place.version} limit each program."
            return Finding(what="control groups", good=True, detail=detail, needed=False)
        return Finding(
            what="control groups",
            good=False,
            detail="No control groups can be made here: memory is watched instead, several times "
            "a second. Between two looks it is bounded only by the address space, "
            f"{Limits().address_space_bytes // MIB} MiB.",
            fix="Run the worker as root, or as a systemd service with Delegate=yes and "
            "DelegateSubgroup=runner.",
            needed=False,
        )

    def around(self, pid: int, limits: Limits) -> ControlGroup | None:
        """One for this program; None if there are none on this machine."""
        if self.place is None:
            return None
        if self._swept_by != os.getpid():  # perhaps in the stead of a process that was killed
            self._sweep(self.place)
        try:
            group = ControlGroup(self.place, limits)
            group.add(pid)
        except OSError as error:
            raise SandboxError(
                f"No control group could be made: {error}. Start the worker again."
            ) from error
        return group

    def _sweep(self, place: Place) -> None:
        _sweep(place)
        self._swept_by = os.getpid()


def groups_sweep() -> None:
    """Clear away what killed processes left, also where nobody makes a new group any more."""
    with suppress(OSError):  # without control groups there is nothing left of them
        for place in places():
            _sweep(place)


def process_namespace() -> int:
    """Within which a process number means something: another container's are not ours to judge."""
    return Path("/proc/self/ns/pid").stat().st_ino


def _enable(place: Place) -> None:
    """In version 2 a group passes on only those controllers that it is told to."""
    if place.version == 2:
        (parent,) = set(place.parents.values())
        wanted = [name for name in place.parents if name != "cpuacct"]
        (parent / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in wanted))


def _try(place: Place) -> None:
    group = ControlGroup(place, Limits())
    try:
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE, env={}) as process:
            group.add(process.pid)
            group.read()
    finally:
        group.close()


def _sweep(place: Place) -> None:
    """Clear away what workers left that were killed."""
    ours = str(process_namespace())
    for parent in set(place.parents.values()):
        for folder in parent.iterdir():
            found = _NAME.fullmatch(folder.name)
            if found and found[2] == ours and not Path("/proc", found[1]).exists():
                with suppress(OSError):  # another worker does the same
                    for pid in map(int, (folder / "cgroup.procs").read_text().split()):
                        if pid > 0:  # 0 is one whom this process namespace does not show
                            os.kill(pid, signal.SIGKILL)
                    _remove(folder)


def _remove(folder: Path) -> None:
    """At the latest the next worker does it: the kernel may need a moment after the last end."""
    for _ in range(_REMOVE_TRIES):
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(0.001)
        else:
            return


def _number(path: Path) -> int:
    return int(path.read_text()) if path.exists() else 0


def _entry(path: Path, name: str) -> int:
    """Of lines such as "name 12"."""
    lines = (line.split() for line in path.read_text().splitlines())
    return next((int(words[1]) for words in lines if words[0] == name), 0)
