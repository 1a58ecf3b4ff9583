"""What the conformance tests share: a real server around a test, and a client step by step."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import update_wrapper
from typing import Any

from arena.games.deal_set import board
from arena.games.interface import Rules
from arena.protocol.v1.host_pb2 import TableOver
from arena.protocol.v1.match_pb2 import TimeControl
from arena.protocol.v1.play_pb2 import Answer, Decision, Notice, PlayResponse, Welcome
from arena.protocol.v1.replay_pb2 import Move, ReplayRecord
from arena.wire.verify import verify
from tests.arena.gameserver.raw_client import (
    Choose,
    RawStream,
    Story,
    StreamEndedError,
    connected,
    first,
)
from tests.arena.gameserver.raw_host import PLENTY, RawHost, RawTable, records
from tests.arena.gameserver.running import running_server

Test = Callable[..., Coroutine[Any, Any, None]]


def over_the_wire(**options: Any) -> Callable[[Test], Callable[..., None]]:  # noqa: ANN401
    """Run an async test with a server of its own; its first argument is the host."""

    def wrap(test: Test) -> Callable[..., None]:
        def run(*args: object, **named: object) -> None:
            async def main() -> None:
                async with serving(**options) as host:
                    await test(host, *args, **named)

            asyncio.run(main())

        signature = inspect.signature(test)
        update_wrapper(run, test)
        _, *others = signature.parameters.values()
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return wrap


@asynccontextmanager
async def serving(**options: Any) -> AsyncIterator[RawHost]:  # noqa: ANN401
    """The real server on fresh sockets, seen by its host; options as in `running_server`."""
    async with running_server(**options) as running:
        server = running.server
        host = RawHost(server.control_address, running.host_token, server.players_address)
        try:
            yield host
        finally:
            await host.close()


def clocks(**changes: int) -> TimeControl:
    """Plenty of time, but for these."""
    control = TimeControl()
    control.CopyFrom(PLENTY)
    for name, value in changes.items():
        setattr(control, name, value)
    return control


class Client:
    """A seat played step by step."""

    def __init__(self, stream: RawStream, profile: str) -> None:
        self.stream = stream
        self.story = Story()
        self.open: dict[int, Decision] = {}
        self._profile = profile

    async def arrive(self) -> Welcome:
        """Say hello and be welcomed."""
        await self.stream.hello(self._profile)
        return (await self.read()).welcome

    async def read(self) -> PlayResponse:
        """The next message."""
        response = await self.stream.expect()
        self.story.responses.append(response)
        for decision in response.decisions:
            self.open[decision.decision] = decision
        for ended in response.games_over:
            self.open = {n: asked for n, asked in self.open.items() if asked.game != ended.game}
        for notice in response.notices:
            if notice.code in (Notice.CODE_TIMEOUT, Notice.CODE_ILLEGAL, Notice.CODE_MALFORMED):
                self.open.pop(notice.decision, None)
        return response

    async def until(self, reached: Callable[[Story], bool]) -> None:
        """Read until the story has come this far."""
        while not reached(self.story):
            await self.read()

    async def asked(self, count: int = 1) -> list[Decision]:
        """Read until so many decisions are open."""
        while len(self.open) < count:
            await self.read()
        return list(self.open.values())

    async def notice(self, number: int = 0) -> Notice:
        """The notice of this number, from 0."""
        await self.until(lambda story: len(story.notices) > number)
        return self.story.notices[number]

    async def answer(self, *answers: Answer) -> None:
        """Send answers together."""
        for answer in answers:
            self.open.pop(answer.decision, None)
        await self.stream.answer(*answers)

    async def play_on(self, choose: Choose = first) -> Story:
        """Answer everything until the goodbye."""
        while not (self.story.responses and self.story.responses[-1].HasField("goodbye")):
            if self.open:
                with suppress(StreamEndedError):  # a goodbye may have overtaken us
                    await self.answer(*map(choose, list(self.open.values())))
            await self.read()
        return self.story


@asynccontextmanager
async def sitting(table: RawTable, seat: int, rotation: int = 0) -> AsyncIterator[Client]:
    """A client that has been welcomed at its seat."""
    async with connected(*table.door(seat, rotation)) as stream:
        client = Client(stream, table.profile)
        await client.arrive()
        yield client


@asynccontextmanager
async def playing(table: RawTable, *seats: int, choose: Choose = first) -> AsyncIterator[None]:
    """Others who play their seats of the first rotation to the end, meanwhile."""
    tasks = [asyncio.create_task(table.play_seat(seat, choose)) for seat in seats]
    try:
        yield
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


async def finished(table: RawTable) -> tuple[TableOver, list[ReplayRecord]]:
    """Wait for the end; the log must verify and say the same as the host was told."""
    over = await table.over()
    data = await table.replay()
    verify(data)
    log = records(data)
    assert log[-1].end.boards == over.boards
    assert log[-1].end.aborted == over.aborted
    assert over.replay_bytes == len(data)
    return over, log


def moves(log: list[ReplayRecord]) -> list[Move]:
    """All decisions of a log."""
    return [record.move for record in log if record.HasField("move")]


def first_of_everything(rules: Rules[Any], seed: bytes, number: int, games: int = 1) -> list[int]:
    """The points of a board on which everybody always takes the first legal action."""
    played = board(rules, seed, number, games)
    while True:
        game = played.game
        while game.seat is not None:
            game.apply(game.legal()[0])
        if played.is_over:
            return list(played.points())
        played.next_game()
