"""Children that cannot outlive their parent: Linux's own means."""

import ctypes
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
# Loaded now: between fork and exec, where this may run, loading could wait for ever.
_LIBC: Final = ctypes.CDLL(None)


def die_with_parent(with_signal: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send us this signal when the parent thread ends, however it ends.

    Elsewhere than on Linux nothing is done: there a killed launcher leaves its children behind,
    and the next start says so.
    """
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)
