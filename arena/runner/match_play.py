"""A whole match: rotation by rotation in fresh sandboxes, at a table of the game server.

The game server decides everything; whatever a bot does wrong is in its log. What goes wrong here is
never a bot's fault, and is told as such.
"""

import asyncio
import logging
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from arena.archive.submission import SubmissionRefusedError
from arena.archive.unpack import unpack
from arena.games.errors import RulesRefused
from arena.games.registry import rules_from_json
from arena.protocol.v1 import host_pb2
from arena.runner.archives import ArchiveMissingError, archive_read
from arena.runner.match_orders import MatchAlive, MatchOrder, MatchResult, ProgramRun
from arena.runner.orders import Program
from arena.runner.sandbox.interface import Driver, Handle, Limits, SandboxError
from arena.runner.seats import Player, seat_player
from arena.runner.tables import OpenTable, Tables, TablesUnavailableError
from arena.wire.match_spec import TimeControl
from arena.wire.match_spec_messages import time_control_to_wire
from arena.wire.rules import rules_to_wire

ALIVE_SECONDS: Final = 5.0
"""A sign of life at least so often: a match that is silent for long is given to another worker."""
LONGEST_PRINTED: Final = 32 * 1024
"""Kept of standard output and of standard error of each process."""
logger = logging.getLogger(__name__)

Tell = Callable[[MatchAlive], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlace:
    """Everything that a match needs of this machine."""

    worker: str
    driver: Driver
    runtime: Path
    gameserver: Path
    """The folder in which the game server says where it is."""
    archives: Path
    work: Path
    limits: Limits = field(default_factory=lambda: Limits(output_bytes=LONGEST_PRINTED))


async def match_play(place: MatchPlace, order: MatchOrder, tell: Tell) -> MatchResult:
    """Play it; every failure of ours is a result that says so."""
    playing = _Playing(place, order, tell)
    beating = asyncio.create_task(playing.keep_alive())
    try:
        async with asyncio.timeout(order.seconds):
            return await playing.play()
    except TimeoutError:
        return playing.broken(f"The match was not over after {order.seconds:.0f} seconds.")
    except (
        ArchiveMissingError, SubmissionRefusedError, RulesRefused, SandboxError,
        TablesUnavailableError, OSError,
    ) as error:  # fmt: skip
        logger.exception("Match %s, attempt %d, broke", order.match, order.attempt)
        return playing.broken(str(error))
    finally:
        beating.cancel()


class _Playing:
    def __init__(self, place: MatchPlace, order: MatchOrder, tell: Tell) -> None:
        self._place = place
        self._order = order
        self._tell = tell
        self._rules = rules_from_json(order.rules)
        self._number = 0
        self._boards_over = 0
        self._rotations = 1
        self._told_at = 0.0
        self._runs: list[ProgramRun] = []

    def broken(self, reason: str) -> MatchResult:
        """Nobody's result."""
        order = self._order
        return MatchResult(
            match=order.match,
            attempt=order.attempt,
            token=order.token,
            worker=self._place.worker,
            broken=reason,
            runs=tuple(self._runs),
        )

    async def keep_alive(self) -> None:
        while True:
            if time.monotonic() - self._told_at >= ALIVE_SECONDS:
                self._say_alive()
            await asyncio.sleep(1.0)

    def _say_alive(self) -> None:
        order = self._order
        self._number += 1
        self._told_at = time.monotonic()
        self._tell(
            MatchAlive(
                match=order.match,
                attempt=order.attempt,
                token=order.token,
                worker=self._place.worker,
                number=self._number,
                boards_over=self._boards_over,
                boards=order.boards * self._rotations,
            )
        )

    async def play(self) -> MatchResult:
        """From the archives to the replay."""
        with tempfile.TemporaryDirectory(dir=self._place.work, prefix="match-") as name:
            players = self._unpacked(Path(name))
            async with (
                Tables.connect(self._place.gameserver) as tables,
                tables.opened(self._request()) as table,
            ):
                self._rotations = 1 + max(ticket.rotation for ticket in table.tickets)
                aborted = await self._follow(table, players)
                if aborted:
                    return self.broken(aborted)
                return replace(self.broken(""), replay=await table.replay())

    def _unpacked(self, folder: Path) -> list[Player]:
        """One folder for each program, however many seats it plays."""
        folders: Mapping[str, Path] = {
            program.digest: folder / program.digest for program in self._order.programs
        }
        for program in {program.digest: program for program in self._order.programs}.values():
            self._unpack(program, folders[program.digest])
        return [
            Player(folder=folders[program.digest], command=program.command)
            for program in self._order.programs
        ]

    def _unpack(self, program: Program, folder: Path) -> None:
        unpack(program.file_name, archive_read(self._place.archives, program.digest), folder)

    def _request(self) -> host_pb2.OpenTableRequest:
        order = self._order
        return host_pb2.OpenTableRequest(
            match_id=order.match,
            attempt=order.attempt,
            rules=rules_to_wire(self._rules),
            participants=[program.name[:100] for program in order.programs],
            boards=order.boards,
            games_per_board=order.games_per_board,
            seed=bytes.fromhex(order.seed),
            time_control=time_control_to_wire(TimeControl(**order.clocks)),
            spectating=host_pb2.SPECTATING_LIVE,
        )

    async def _follow(self, table: OpenTable, players: list[Player]) -> str:
        """To the end; why it was broken off, if it was."""
        seated: _Seated | None = None
        aborted = "The game server forgot the table."
        try:
            async for event in table.events():
                match event.WhichOneof("event"):
                    case "rotation_opened":
                        seated = _Seated(self._place, table, event.rotation_opened.rotation)
                        await seated.start(players)
                    case "board_over":
                        self._boards_over += 1
                    case "rotation_closed" if seated is not None:
                        self._runs += await seated.stop()
                        seated = None
                    case "table_over":
                        aborted = event.table_over.aborted
        finally:
            if seated is not None:
                self._runs += await seated.stop()
        return aborted


class _Seated:
    """The processes of one rotation: every seat a fresh one."""

    def __init__(self, place: MatchPlace, table: OpenTable, rotation: int) -> None:
        self._place = place
        self._tickets = [ticket for ticket in table.tickets if ticket.rotation == rotation]
        self._handles: list[tuple[host_pb2.SeatTicket, Handle]] = []
        self._stack = AsyncExitStack()

    async def start(self, players: list[Player]) -> None:
        place = self._place
        for ticket in self._tickets:
            player = players[ticket.participant]
            handle = await seat_player(place.driver, place.runtime, player, ticket, place.limits)
            self._handles.append((ticket, handle))

    async def stop(self) -> list[ProgramRun]:
        """End what is left; nothing of a rotation is there when the next one begins."""
        for _, handle in self._handles:
            handle.kill()
        return [await self._run_of(ticket, handle) for ticket, handle in self._handles]

    async def _run_of(self, ticket: host_pb2.SeatTicket, handle: Handle) -> ProgramRun:
        ended = await handle.wait()
        return ProgramRun(
            participant=ticket.participant,
            rotation=ticket.rotation,
            seat=ticket.seat,
            cpu_seconds=round(ended.usage.cpu_seconds, 3),
            peak_memory_bytes=ended.usage.peak_memory_bytes,
            wall_seconds=round(ended.usage.wall_seconds, 3),
            exit_reason=ended.reason.value,
            exit_code=ended.code,
            stdout=ended.output.stdout.decode(errors="replace"),
            stderr=ended.output.stderr.decode(errors="replace"),
            dropped_bytes=ended.output.dropped_bytes,
        )
