"""A whole match: rotation by rotation in fresh sandboxes, at a table of the game server.

The game server decides everything; whatever a bot does wrong is in its log. What goes wrong here is
never a bot's fault, and is told as such.
"""

import asyncio
import logging
import secrets
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Final

from arena.archive.refusals import SubmissionRefusedError
from arena.archive.unpack import unpack
from arena.games.errors import RulesRefused
from arena.games.interface import AnyRules
from arena.games.registry import rules_from_json
from arena.protocol.v1 import host_pb2
from arena.runner.archives import ArchiveMissingError, archive_read
from arena.runner.match_orders import (
    LONGEST_REASON,
    PRINTED_BYTES,
    REPLAY_BYTES_MAX,
    MatchAlive,
    MatchOrder,
    MatchResult,
    ProgramRun,
)
from arena.runner.rotations import SeatedRotation
from arena.runner.sandbox.interface import Driver, Limits, SandboxError
from arena.runner.seats import Player, ProgramLackingError, check_runtime
from arena.runner.tables import (
    NoGameServerError,
    OpenTable,
    Tables,
    TablesUnavailableError,
    TableTakenError,
)
from arena.wire.match_spec import LONGEST_NAME, SERVER_STOPPED, TimeControl
from arena.wire.match_spec_messages import time_control_to_wire
from arena.wire.rules import rules_to_wire

ALIVE_SECONDS: Final = 5.0
"""A sign of life at least so often: a match that is silent for long is given to another worker."""
SHORTEST_PAUSE_SECONDS: Final = 1.0
"""Between two signs of life, however fast boards end."""
PATIENCE_SECONDS: Final = 20.0
"""How long a game server that is not there is waited for: one that died is soon started again."""
LOOK_SECONDS: Final = 0.5
SPARE_SECONDS: Final = 60.0
UNPACKED_PREFIX: Final = "match-"
"""Of the folders in `MatchPlace.work`."""
logger = logging.getLogger(__name__)

Tell = Callable[[MatchAlive], None]


class MatchTakenError(Exception):
    """Another worker plays this very attempt, or died of it: whoever comes second says nothing."""


class MatchBrokenError(Exception):
    """The match came to no end, which is nobody's fault at the table."""


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
    """Where archives are unpacked; every match has a folder of its own, gone afterwards."""
    limits: Limits = field(default_factory=Limits)
    """Of each program; how long it may run and how much it may print follow from the match."""


async def match_play(place: MatchPlace, order: MatchOrder, tell: Tell) -> MatchResult:
    """Play it; every failure of ours is a result that says so.

    `tell` is called in a thread, so that a queue that does not answer holds nothing up; it must not
    raise. `MatchTakenError` if there is nothing to tell.
    """
    playing = _Playing(place, order)
    beating = asyncio.create_task(playing.keep_alive(tell))
    try:
        async with asyncio.timeout(order.seconds):
            return playing.result(replay=await playing.play())
    except TableTakenError as taken:
        raise MatchTakenError(str(taken)) from taken
    except TimeoutError:
        late = f"It was not over after {order.seconds:.0f} seconds."
        return playing.result(broken=late, overtime=True)
    except (
        ArchiveMissingError, MatchBrokenError, ProgramLackingError, RulesRefused, SandboxError,
        SubmissionRefusedError, TablesUnavailableError, OSError,
    ) as error:  # fmt: skip
        logger.warning("Match %s, attempt %d, broke: %s", order.match, order.attempt, error)
        return playing.result(broken=str(error) or type(error).__name__)
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


