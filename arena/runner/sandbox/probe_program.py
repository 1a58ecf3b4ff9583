"""Runs inside a sandbox and tells what it could do: the driver's probe.

With the standard library only, and nothing of ours: the runtime may have no SDK yet.
"""

import ctypes
import json
import os
import socket
import sys
import time
from collections.abc import Callable
from typing import Final

_AF_VSOCK: Final = 40
_CLONE_NEWUSER: Final = 0x10000000


def succeeds(attempt: Callable[[], object]) -> bool:
    """Whether nothing stopped it."""
    try:
        attempt()
    except OSError:
        return False
    return True


def fork() -> None:
    """Start a process."""
    if os.fork() == 0:
        os._exit(0)


def new_user_namespace() -> None:
    """Become root of a namespace of one's own."""
    if ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno())


def write_beside(folder: str) -> None:
    """Make a file in this folder."""
    with open(os.path.join(folder, "probe"), "w") as file:  # noqa: PTH118, PTH123
        file.write("!")


def look() -> dict[str, object]:
    """Everything that can be seen and done here."""
    has_proc = os.path.isdir("/proc/self")  # noqa: PTH112
    return {
        "user": os.getuid(),
        "environment": sorted(os.environ),
        "descriptors": [number for number in range(3, 256) if succeeds(lambda: os.fstat(number))],  # noqa: B023
        "processes": [name for name in os.listdir("/proc") if name.isdigit()] if has_proc else None,  # noqa: PTH208
        "root": sorted(os.listdir("/")),  # noqa: PTH208
        "could": [
            what
            for what, attempt in {
                "open a TCP socket": lambda: socket.socket(socket.AF_INET),
                "open a netlink socket": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
                "open a vsock socket": lambda: socket.socket(_AF_VSOCK),
                "start a process": fork,
                "make a user namespace": new_user_namespace,
                "write to /": lambda: write_beside("/"),
                "write to /bot": lambda: write_beside("/bot"),
                "write to /usr": lambda: write_beside("/usr"),
                "write to /dev": lambda: write_beside("/dev"),
                "write to /tmp": lambda: write_beside("/tmp"),  # noqa: S108
            }.items()
            if succeeds(attempt)
        ],
    }


if __name__ == "__main__":
    if sys.argv[1] == "look":
        print(json.dumps(look()), flush=True)  # noqa: T201
        time.sleep(3600)  # we are looked at from outside, too
    else:
        kept = []
        while True:  # until something stops us
            kept.append(bytearray(os.urandom(1024) * 1024))
            time.sleep(0.002)
