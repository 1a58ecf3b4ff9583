"""What a match cannot do without, each part alone: processes that start, messages, and the games.

Everything is core-time, taken with as many at work as the real matches have at the same time.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Final

from arena.games import rules
from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.interface import GAME_SOCKET, SandboxSpec
from arena.runner.sandbox.running import Running
from arena.sdk.scaffold import BOT_FILE
from tests.bench.bench_sandbox import FirstMessage, listening
from tests.bench.match_machine import COMMAND, Machine
from tests.bench.table_echo import Reference, echo
from tests.bench.table_messages import recorded
from tests.bench.table_processes import Child, bots, child

_RECORDED: Final = "match"


@dataclass(frozen=True, slots=True)
class Parts:
    """Core-seconds."""

    start: float
    """Of one process, to its first message."""
    wire: float
    """Of one decision."""
    games: float
    """Of one decision: the engine, and the bot's own thinking."""
    packed: float
    """Decisions to a message of the wire's."""

    def match(self, processes: int, decisions: float) -> float:
        """Of a whole match."""
        return processes * self.start + decisions * (self.wire + self.games)


@dataclass(frozen=True, slots=True)
class PartsBench:
    """Measures them, as often as it is asked to."""

    machine: Machine
    folder: Path
    echo: Reference
    players: Sequence[Child]
    engines: Sequence[Child]

    def measure(self) -> Parts:
        """One after the other, so that they do not disturb each other."""
        start = asyncio.run(starts(self.machine, self.folder, len(self.players)))
        echoed = self.echo.play(self.players, len(self.players), _RECORDED)
        for engine in self.engines:
            engine.tell("")
        played = [json.loads(engine.hear()) for engine in self.engines]
        return Parts(
            start=start,
            wire=echoed.core_seconds / echoed.decisions,
            games=sum(one["seconds"] for one in played) / sum(one["decisions"] for one in played),
            packed=echoed.packed,
        )


@contextmanager
def parts_bench(machine: Machine, folder: Path, profile: str, boards: int) -> Iterator[PartsBench]:
    """The processes that this needs, waiting."""
    streams = 2 * machine.desk.slots
    rule_set = rules(profile, players=2)
    sent = recorded(rule_set, streams=streams, boards=boards, at_once=boards)
    bot = str(machine.program / BOT_FILE)
    with ExitStack() as stack:
        reference = stack.enter_context(echo(folder, {_RECORDED: sent}, whole=True))
        players = stack.enter_context(bots(streams))
        engines = [
            stack.enter_context(child("tests.bench.match_games", bot, profile, str(boards)))
            for _ in range(machine.desk.slots)
        ]
        for engine in engines:
            engine.hear()
        yield PartsBench(machine, folder, reference, players, engines)


async def starts(machine: Machine, folder: Path, number: int) -> float:
    """Core-seconds of a sandboxed bot and of what is around it, from nothing to its hello: so many
    are started at the same time, and ended when all have said it."""
    driver = BwrapDriver()
    async with _listeners(folder, number) as listeners:
        running = await asyncio.gather(
            *(driver.start(_spec(machine, socket)) for socket, _ in listeners)
        )
        await asyncio.gather(*(came.wait() for _, came in listeners))
        return mean(await asyncio.gather(*map(_end, running)))


@asynccontextmanager
async def _listeners(
    folder: Path, number: int
) -> AsyncIterator[Sequence[tuple[Path, FirstMessage]]]:
    async with AsyncExitStack() as stack:
        sockets = [folder / f"start{place}.sock" for place in range(number)]
        yield [(socket, await stack.enter_async_context(listening(socket))) for socket in sockets]


def _spec(machine: Machine, socket: Path) -> SandboxSpec:
    """As a match has it."""
    return SandboxSpec(
        runtime=machine.runtime,
        bot=machine.program,
        command=COMMAND,
        socket=socket,
        environment={
            "DURAKO_ADDRESS": f"unix:{GAME_SOCKET}",
            "DURAKO_TOKEN": "any",
            "OPENBLAS_NUM_THREADS": "1",
        },
    )


async def _end(running: Running) -> float:
    running.kill()
    return (await running.wait()).usage.cpu_seconds
