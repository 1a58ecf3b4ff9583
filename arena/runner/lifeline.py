"""Children that cannot outlive their parent, and a worker that is nothing without its pool."""

import ctypes
import logging
import os
import runpy
import signal
import sys
from pathlib import Path
from typing import Any, Final

_PR_SET_PDEATHSIG: Final = 1
# Loaded now: between fork and exec, where this may run, loading could wait for ever.
_LIBC: Final = ctypes.CDLL(None)
_ENDED_ON_PURPOSE: Final = {0, -signal.SIGTERM}
logger = logging.getLogger(__name__)


def die_with_parent(with_signal: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send us this signal when the parent thread ends, however it ends.

    Elsewhere than on Linux nothing is done: there a killed launcher leaves its children behind,
    and the next start says so.
    """
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)


def bound(module: str, *arguments: str) -> list[str]:
    """The command that runs a Python module as a child that ends when we do.

    The child itself sees to that: code between fork and exec does not go with threads that others
    have started in this process, such as gRPC's.
    """
    return [sys.executable, __file__, module, *arguments]


def die_with_pool(pool: Any) -> None:  # noqa: ANN401 - Celery's, which has no public type
    """End this worker when a process of its pool is killed: whoever watches it starts it anew.

    Celery would start a process in the stead of the killed one. But over the embedded queue all
    processes of a pool wait for work under one lock, and who is killed while it waits keeps it: the
    worker would seem well, and nobody in it would ever do anything again. Pools over other queues
    have a pipe for each process, and take care of themselves.
    """
    processes = pool._pool  # noqa: SLF001 - there is no other way; None if there are no processes
    if processes is not None and processes.on_process_down is None:
        processes.on_process_down = _end_unless_on_purpose


def _end_unless_on_purpose(process: Any) -> None:  # noqa: ANN401 - billiard's
    ended = process.exitcode
    if ended in _ENDED_ON_PURPOSE or getattr(process, "_controlled_termination", False):
        return
    logger.error("A process of the pool ended with %s: the worker ends, to be started anew.", ended)
    os._exit(1)


if __name__ == "__main__":
    die_with_parent()
    del sys.argv[0]
    sys.path[0] = str(Path.cwd())  # as for any module that is run
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
