"""One short match of a bot against our own players, watched until its first mistake."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.games.interface import AnyRules
from arena.protocol.v1 import host_pb2, match_pb2
from arena.runner.orders import StepState, ValidationOrder
from arena.runner.sandbox.interface import Driver, Ended, Handle, Limits
from arena.runner.seats import Player, ending_said, seat_player
from arena.runner.sentences import Sentence, sentence
from arena.runner.tables import OpenTable, Tables, TablesUnavailableError
from arena.runner.validation.endings import REFUSED_AT_THE_DOOR, early_end_said
from arena.runner.validation.exchange import (
    exchange_in_words,
    fault_as_printed,
    fault_said,
    forfeit_said,
)
from arena.runner.validation.story import FIRST_MATCH, MATCH_SECONDS, START, BotError, Story
from arena.runner.validation.terms import OPPONENT
from arena.wire.match_spec import SEED_BYTES
from arena.wire.rules import rules_to_wire

logger = logging.getLogger(__name__)

TRIES: Final = 2
BOT_SEAT: Final = 0
DURAK_BOARDS: Final = 4
BURAKO_BOARDS: Final = 2
"""Of one hand each."""
STARTUP_MS: Final = 20_000
"""Twice as long as in a match: whoever is slow only because this machine is busy still passes."""
LIMITS: Final = Limits(cpu_seconds=120, wall_seconds=MATCH_SECONDS + 30)
LONGEST_LINE: Final = 1_000
END_SECONDS: Final = 2.0
QUIET_END_SECONDS: Final = 15.0
"""How long the table may take to tell what it made of a program that has ended; longer if that
looks as it should, because then it is the server that is busy."""


class OurPlayerError(TablesUnavailableError):
    """One of the reference bots failed, on a machine that is too busy, say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Where programs are started."""

    driver: Driver
    runtime: Path
    limits: Limits = LIMITS


class Trial:
    """One short match of one profile."""

    def __init__(self, stage: Stage, story: Story, place: int, rule_set: AnyRules) -> None:
        self._stage = stage
        self._story = story
        self._place = place
        first = story.steps[START].state is not StepState.PASSED
        self._step = START if first else place
        """The step that is being done; start and handshake come with the first match."""
        self._rules = rule_set
        self._boards = DURAK_BOARDS if rule_set.name.startswith("durak/") else BURAKO_BOARDS
        self._boards_over = 0
        self._is_connected = False

    async def play(
        self, tables: Tables, order: ValidationOrder, player: Player, opponent: Player
    ) -> None:
        """Play it, and tell the story; once more if it was our own player who failed."""
        for _ in range(TRIES - 1):
            try:
                return await self._play(tables, order, player, opponent)
            except OurPlayerError as failed:
                logger.warning("Validation %s is tried again: %s", order.validation, failed)
        return await self._play(tables, order, player, opponent)

    async def _play(
        self, tables: Tables, order: ValidationOrder, player: Player, opponent: Player
    ) -> None:
        story = self._story
        self._boards_over = 0
        self._is_connected = False
        self._printed: list[str] = []
        self._command = player.command
        seconds = story.match_seconds()
        story.begin(self._step)
        try:
            async with (
                tables.opened(self._order_of(order)) as table,
                self._seated(table, player, opponent) as bot,
            ):
                await self._watch(table, bot, seconds)
        except BotError as error:
            story.failed(self._step, self._in_its_own_words(error))

    def _order_of(self, order: ValidationOrder) -> host_pb2.OpenTableRequest:
        players = self._rules.players
        opponents = [f"{OPPONENT} {seat}" for seat in range(1, players)]
        return host_pb2.OpenTableRequest(
            match_id=f"validation {order.validation} {secrets.token_hex(8)}"[:100],
            attempt=order.attempt,
            rules=rules_to_wire(self._rules),
            participants=[order.program.name[:100], *opponents],
            rotations=[match_pb2.Seating(participants=range(players))],
            boards=self._boards,
            seed=secrets.token_bytes(SEED_BYTES),
            time_control=match_pb2.TimeControl(startup_ms=STARTUP_MS),
            spectating=host_pb2.SPECTATING_AFTER_END,
            unveiled=True,
        )

    @asynccontextmanager
    async def _seated(
        self, table: OpenTable, player: Player, opponent: Player
    ) -> AsyncIterator[Handle]:
        """Everybody in a sandbox; all of them are gone afterwards, and the bot's run is told."""
        stage = self._stage
        async with AsyncExitStack() as stack:
            bot: Handle | None = None
            for ticket in table.tickets:
                is_bot = ticket.seat == BOT_SEAT
                handle = await seat_player(
                    stage.driver,
                    stage.runtime,
                    player if is_bot else opponent,
                    ticket,
                    stage.limits,
                )
                stack.push_async_callback(self._let_go, handle, is_bot)
                bot = handle if is_bot else bot
            assert bot is not None
            yield bot

    async def _let_go(self, handle: Handle, is_bot: bool) -> None:  # noqa: FBT001 - a callback
        handle.kill()
        ended = await handle.wait()
        if is_bot:
            self._printed = ended.output.stderr.decode(errors="replace").splitlines()
            self._story.ran(self._rules.name, ended)

    def _in_its_own_words(self, error: BotError) -> BotError:
        """What the SDK printed about it, if it did: an author knows Python, not the protocol."""
        if error.printed_as:
            for line in self._printed:
                if line.startswith(error.printed_as):
                    said = sentence("printed", line=line[:LONGEST_LINE])
                    return BotError(said, exchange=error.exchange)
        return error

    async def _watch(self, table: OpenTable, bot: Handle, seconds: float) -> None:
        """Until the match is over, the bot has made its first mistake, or it has been enough."""
        watching = asyncio.ensure_future(self._follow(table))
        ending = asyncio.ensure_future(bot.wait())
        try:
            done, _ = await asyncio.wait(
                {watching, ending},
                timeout=seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if not done:
                self._enough(seconds)
                return
            if ending in done and watching not in done:
                await self._ended_early(ending.result(), watching)
            await watching
        finally:
            watching.cancel()
            ending.cancel()
            await asyncio.gather(watching, ending, return_exceptions=True)

    async def _ended_early(self, ended: Ended, watching: "asyncio.Future[None]") -> None:
        """The program is gone: after its goodbye it may be, and the table tells in a moment."""
        patience = QUIET_END_SECONDS if ended.code == 0 and self._is_connected else END_SECONDS
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await asyncio.shield(watching)
                return
        if self._is_connected:
            raise BotError(sentence("in_match"), ending_said(ended, self._stage.limits))
        if self._step == START and ended.code in REFUSED_AT_THE_DOOR:
            self._advance(sentence("started"))
        raise BotError(*early_end_said(ended, self._stage.limits, self._command))

    def _enough(self, seconds: float) -> None:
        """The clocks at the table judge how long a bot may think: within them it may be slow."""
        if not self._is_connected:
            raise BotError(sentence("no_hello", seconds=round(seconds)))
        self._story.passed(
            self._step,
            sentence("stopped", seconds=round(seconds), over=self._boards_over, games=self._boards),
        )

    async def _follow(self, table: OpenTable) -> None:
        async for event in table.events():
            match event.WhichOneof("event"):
                case "seat_changed" if event.seat_changed.seat == BOT_SEAT:
                    self._bot_changed(event.seat_changed)
                case "seat_fault":
                    self._fault(event.seat_fault)
                case "board_over":
                    self._check_forfeit(event.board_over)
                    self._boards_over += 1
                    self._story.progress(self._place, f"{self._boards_over}/{self._boards}")
                case "table_over":
                    self._over(event.table_over)

    def _advance(self, said: Sentence) -> None:
        """A step of the first match is done; the next one begins."""
        self._story.passed(self._step, said)
        self._step += 1
        self._story.begin(self._step)

    def _bot_changed(self, change: host_pb2.SeatChanged) -> None:
        self._is_connected = self._is_connected or change.connected
        if change.connected and self._step < FIRST_MATCH:
            self._advance(sentence("started"))
            name = change.detail
            self._advance(sentence("hello", client=name) if name else sentence("hello_unnamed"))

    def _fault(self, fault: host_pb2.SeatFault) -> None:
        if fault.seat != BOT_SEAT:
            raise OurPlayerError(f"Our own player made a mistake: {fault.detail}")
        raise BotError(
            *fault_said(fault),
            exchange=exchange_in_words(fault),
            printed_as=fault_as_printed(fault),
        )

    def _check_forfeit(self, result: match_pb2.BoardResult) -> None:
        if not result.HasField("forfeit"):
            return
        if BOT_SEAT not in result.forfeit.seats:
            raise OurPlayerError("Our own player did not play to the end.")
        if self._step == START:
            self._advance(sentence("started"))
        raise BotError(forfeit_said(result.forfeit))

    def _over(self, over: host_pb2.TableOver) -> None:
        if over.aborted:
            raise TablesUnavailableError(over.aborted)
        usage = over.usage[BOT_SEAT]
        self._story.passed(
            self._step,
            sentence(
                "played",
                games=self._boards,
                decisions=usage.decisions,
                average=round(usage.think_ms / max(1, usage.decisions), 1),
                longest=usage.longest_ms,
            ),
        )