class _Playing:
    def __init__(self, place: MatchPlace, order: MatchOrder) -> None:
        self._place = place
        self._order = order
        self._boards_over = 0
        self._rotations = 1
        self._news = asyncio.Event()
        self._runs: list[ProgramRun] = []

    def result(
        self,
        *,
        replay: bytes = b"",
        broken: str = "",
        overtime: bool = False,
    ) -> MatchResult:
        order = self._order
        return MatchResult(
            match=order.match,
            attempt=order.attempt,
            token=order.token,
            worker=self._place.worker,
            sandbox=self._place.driver.name,
            broken=broken[:LONGEST_REASON],
            overtime=overtime,
            stopped=broken == SERVER_STOPPED,
            replay=replay,
            runs=tuple(self._runs),
        )

    async def keep_alive(self, tell: Tell) -> None:
        """At once, when boards are over, and every few seconds."""
        number = 0
        while True:
            number += 1
            self._news.clear()
            await asyncio.to_thread(tell, self._alive(number))
            await asyncio.sleep(SHORTEST_PAUSE_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(ALIVE_SECONDS - SHORTEST_PAUSE_SECONDS):
                    await self._news.wait()

    def _alive(self, number: int) -> MatchAlive:
        order = self._order
        return MatchAlive(
            match=order.match,
            attempt=order.attempt,
            token=order.token,
            worker=self._place.worker,
            number=number,
            boards_over=self._boards_over,
            boards=order.boards * self._rotations,
        )

    async def play(self) -> bytes:
        """From the archives to the event log."""
        request = _request(self._order, rules_from_json(self._order.rules))
        with tempfile.TemporaryDirectory(
            dir=self._place.work, prefix=UNPACKED_PREFIX, ignore_cleanup_errors=True
        ) as folder:
            players = await self._unpacked(Path(folder))
            async with AsyncExitStack() as stack:
                table = await self._opened(stack, request)
                self._rotations = 1 + max(ticket.rotation for ticket in table.tickets)
                await self._follow(table, players)
                replay = await table.replay()
        if len(replay) > REPLAY_BYTES_MAX:
            raise MatchBrokenError(f"Its log has {len(replay):,} bytes. Ask for fewer boards.")
        return replay

    async def _unpacked(self, folder: Path) -> list[Player]:
        """One folder for each program, however many seats it plays."""
        folders: dict[tuple[str, str], Path] = {}
        players = []
        for program in self._order.programs:
            name = (program.digest, program.file_name)
            if name not in folders:
                folders[name] = folder / str(len(folders))
                # In threads: a large archive takes seconds, and signs of life must go on.
                data = await asyncio.to_thread(archive_read, self._place.archives, program.digest)
                await asyncio.to_thread(unpack, program.file_name, data, folders[name])
            player = Player(folder=folders[name], command=program.command)
            check_runtime(self._place.runtime, player)
            players.append(player)
        return players

    async def _opened(self, stack: AsyncExitStack, request: host_pb2.OpenTableRequest) -> OpenTable:
        """A table of a game server that is there, or will be soon."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                async with AsyncExitStack() as trying:
                    tables = await trying.enter_async_context(
                        Tables.connect(self._place.gameserver)
                    )
                    table = await trying.enter_async_context(tables.opened(request))
                    await stack.enter_async_context(trying.pop_all())
                    return table
            except NoGameServerError:
                if time.monotonic() > deadline:
                    raise
            await asyncio.sleep(LOOK_SECONDS)

    async def _follow(self, table: OpenTable, players: list[Player]) -> None:
        """To the end; `MatchBrokenError` if it was broken off."""
        seated: SeatedRotation | None = None
        aborted = "The game server forgot the table."
        try:
            async for event in table.events():
                match event.WhichOneof("event"):
                    case "rotation_opened":
                        seated = self._seated(table, event.rotation_opened.rotation)
                        await seated.start(players)
                    case "board_over":
                        self._boards_over += 1
                        self._news.set()
                    case "rotation_closed" if seated is not None:
                        self._runs += await seated.finish()
                        seated = None
                    case "table_over":
                        aborted = event.table_over.aborted
        finally:
            if seated is not None:
                self._runs += await seated.stop()
        if aborted:
            raise MatchBrokenError(aborted)

    def _seated(self, table: OpenTable, rotation: int) -> SeatedRotation:
        """Each process has its share of what a participant may print, for each of its outputs. The
        clocks at the table judge its time; here it only has to end."""
        seconds = self._order.seconds + SPARE_SECONDS
        limits = replace(
            self._place.limits,
            output_bytes=PRINTED_BYTES // (2 * self._rotations),
            cpu_seconds=ceil(seconds),
            wall_seconds=seconds,
        )
        return SeatedRotation(
            driver=self._place.driver,
            runtime=self._place.runtime,
            limits=limits,
            tickets=[ticket for ticket in table.tickets if ticket.rotation == rotation],
        )


def _request(order: MatchOrder, rules: AnyRules) -> host_pb2.OpenTableRequest:
    return host_pb2.OpenTableRequest(
        match_id=order.match,
        attempt=order.attempt,
        rules=rules_to_wire(rules),
        participants=[program.name[:LONGEST_NAME] for program in order.programs],
        boards=order.boards,
        games_per_board=order.games_per_board,
        seed=bytes.fromhex(order.seed),
        time_control=time_control_to_wire(TimeControl(**order.clocks)),
        exact_clocks=True,
        spectating=host_pb2.SPECTATING_LIVE,
        opener=secrets.token_hex(16),
    )
