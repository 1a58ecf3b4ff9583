"""The last steps as root before a sandbox: show what it needs at traversable places, drop, exec.

Run as a program of its own, with the standard library only and an empty environment, so that
nothing of the worker can be found in any process of the sandbox's tree.  bwrap runs as the slot's
user, who cannot look into a folder of mode 0700: what it has to bind is bound here, in a mount
namespace of our own, onto a small file system that covers /tmp.
"""

import ctypes
import json
import os
import resource
import signal
import sys
from typing import Final, TypedDict

STAGE: Final = "/tmp"  # noqa: S108 (covered by a file system of our own, in our namespace only)
"""bwrap needs this folder to exist, so it does."""

_CLONE_NEWNS: Final = 0x00020000
_MS_RDONLY: Final = 0x1
_MS_NOSUID: Final = 0x2
_MS_NODEV: Final = 0x4
_MS_REMOUNT: Final = 0x20
_MS_BIND: Final = 0x1000
_MS_REC: Final = 0x4000
_MS_PRIVATE: Final = 0x40000
_PR_SET_PDEATHSIG: Final = 1
_PR_CAPBSET_DROP: Final = 24
_PR_SET_NO_NEW_PRIVS: Final = 38
_CAPABILITIES: Final = range(64)

_libc = ctypes.CDLL(None, use_errno=True)


class Order(TypedDict):
    """What to do, as the driver writes it."""

    parent: int
    """Who asks; if it has died meanwhile, nothing is started."""
    uid: int
    staged: list[tuple[str, str]]
    """What is bound, and where below `STAGE`."""
    limits: list[tuple[int, int]]
    """The kernel's, and how much; set here, because a root of a container may not do it later."""
    command: list[str]


def main(order: Order) -> None:
    """Never comes back."""
    _die_with(order["parent"])
    _stage(order["staged"])
    _limit(order["limits"])
    _drop_to(order["uid"])
    _die_with(order["parent"])  # changing the user took it back
    _end_leftovers(order["uid"])
    os.execve(order["command"][0], order["command"], {})  # noqa: S606


def _stage(staged: list[tuple[str, str]]) -> None:
    _call("unshare", _CLONE_NEWNS)
    _mount(None, "/", None, _MS_REC | _MS_PRIVATE, None)
    # Opened now: what is below /tmp itself is covered in a moment.
    sources = [(os.open(source, os.O_PATH), place) for source, place in staged]
    _mount("stage", STAGE, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=0755,size=64k")
    for descriptor, place in sources:
        target = os.path.join(STAGE, place)  # noqa: PTH118 (pathlib would cost milliseconds)
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112
            os.makedirs(target, mode=0o755)  # noqa: PTH103
        else:
            os.makedirs(os.path.dirname(target), mode=0o755, exist_ok=True)  # noqa: PTH103, PTH120
            os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o644))
        _mount(f"/proc/self/fd/{descriptor}", target, None, _MS_BIND, None)
        os.close(descriptor)
    _mount(None, STAGE, None, _MS_REMOUNT | _MS_RDONLY | _MS_NOSUID | _MS_NODEV, None)


def _drop_to(uid: int) -> None:
    for capability in _CAPABILITIES:
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails for those there are not
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def _end_leftovers(uid: int) -> None:
    """Nobody else holds this slot: whoever has its user is of a worker that was killed."""
    if 0 in os.getresuid() or set(os.getresuid()) != {uid}:
        sys.exit("The user was not dropped.")
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return


def _limit(limits: list[tuple[int, int]]) -> None:
    with open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123
        file.write("1000")  # if the whole machine runs out of memory, this goes first
    for which, most in limits:
        bwrap = int(which == resource.RLIMIT_NPROC)  # it is the slot's user, too
        resource.setrlimit(which, (most + bwrap, most + bwrap))


def _die_with(parent: int) -> None:
    _call("prctl", _PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("Nobody waits for this sandbox any more.")


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None) -> None:
    def encoded(text: str | None) -> bytes | None:
        return None if text is None else os.fsencode(text)

    _call(
        "mount",
        encoded(source),
        encoded(target),
        encoded(kind),
        ctypes.c_ulong(flags),
        encoded(data),
    )


def _call(name: str, *arguments: object) -> None:
    if getattr(_libc, name)(*arguments) != 0:
        code = ctypes.get_errno()
        sys.exit(f"{name} {arguments}: {os.strerror(code)}")


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
