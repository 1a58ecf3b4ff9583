"""What is being played here, written down beside it.

A process that is killed says nothing any more. Whoever finds its note can tell the server at once
that the attempt is lost, instead of letting it wait until nothing has been heard for long.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from arena.runner.match_orders import match_attempt

_PREFIX: Final = "playing-"
_SUFFIX: Final = ".json"


@contextmanager
def attempt_noted(folder: Path, order: Mapping[str, Any]) -> Iterator[None]:
    """Until the block ends, a note says that this process plays this attempt."""
    path = folder / f"{_PREFIX}{os.getpid()}{_SUFFIX}"
    path.touch(mode=0o600)  # the attempt's token is in it
    path.write_text(json.dumps(match_attempt(order)))
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def attempts_lost(folder: Path) -> Iterator[dict[str, Any]]:
    """Those whose process is gone. A note is thrown away when the next one is asked for, so that
    what could not be told is found again."""
    for path in sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}")):
        if not _runs(int(path.name.removeprefix(_PREFIX).removesuffix(_SUFFIX))):
            try:
                found = match_attempt(json.loads(path.read_text()))
            except ValueError:  # it was killed while it wrote this
                pass
            else:
                yield found
            path.unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    """Whether there is such a process; one that has ended and that nobody has asked for does not
    count."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's, or a system that tells no more
        return True
    return state not in {"X", "Z"}
