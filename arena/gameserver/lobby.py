"""All tables of this server: opened once, tended while they are played, forgotten in the end."""

import asyncio
import contextlib
import logging
import secrets
import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grpc import StatusCode

from arena.gameserver.descriptors import needed
from arena.gameserver.doors import SeatDoor
from arena.gameserver.events import RotationClosed, RotationOpened, SeatFault, TableEvent
from arena.gameserver.journal import Journal
from arena.gameserver.limits import GOODBYE_SECONDS, HELLO_SECONDS, KEEP_SECONDS, MAX_TABLES
from arena.gameserver.refusal import CallRefusedError
from arena.gameserver.signal import Signal
from arena.gameserver.sockets import TRAVERSABLE, socket_name
from arena.gameserver.statistics import Statistics
from arena.gameserver.story import SharedStory
from arena.gameserver.table import BROKEN, GATHER, Table
from arena.gameserver.tokens import Ticket, TicketBook
from arena.wire.match_spec import MatchSpec
from arena.wire.results import BoardResult

_MILLISECONDS: Final = 1000
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyOptions:
    """How tables are held."""

    sockets: Path | None = None
    """Where the seats' sockets are made; without it there are none."""
    max_tables: int = MAX_TABLES
    descriptors: int = sys.maxsize
    """How many files the seats' doors, and whoever comes in there, may have open."""
    keep_seconds: float = KEEP_SECONDS
    hello_seconds: float = HELLO_SECONDS
    gather: float = GATHER


class HeldTable:
    """A table with its tickets, its doors and its public story."""

    def __init__(self, table: Table, folder: Path | None) -> None:
        self.table = table
        self.folder = folder
        self.tickets: list[Ticket] = []
        self.doors: dict[int, list[SeatDoor]] = {}
        """By rotation."""
        self.story = SharedStory(table.spec.seed, table.journal)
        self.published = 0
        """How many of the table's events the host may know: of a rotation only when its doors are
        open."""
        self.changed = Signal()
        self.forgetting: asyncio.TimerHandle | None = None

    @property
    def is_over(self) -> bool:
        """Whether the host knows that the match is over."""
        return self.table.over and self.published == len(self.table.events)

    def events(self, start: int, most: int) -> list[TableEvent]:
        """What the host may know, from a number on."""
        return self.table.events[start : min(start + most, self.published)]

    def address(self, rotation: int, seat: int) -> str:
        """Where the seat connects in this rotation."""
        return f"unix:{self.folder / socket_name(rotation, seat)}" if self.folder else ""


