"""How often and how long a call is tried again."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

BUSY: Final = frozenset({429, 503})
"""The site asks to come back, and has done nothing."""
GATEWAY: Final = frozenset({502, 504})
"""Somebody between us and the site gave up; whether it was done, nobody knows."""
IN_PROGRESS: Final = "in_progress"
_FIRST_WAIT: Final = 0.5


@dataclass(frozen=True, slots=True)
class Patience:
    """Bounds, so that nobody waits for ever without knowing."""

    attempts: int = 5
    longest_wait: float = 60.0
    """Whoever is told to come back later than this is told so."""
    in_all: float = 150.0

    def allows(self, *, attempt: int, wait: float, waited: float) -> bool:
        """Whether to try once more."""
        return (
            attempt < self.attempts and wait <= self.longest_wait and waited + wait <= self.in_all
        )


def usual_wait(attempt: int) -> float:
    """Each time twice as long."""
    return _FIRST_WAIT * float(2 ** (attempt - 1))


def retry_after(header: str | None) -> float | None:
    """Seconds, or a moment, as RFC 9110 has it."""
    if not header:
        return None
    text = header.strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
