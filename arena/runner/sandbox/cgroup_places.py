"""Where on this machine control groups could be made: read from what the kernel tells us."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

CONTROLLERS: Final = ("memory", "pids", "cpu", "cpuacct")
_UNIFIED: Final = ""
"""The name of version 2's one hierarchy in a process's list of its groups."""


@dataclass(frozen=True, slots=True)
class Place:
    """The folders to make a group in, by controller: in version 2 all the same."""

    version: int
    parents: dict[str, Path]


@dataclass(frozen=True, slots=True)
class _Mount:
    folder: Path
    root: str
    """Which group is shown there; a container's own, for instance."""

    def of(self, group: str) -> Path | None:
        """The folder of this group, if it is shown at all."""
        if not PurePosixPath(group).is_relative_to(self.root):
            return None
        return self.folder / PurePosixPath(group).relative_to(self.root)


def places(process: Path = Path("/proc/self")) -> Iterator[Place]:
    """Best first; whether we really may is for the kernel to say."""
    own = dict(_own_groups((process / "cgroup").read_text()))
    mounts = dict(_mounts((process / "mountinfo").read_text()))
    folders = {
        name: folder
        for name, group in own.items()
        if name in mounts
        and (folder := mounts[name].of(group)) is not None
        and os.access(folder, os.W_OK)
    }
    yield from _version_2(folders, mounts)
    if "memory" in folders:
        yield Place(1, {name: folders[name] for name in CONTROLLERS if name in folders})


def _version_2(folders: dict[str, Path], mounts: dict[str, _Mount]) -> Iterator[Place]:
    """Below our own group, which only the topmost one allows while we are in it; or beside it."""
    if _UNIFIED not in folders:
        return
    own = folders[_UNIFIED]
    for folder in (own, own.parent) if own != mounts[_UNIFIED].folder else (own,):
        controllers = (folder / "cgroup.controllers").read_text().split()
        if "memory" in controllers and os.access(folder, os.W_OK):
            yield Place(2, {name: folder for name in CONTROLLERS if name in controllers})


def _own_groups(text: str) -> Iterator[tuple[str, str]]:
    """Lines such as "4:memory:/a/b" and "0::/a/b"."""
    for line in text.splitlines():
        _, names, group = line.split(":", 2)
        for name in names.split(","):
            yield name, group


def _mounts(text: str) -> Iterator[tuple[str, _Mount]]:
    """Lines such as "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory"."""
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        root, folder = (_unescaped(word) for word in before.split(" ")[3:5])
        mount = _Mount(Path(folder), root)
        if kind == "cgroup2":
            yield _UNIFIED, mount
        elif kind == "cgroup":
            for name in options.split(","):
                yield name, mount


def _unescaped(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), word)