class Lobby:
    """Opens, finds and forgets tables."""

    def __init__(self, options: LobbyOptions, statistics: Statistics) -> None:
        self.options = options
        self.statistics = statistics
        self.book = TicketBook()
        self.draining = False
        self.changed = Signal()
        """Notified when a table ends or is forgotten."""
        self._tables: dict[str, HeldTable] = {}
        self._attempts: dict[tuple[str, int], HeldTable] = {}
        self._finished: dict[str, HeldTable] = {}
        """In the order of their ends."""
        self._tending: dict[asyncio.Task[None], int] = {}
        """Each ends when the doors of its table are closed; and how many files these need."""
        self._hurry = asyncio.Event()

    @property
    def tables(self) -> list[HeldTable]:
        """In the order of their opening."""
        return list(self._tables.values())

    @property
    def playing(self) -> int:
        """How many tables are not over."""
        return sum(not held.is_over for held in self._tables.values())

    async def open(self, spec: MatchSpec) -> HeldTable:
        """A table for this match, the same one if it is asked for again."""
        if (held := self._attempts.get((spec.match_id, spec.attempt))) is not None:
            if held.table.spec != spec:
                raise CallRefusedError(
                    StatusCode.ALREADY_EXISTS,
                    "This attempt at this match was opened with another order. "
                    "Count the attempts, or ask for the same again.",
                )
        else:
            self._check_room(spec)
            held = self._open(spec)
        await held.changed.wait(0)  # the first doors are open
        return held

    def find(self, name: str) -> HeldTable:
        """The table of this name."""
        held = self._tables.get(name)
        if held is None:
            raise CallRefusedError(
                StatusCode.NOT_FOUND, f"There is no table {name[:40]!r}; it may be forgotten."
            )
        return held

    def forget(self, held: HeldTable) -> None:
        """Its tokens, its log and its name."""
        if self._tables.pop(held.table.name, None) is None:
            return
        self._finished.pop(held.table.name, None)
        if held.forgetting is not None:
            held.forgetting.cancel()
        self._attempts.pop((held.table.spec.match_id, held.table.spec.attempt), None)
        self.book.forget(held.tickets)
        self.changed.notify()

    async def wait_until(self, *, deadline: float, tables: list[HeldTable], gone: bool) -> bool:
        """Wait until these tables are over, or forgotten; whether they were in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(deadline):
                while True:
                    seen = self.changed.version
                    if all(
                        held.table.name not in self._tables if gone else held.is_over
                        for held in tables
                    ):
                        return True
                    await self.changed.wait(seen)
        return False

    async def wait_for_goodbyes(self) -> None:
        """Until the doors of all tables that are over are closed."""
        if self._tending:
            await asyncio.wait(self._tending)

    async def close(self, reason: str) -> None:
        """Break off what is still being played, and close all doors at once."""
        self.draining = True
        for held in self.tables:
            held.table.abort(reason)
        self._hurry.set()
        await self.wait_for_goodbyes()

    def _check_room(self, spec: MatchSpec) -> None:
        if self.draining:
            raise CallRefusedError(
                StatusCode.UNAVAILABLE, "This server is being stopped and takes no new tables."
            )
        if self.playing >= self.options.max_tables:
            raise CallRefusedError(
                StatusCode.RESOURCE_EXHAUSTED,
                f"{self.options.max_tables} tables are open, which is all this server holds. "
                "Wait until one is over.",
            )
        if sum(self._tending.values()) + needed(spec) > self.options.descriptors:
            raise CallRefusedError(
                StatusCode.RESOURCE_EXHAUSTED,
                "The tables that are open need nearly all files that this server may have open. "
                "Wait until one is over, or start the server with a higher limit (ulimit -n).",
            )

    def _open(self, spec: MatchSpec) -> HeldTable:
        journal = Journal(spec, int(time.time() * _MILLISECONDS))
        table = Table(spec, journal, gather=self.options.gather)
        folder = None
        if self.options.sockets is not None:
            folder = self.options.sockets / secrets.token_hex(16)
            folder.mkdir()
            folder.chmod(TRAVERSABLE)
        held = HeldTable(table, folder)
        held.tickets = self.book.issue(table, held.address)
        self._tables[table.name] = self._attempts[spec.match_id, spec.attempt] = held
        self.statistics.tables_opened += 1
        table.start()
        tending = asyncio.create_task(self._tend(held))
        self._tending[tending] = needed(spec)
        tending.add_done_callback(self._tending.pop)
        return held

    async def _tend(self, held: HeldTable) -> None:
        """Open and close doors as the match goes on, until it is over and everybody knows."""
        table = held.table
        closing: set[asyncio.Task[None]] = set()
        while not held.is_over:
            version = table.changed.version
            while held.published < len(table.events):
                event = table.events[held.published]
                if isinstance(event, RotationOpened):
                    await self._open_doors(held, event.rotation)
                elif isinstance(event, RotationClosed):
                    closing.add(asyncio.create_task(self._close_doors(held, event.rotation)))
                else:
                    self._count(event)
                held.published += 1
                held.changed.notify()
            if not held.is_over:
                await table.changed.wait(version)
        self._note_end(held)
        if closing:
            await asyncio.wait(closing)
        if held.folder is not None:
            shutil.rmtree(held.folder, ignore_errors=True)

    def _count(self, event: TableEvent) -> None:
        """What operators want to see of all tables together."""
        if isinstance(event, SeatFault):
            self.statistics.faults[event.fault.name] += 1
        elif isinstance(event, BoardResult) and event.forfeit is not None:
            self.statistics.boards_forfeited[event.forfeit.reason.name] += 1

    async def _open_doors(self, held: HeldTable, rotation: int) -> None:
        """Whatever goes wrong ends the table: else nobody would tend it, its host would wait for an
        answer and its place be taken for ever.
        """
        if held.folder is None:
            return
        doors = held.doors[rotation] = []
        try:
            for ticket in held.tickets:
                if ticket.rotation == rotation:
                    door = SeatDoor(
                        ticket, self.statistics, hello_seconds=self.options.hello_seconds
                    )
                    doors.append(door)
                    await door.open()
        except Exception:
            logger.exception("The doors of table %s cannot be opened", held.table.name)
            held.table.abort(BROKEN)

    async def _close_doors(self, held: HeldTable, rotation: int) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), GOODBYE_SECONDS)
        await asyncio.gather(*(door.close() for door in held.doors.pop(rotation, ())))

    def _note_end(self, held: HeldTable) -> None:
        self.statistics.tables_ended["aborted" if held.table.aborted else "played"] += 1
        self.changed.notify()
        loop = asyncio.get_running_loop()
        held.forgetting = loop.call_later(self.options.keep_seconds, self.forget, held)
        self._finished[held.table.name] = held
        while len(self._finished) > self.options.max_tables:
            self.forget(next(iter(self._finished.values())))
