"""The event log of one table, with a signal for everybody who reads along."""

from arena.gameserver.signal import Signal
from arena.wire.match_spec import MatchSpec
from arena.wire.replay_writer import ReplayWriter


class Journal(ReplayWriter):
    """What happened at a table; whoever waits for `changed` hears of every record."""

    __slots__ = ("changed",)

    def __init__(self, spec: MatchSpec, opened_at_ms: int) -> None:
        self.changed = Signal()
        """Notified with every record."""
        super().__init__(spec, opened_at_ms)

    def append(self, frame: bytes) -> None:
        """Add a record and tell everybody."""
        super().append(frame)
        self.changed.notify()
