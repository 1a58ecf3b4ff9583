"""What a submitted bot finds here, as the committed lock says it: for authors and for the web,
which has no built runtime."""

import re
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from arena.archive import Hosted
from arena.games import profiles

LOCK: Final = Path(__file__).resolve().parents[3] / "deploy" / "requirements-hosted.txt"
PROGRAMS: Final = ("python", "node")
"""What a start command may name. Node is there where the machine has it: see `Runtime.programs`."""
_LOCKED: Final = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


@cache
def hosted() -> Hosted:
    """What this version of Durako offers."""
    return Hosted(
        packages=MappingProxyType(locked_packages(LOCK.read_text(encoding="utf-8"))),
        programs=PROGRAMS,
        profiles=tuple(profiles()),
    )


def locked_packages(lock: str) -> dict[str, str]:
    """The versions in the text of a lock, by name."""
    return {re.sub(r"[._]", "-", name).lower(): version for name, version in _LOCKED.findall(lock)}
