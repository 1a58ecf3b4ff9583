"""The kernel's own limits, set before a program's first instruction."""

import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arena.runner.sandbox.interface import MIB, Limits

_STACK: Final = 8 * MIB
_SIGNALS: Final = 256
_NO_CORE: Final = 1
"""Not 0: to that the kernel pays no heed where dumps are piped to a program, which would then read
what a stranger's program left behind, as root."""


def rlimits(limits: Limits, *, around: int = 0) -> Iterator[tuple[int, int]]:
    """Which, and how much; soft and hard are the same, so that nothing can be raised.

    Processor time is watched as well, exactly and of all processes together; the kernel counts it
    roughly here, on a busy machine a tenth too much, so its limit is a little higher.
    `around` the program are so many processes of the same user, which count, too.
    """
    yield resource.RLIMIT_AS, limits.address_space_bytes
    yield resource.RLIMIT_CORE, _NO_CORE
    yield resource.RLIMIT_CPU, limits.cpu_seconds + 1 + limits.cpu_seconds // 8
    yield resource.RLIMIT_FSIZE, limits.file_bytes
    yield resource.RLIMIT_MEMLOCK, 0
    yield resource.RLIMIT_MSGQUEUE, 0
    yield resource.RLIMIT_NICE, 0
    yield resource.RLIMIT_NOFILE, limits.open_files
    yield resource.RLIMIT_NPROC, limits.processes + around
    yield resource.RLIMIT_RTPRIO, 0
    yield resource.RLIMIT_SIGPENDING, _SIGNALS
    yield resource.RLIMIT_STACK, _STACK


def limit(pid: int, limits: Limits) -> None:
    """Bind this process, which is of our own user, and all that come from it.

    How many processes there may be is counted in the user namespace of the one that starts
    another: set from here, on a process that is already inside, it counts the sandbox's own.
    """
    for which, most in rlimits(limits):
        resource.prlimit(pid, which, (most, most))
    # If the whole machine runs out of memory, this goes first.
    Path(f"/proc/{pid}/oom_score_adj").write_text("1000")
