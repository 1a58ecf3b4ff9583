"""The lock that the hosted runtime is built from."""

import re
from pathlib import Path
from typing import Final

LOCK: Final = Path(__file__).resolve().parents[3] / "deploy" / "requirements-hosted.txt"
_LOCKED: Final = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def locked_packages(lock: str) -> dict[str, str]:
    """The versions in the text of a lock, by name."""
    return {re.sub(r"[._]", "-", name).lower(): version for name, version in _LOCKED.findall(lock)}
