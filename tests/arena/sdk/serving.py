"""A real game server in a thread of its own, for clients that block, as an author's do."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, TypedDict, TypeVar

from arena.games import rules
from arena.protocol.v1 import host_pb2
from tests.arena.gameserver.running import Running, play_first_legal, running_server, ticket

Value = TypeVar("Value")
WAIT = 120.0


class Door(TypedDict):
    """Where a seat connects, and with which token."""

    address: str
    token: str


class Served:
    """The server's own event loop, seen from a test."""

    def __init__(self, running: Running, loop: asyncio.AbstractEventLoop) -> None:
        self.running = running
        self._loop = loop
        self._opponents: list[Any] = []

    def call(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Do something there and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WAIT)

    def open(self, profile: str, **order: Any) -> host_pb2.OpenTableResponse:
        """A table with one rotation, its other seats taken by somebody who plays anything."""
        rule_set = order.pop("rule_set", None) or rules(profile, players=2)
        players = rule_set.players
        order.setdefault("rotations", [range(players)])
        opened = self.call(self.running.open_table(rule_set=rule_set, **order))
        for seat in range(1, players):
            playing = self._opponent(opened, seat, profile)
            self._opponents.append(asyncio.run_coroutine_threadsafe(playing, self._loop))
        return opened

    async def _opponent(
        self, opened: host_pb2.OpenTableResponse, seat: int, profile: str
    ) -> object:
        return await play_first_legal(self.running.play(opened, seat), profile)

    def door(self, opened: host_pb2.OpenTableResponse, seat: int = 0) -> "Door":
        """The door of a seat."""
        found = ticket(opened, seat)
        return Door(address=found.address, token=found.token)

    def replay(self, opened: host_pb2.OpenTableResponse) -> bytes:
        """The log, when the table is over."""
        self.call(self.running.events(opened.table))
        return self.call(self.running.replay(opened.table))


@contextmanager
def served(**options: Any) -> Iterator[Served]:
    """A running server; options as in `running_server`."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    context = running_server(**options)
    try:
        running = asyncio.run_coroutine_threadsafe(context.__aenter__(), loop).result(WAIT)
        yield Served(running, loop)
    finally:
        asyncio.run_coroutine_threadsafe(context.__aexit__(None, None, None), loop).result(WAIT)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(WAIT)
        loop.close()
