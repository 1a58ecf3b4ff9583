"""Runs the tests for `make`, several at a time: all but the long ones, or `long` for those.

A browser may wait too long on a busy machine; what is broken fails alone, too.
"""

import subprocess
import sys
from typing import Final

PROCESSES: Final = 5
"""On two cores: many tests wait for programs and browsers."""
TOGETHER: Final = ("-n", str(PROCESSES), "--dist", "loadfile", "--no-loadscope-reorder")
FAILED: Final = ("--last-failed", "--last-failed-no-failures", "none")


def main() -> int:
    which = ("-m", "long" if sys.argv[1:] == ["long"] else "not long")
    if _pytest(*which, *TOGETHER) == 0:
        return 0
    print("Once more, alone: what failed.", flush=True)  # noqa: T201 - a command
    return _pytest(*which, *FAILED)


def _pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
