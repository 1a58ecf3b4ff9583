"""A table: one match, rotation by rotation, from its opening to its log's last entry."""

import asyncio
import logging
import secrets
from collections.abc import Callable

from arena.gameserver.events import (
    RotationClosed,
    RotationOpened,
    SeatUsage,
    TableEvent,
    TableOver,
)
from arena.gameserver.journal import Journal
from arena.gameserver.rotation import Rotation
from arena.gameserver.seat import Seat, SeatClosedError
from arena.gameserver.signal import Signal
from arena.wire.match_spec import MatchSpec
from arena.wire.results import BoardResult

GATHER = 0.005
"""Seconds that decisions wait for others to travel with, while answers are due."""
BROKEN = "The game server made a mistake of its own; the match must be played again."
logger = logging.getLogger(__name__)


class Table:
    """Made inside a running event loop; `start` opens the first rotation."""

    def __init__(self, spec: MatchSpec, journal: Journal, *, gather: float = GATHER) -> None:
        self.name = secrets.token_hex(16)
        self.spec = spec
        self.journal = journal
        self.rotation: Rotation | None = None
        self.over = False
        self.aborted = ""
        self.events: list[TableEvent] = []
        self.changed = Signal()
        self._gather = gather
        self._results: list[BoardResult] = []
        self._usage: list[SeatUsage] = []

    def start(self) -> None:
        """Open the first rotation."""
        self._open(0)

    def seat(self, rotation: int, seat: int) -> Seat:
        """A seat of the rotation that is open."""
        if self.over or self.rotation is None or rotation < self.rotation.number:
            raise SeatClosedError("This rotation is over.")
        if rotation > self.rotation.number:
            raise SeatClosedError(
                f"Rotation {rotation} is not open yet; {self.rotation.number} is being played."
            )
        return self.rotation.seats[seat]

    def abort(self, reason: str) -> None:
        """Break the match off; there is no result, and the log says why."""
        if self.over:
            return
        self.aborted = reason or "The match was broken off."
        if self.rotation is not None and not self.rotation.is_over:
            self.rotation.abort(self.aborted)
        else:
            self._finish()

    def _open(self, number: int) -> None:
        self.journal.rotation_began(number)
        self.rotation = Rotation(
            self.spec,
            number,
            self.journal,
            gather=self._gather,
            tell=self._tell,
            over=self._rotation_over,
            guard=self._guarded,
        )
        self._tell(RotationOpened(number))

    def _rotation_over(self, rotation: Rotation) -> None:
        self._results += rotation.results
        self._usage += [seat.usage() for seat in rotation.seats]
        self._tell(RotationClosed(rotation.number))
        following = rotation.number + 1
        if self.aborted or following == len(self.spec.rotations):
            self._finish()
        else:
            self._open(following)

    def _finish(self) -> None:
        self.over = True
        self.journal.ended(self._results, self.aborted)
        self._tell(TableOver(self.aborted, tuple(self._results), tuple(self._usage)))

    def _tell(self, event: TableEvent) -> None:
        self.events.append(event)
        self.changed.notify()

    def _guarded(self, step: Callable[..., None], *arguments: object) -> None:
        """An error of ours ends this table, with a reason; the others play on."""
        try:
            step(*arguments)
        except Exception:
            logger.exception("Table %s broke (match %s)", self.name, self.spec.match_id)
            asyncio.get_running_loop().call_soon(self.abort, BROKEN)
