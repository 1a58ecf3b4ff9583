"""What the server counts, as plain numbers: adding to them costs nothing on the hot path."""

from collections import Counter
from dataclasses import dataclass, field


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
