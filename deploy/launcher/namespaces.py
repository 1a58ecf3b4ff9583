"""PostgreSQL for root, by Linux's own means."""

import ctypes
import os
from pathlib import Path

_CLONE_NEWUSER = 0x10000000
# The one unprivileged user that every Linux has in its password file, which initdb reads.
_NOBODY = 65534
# Loaded now: between fork and exec, where this runs, loading could wait for ever.
_LIBC = ctypes.CDLL(None, use_errno=True)


def become_nobody_in_user_namespace() -> None:
    """Let root run a program that refuses root, without giving any file away.

    PostgreSQL refuses to run as user 0. In a user namespace that maps only "nobody" to the real
    root, it sees itself as nobody, while the kernel still sees the owner of the files: nothing
    needs to be chowned, no system user is created, and folders that only root may enter work.
    """
    if _LIBC.unshare(_CLONE_NEWUSER) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{_NOBODY} 0 1")
    Path("/proc/self/gid_map").write_text(f"{_NOBODY} 0 1")
