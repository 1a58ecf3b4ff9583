"""Users that exist for one sandbox at a time, so that no two programs can touch one another."""

import fcntl
import os
from pathlib import Path
from typing import Final, Self

from arena.runner.sandbox.interface import SandboxError

_SLOTS: Final = 256
_LOCKS: Final = Path("/run/durako-sandboxes")
_FIRST_CHOICES: Final = (1_879_048_192, 60_706)
"""Ranges that nobody else uses (see systemd's "Users, Groups, UIDs and GIDs"); the second one, of
which 60,706 to 61,183 are free, for containers that have only the first 65,536 users."""


class Slot:
    """A user that is ours until it is released, or until we die."""

    def __init__(self, uid: int, descriptor: int) -> None:
        self.uid = uid
        self._descriptor = descriptor

    @classmethod
    def take(cls, *, locks: Path = _LOCKS) -> Self:
        """A user that no other worker on this machine has."""
        first = first_uid(Path("/proc/self/uid_map").read_text())
        if first is None:
            raise SandboxError(
                "This user namespace has no users to spare for sandboxes. Map at least 65,536."
            )
        locks.mkdir(mode=0o700, exist_ok=True)
        for number in range(_SLOTS):
            descriptor = os.open(
                locks / str(number), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600
            )
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
            else:
                return cls(first + number, descriptor)
        raise SandboxError(f"All {_SLOTS} sandboxes of this machine are taken. Run fewer workers.")

    def release(self) -> None:
        """Nothing of the program is left: the next one may be this user."""
        os.close(self._descriptor)


def first_uid(uid_map: str) -> int | None:
    """Where the slots' users begin, if this namespace has as many."""
    ranges = [
        range(int(start), int(start) + int(length))
        for start, _, length in (line.split() for line in uid_map.splitlines())
    ]
    for first in _FIRST_CHOICES:
        if any(first in mapped and first + _SLOTS - 1 in mapped for mapped in ranges):
            return first
    return None
