"""The ways in for bots: a Unix socket for each seat, and a TCP port for development."""

import asyncio
import contextlib
import hmac
from collections.abc import Awaitable, Callable
from typing import Final

import grpc
from grpc import StatusCode

from arena.gameserver.control import Handler, locked
from arena.gameserver.limits import (
    CALLS_PER_SEAT,
    CUT_OFF_SECONDS,
    PLAYERS_AT_SHARED_DOOR,
    STREAMS_PER_SEAT,
    seat_door_options,
    shared_door_options,
)
from arena.gameserver.play import Players
from arena.gameserver.refusal import CallRefusedError
from arena.gameserver.seat import SeatRefusedError
from arena.gameserver.sockets import socket_path
from arena.gameserver.statistics import Statistics
from arena.gameserver.tokens import Lockout, Ticket, TicketBook, side_of, token_digest

CONNECTABLE: Final = 0o666
"""To connect to a Unix socket is to write to it.  Whoever gets this far has been shown the socket's
name, which nobody can list or guess, and still needs the token."""


class _CountCalls(grpc.aio.ServerInterceptor):
    """Sees every call, also those for methods that do not exist and those beyond the limit."""

    def __init__(self, most: int, flooded: Callable[[], None]) -> None:
        self._left = most
        self._flooded = flooded

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], "Awaitable[Handler | None]"],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> "Handler | None":
        """The handler of the call, as it is."""
        self._left -= 1
        if self._left == -1:
            self._flooded()
        return await continuation(handler_call_details)


class SeatDoor:
    """One seat's own socket; only its own token is good there."""

    def __init__(self, ticket: Ticket, statistics: Statistics, *, hello_seconds: float) -> None:
        self._ticket = ticket
        self._lockout = Lockout()
        self._shutting: asyncio.Task[None] | None = None
        players = Players(self._admit, statistics, hello_seconds=hello_seconds)
        self._server = grpc.aio.server(
            handlers=[players.handler()],
            interceptors=[_CountCalls(CALLS_PER_SEAT, self._shut)],
            options=seat_door_options(),
            maximum_concurrent_rpcs=STREAMS_PER_SEAT,
        )

    async def open(self) -> None:
        """From now on a bot can connect."""
        self._server.add_insecure_port(self._ticket.address)
        socket_path(self._ticket.address).chmod(CONNECTABLE)
        await self._server.start()

    async def close(self) -> None:
        """End what is left; the socket is gone."""
        await self._server.stop(CUT_OFF_SECONDS)
        socket_path(self._ticket.address).unlink(missing_ok=True)

    def _shut(self) -> None:
        """Whoever floods its own door has played enough: it is closed, the boards are lost."""
        ticket = self._ticket
        with contextlib.suppress(SeatRefusedError):  # the rotation may be over
            seat = ticket.table.seat(ticket.rotation, ticket.seat)
            seat.rotation.breach(seat, "You have made too many calls.")
        self._shutting = asyncio.create_task(self.close())

    def _admit(self, token: str, _peer: str) -> Ticket:
        if self._lockout.is_locked(""):
            raise locked()
        right = hmac.compare_digest(token_digest(token), self._ticket.digest)
        if not right:
            self._lockout.note_wrong("")
        if not right or self._ticket.is_dead:
            raise _wrong(token)
        return self._ticket


class SharedDoor:
    """A TCP port where the bots of all tables connect: for development, on loopback.

    It outlives the matches, so a bot that reads nothing keeps its stream until it goes itself.
    """

    def __init__(
        self, book: TicketBook, statistics: Statistics, *, hello_seconds: float, connections: int
    ) -> None:
        self._book = book
        self._lockout = Lockout()
        players = Players(self._admit, statistics, hello_seconds=hello_seconds)
        self._server = grpc.aio.server(
            handlers=[players.handler()],
            options=shared_door_options(connections),
            maximum_concurrent_rpcs=PLAYERS_AT_SHARED_DOOR,
        )

    async def open(self, address: str) -> int:
        """The port that it listens on."""
        port = self._server.add_insecure_port(address)
        await self._server.start()
        return port

    async def close(self) -> None:
        """End what is left."""
        await self._server.stop(CUT_OFF_SECONDS)

    def _admit(self, token: str, peer: str) -> Ticket:
        side = side_of(peer)
        if self._lockout.is_locked(side):
            raise locked()
        ticket = self._book.find(token)
        if ticket is None:  # a dead one was good once: a bot that comes late is no burglar
            self._lockout.note_wrong(side)
        if ticket is None or ticket.is_dead:
            raise _wrong(token)
        return ticket


def _wrong(token: str) -> CallRefusedError:
    """A token that was not sent and one that is not good are mended in different places."""
    text = (
        "This token opens no seat here. Compare it with the one you were given; if its rotation is "
        "over, ask for a new one."
        if token
        else 'Send the token of this seat as the metadata entry "durako-token".'
    )
    return CallRefusedError(StatusCode.UNAUTHENTICATED, text)
