"""Become an ordinary user, for good, and run a Python module as that.

    python -m tests.security.sandbox.as_user UID PATHS MODULE …

The tests may run as root, from a clone and with an interpreter in root's own home.  In a mount
namespace of its own this process lays open the paths that it is given (as far as their parents are
closed to others), and nothing else; then it drops to the uid and starts the module afresh.
"""

import ctypes
import os
import stat
import sys
from pathlib import Path
from typing import Final

CLONE_NEWNS: Final = 0x00020000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000


def libc() -> ctypes.CDLL:
    """The C library, which keeps its errors for `checked`."""
    return ctypes.CDLL(None, use_errno=True)


def checked(result: int) -> None:
    """Whether the C library is content."""
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def closed_parent(path: Path) -> Path | None:
    """The highest folder above it that others cannot pass."""
    for folder in reversed(path.parents):
        if not folder.stat().st_mode & stat.S_IXOTH:
            return folder
    return None


def lay_open(paths: list[Path]) -> None:
    """For this process and its children: what is below a closed folder, and not to be seen, is
    covered by an empty one."""
    checked(libc().unshare(CLONE_NEWNS))
    checked(libc().mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    covers: dict[Path, list[tuple[Path, int]]] = {}
    for path in paths:
        if (folder := closed_parent(path)) is not None:
            covers.setdefault(folder, []).append((path, os.open(path, os.O_PATH)))
    for folder, shown in covers.items():
        checked(libc().mount(b"none", bytes(folder), b"tmpfs", 0, b"mode=755,size=1m"))
        for path, descriptor in sorted(shown):
            if not path.exists():
                path.mkdir(parents=True)
                source = f"/proc/self/fd/{descriptor}".encode()
                checked(libc().mount(source, bytes(path), None, MS_BIND | MS_REC, None))
            os.close(descriptor)


def main() -> None:
    uid, paths = int(sys.argv[1]), [Path(path) for path in sys.argv[2].split(os.pathsep)]
    if os.geteuid() == 0:
        os.umask(0o022)
        lay_open(paths)
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    os.execv(sys.executable, [sys.executable, "-m", *sys.argv[3:]])


if __name__ == "__main__":
    main()
