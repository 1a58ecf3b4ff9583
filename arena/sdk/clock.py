"""How long a bot may still think about one decision."""

import time
from typing import Final

NO_LIMIT: Final = float("inf")


class Clock:
    """Counts down from the moment the decision arrived.

    `choose` gets a new one for every decision.  It only tells the time; what happens when it has
    run out is the table's business (the server decides for the seat and notes a strike).
    """

    __slots__ = ("_started", "allowed")

    def __init__(self, allowed: float = NO_LIMIT, started: float | None = None) -> None:
        """`allowed` in seconds; `started` as `time.monotonic` tells it, now if it is left out."""
        self.allowed = allowed
        self._started = time.monotonic() if started is None else started

    def spent(self) -> float:
        """The seconds since the decision arrived."""
        return time.monotonic() - self._started

    def left(self) -> float:
        """The seconds that are left, below zero when it is too late."""
        return self.allowed - self.spent()

    def __repr__(self) -> str:
        return f"<Clock {self.left():.3f} of {self.allowed:g} s left>"
