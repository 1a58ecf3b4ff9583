"""A table's public story, told once and read by any number of spectators at their own pace."""

import asyncio
import logging
from collections.abc import Iterator
from itertools import islice
from typing import Final

from arena.gameserver.journal import Journal
from arena.gameserver.limits import PUBLIC_BYTES_PER_MESSAGE
from arena.gameserver.signal import Signal
from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.protocol.v1.spectate_pb2 import SpectateResponse
from arena.wire.frames import read_frames
from arena.wire.public import PublicStory

_RECORDS_AT_ONCE: Final = 16
"""So many log entries are retold before others get their turn."""
logger = logging.getLogger(__name__)


class SharedStory:
    """Public events, encoded when the first spectator asks and kept for the next ones.

    An encoded `SpectateResponse` with one event, followed by another, is one with both: what was
    encoded once is sent to everybody in any grouping.
    """

    def __init__(self, seed: bytes, journal: Journal) -> None:
        self._seed = seed
        self._journal = journal
        self._story: PublicStory | None = None
        self._read = 0
        self._records: Iterator[ReplayRecord] = iter(())
        """Read from the log and not yet retold; outlives a teller that was sent home."""
        self._events: list[bytes] = []
        self._readers = 0
        self._telling: asyncio.Task[None] | None = None
        self.is_complete = False
        self.is_broken = False
        self.changed = Signal()

    def __len__(self) -> int:
        return len(self._events)

    def join(self) -> None:
        """Somebody reads from now on; the story is carried on while anybody does.

        Not one that broke: what it would go on with stands behind a hole.
        """
        self._readers += 1
        if self._telling is None and not self.is_complete and not self.is_broken:
            self._telling = asyncio.create_task(self._tell())

    def leave(self) -> None:
        """Somebody has gone."""
        self._readers -= 1
        if not self._readers and self._telling is not None:
            self._telling.cancel()
            self._telling = None

    def message(self, start: int) -> tuple[bytes, int]:
        """Encoded events from a number on, as many as fit in a message, and the next number."""
        end, size = start, 0
        while end < len(self._events) and size < PUBLIC_BYTES_PER_MESSAGE:
            size += len(self._events[end])
            end += 1
        return b"".join(self._events[start:end]), end

    async def _tell(self) -> None:
        try:
            while not self.is_complete:
                version = self._journal.changed.version
                await self._catch_up()
                if not self.is_complete:
                    await self._journal.changed.wait(version)
        except Exception:  # an error of ours costs the spectators, not the players
            logger.exception("A public story broke")
            self.is_broken = True
            self.changed.notify()

    async def _catch_up(self) -> None:
        """Everything that stands in the log by now."""
        story = self._story = self._story or PublicStory(self._seed)
        while records := self._next_records():
            for record in records:
                for event in story.feed(record):
                    self._events.append(SpectateResponse(events=[event]).SerializeToString())
                self.is_complete = record.HasField("end")
            self.changed.notify()
            await asyncio.sleep(0)

    def _next_records(self) -> list[ReplayRecord]:
        """A few that were not retold yet."""
        records = list(islice(self._records, _RECORDS_AT_ONCE))
        if not records and self._read < self._journal.size:
            data = self._journal.read(self._read)
            self._read += len(data)
            self._records = read_frames(data)
            records = list(islice(self._records, _RECORDS_AT_ONCE))
        return records
