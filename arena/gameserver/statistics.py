"""What the server counts, as plain numbers: adding to them costs nothing on the hot path."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

LAG_BOUNDS: Final = (0.001, 0.005, 0.02, 0.1, 0.5, 2.0)
"""Seconds; a loop that is a tenth late costs bots more than their network does."""


class Histogram:
    """How often a number was at most so large."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count it once, where it belongs."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    def buckets(self) -> Iterator[tuple[str, float]]:
        """As Prometheus has them: bounds, each with how many were not above it."""
        below = 0
        for bound, count in zip((*self._bounds, "+Inf"), list(self._counts), strict=True):
            below += count
            yield str(bound), below


@dataclass(slots=True)
class Statistics:
    """Since the start of the process; `metrics` shows them."""

    streams_opened: int = 0
    streams_open: int = 0
    messages_read: int = 0
    messages_written: int = 0
    decisions_asked: int = 0
    answers_read: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    """By the status code of the refusal."""
    tables_opened: int = 0
    tables_ended: Counter[str] = field(default_factory=Counter)
    """By how they ended: played or aborted."""
    spectators: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    """Strikes, by what the seat did wrong."""
    boards_forfeited: Counter[str] = field(default_factory=Counter)
    """By the reason."""
    loop_lag: Histogram = field(default_factory=lambda: Histogram(LAG_BOUNDS))
    """Seconds, looked at now and then."""
