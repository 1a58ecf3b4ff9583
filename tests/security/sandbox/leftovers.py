"""What a match must not leave behind on the host: looked at before all tests, and after them."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

from tests.security.sandbox.harness import PROJECT, SECRET, SESSION, processes_with

CGROUPS = Path("/sys/fs/cgroup")
SHARED = (Path("/dev/shm"), Path("/var/crash"), Path("/var/lib/systemd/coredump"), PROJECT)
"""Where a bot's files, and what is left of its memory, would turn up."""
TELLING = ("core", "hostile", "result.json", "report", "full-", "reborn")
"""How those files would be called."""


@dataclass(frozen=True, slots=True)
class Traces:
    """Everything that would be ours; other programs of this machine come and go meanwhile."""

    processes: frozenset[str]
    mounts: frozenset[str]
    cgroups: frozenset[str]
    files: frozenset[str]

    @classmethod
    def now(cls, home: Path, workers: Sequence[int]) -> Self:
        """Of the tests that have this folder and these workers."""
        return cls(
            processes=frozenset(map(str, [*processes_with(SECRET), *processes_with(SESSION)])),
            mounts=frozenset(_mounts(home)),
            cgroups=frozenset(cgroups_of(*workers)),
            files=frozenset([*_files(home), *_shared_files()]),
        )

    def beyond(self, before: Self) -> dict[str, list[str]]:
        """What there is now and was not before, by kind."""
        return {
            field.name: sorted(more)
            for field in fields(self)
            if (more := getattr(self, field.name) - getattr(before, field.name))
        }


def _mounts(home: Path) -> Iterator[str]:
    """Those that everybody on the host sees, of our folders or where sandboxes are set up."""
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        place = line.split()[4]
        if str(home) in line or "durako" in line or place in ("/tmp", "/dev/shm"):
            yield line


def cgroups_of(*workers: int) -> Iterator[str]:
    """Those that are named after these processes."""
    for folder, below, _ in os.walk(CGROUPS):
        for name in below:
            if any(f"-{pid}-" in f"-{name}-" for pid in workers):
                yield f"{folder}/{name}"


def _files(home: Path) -> Iterator[str]:
    """With what would tell that somebody has touched them; logs are our own."""
    for path in home.rglob("*"):
        if not path.name.startswith(("log-", "temporary-")):
            found = path.lstat()
            changed = found.st_mtime_ns if path.is_file() else 0
            yield f"{path} {found.st_mode:o} {found.st_uid} {found.st_size} {changed}"


def _shared_files() -> Iterator[str]:
    for folder in filter(Path.is_dir, SHARED):
        for path in folder.iterdir():
            if path.name.startswith(TELLING):
                yield f"{path} {path.lstat().st_mtime_ns}"
