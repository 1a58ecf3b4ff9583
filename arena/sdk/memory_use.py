"""How much memory this process holds, as far as the system tells."""

import sys
from mmap import PAGESIZE
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import resource

MIB: Final = 1024 * 1024
GROWTH_LIMIT: Final = 256 * MIB
"""What a hosted bot may hold."""
_STATM: Final = Path("/proc/self/statm")
_KIB: Final = 1024


def resident_bytes() -> int:
    """Held in memory now; 0 where the system does not tell."""
    try:
        return int(_STATM.read_bytes().split()[1]) * PAGESIZE
    except OSError:
        return 0


def peak_bytes() -> int:
    """The most that was ever held; 0 where the system does not tell.  Costs next to nothing."""
    if sys.platform == "win32":
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * _KIB
