"""The host's side of a test: open a table, watch it, read its log; the same for spectators."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import grpc

from arena.games.interface import Rules
from arena.protocol.v1 import host_pb2
from arena.protocol.v1.host_pb2_grpc import HostServiceStub
from arena.protocol.v1.match_pb2 import FaultPolicy, Seating, TimeControl
from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.protocol.v1.spectate_pb2 import PublicEvent, SpectateRequest
from arena.protocol.v1.spectate_pb2_grpc import SpectatorServiceStub
from arena.wire.rules import rules_to_wire
from tests.arena.gameserver.raw_client import (
    Choose,
    Group,
    Story,
    connected,
    play,
    random_either,
    together,
    within,
)

PLENTY = TimeControl(
    startup_ms=60_000, bank_ms=60_000, increment_ms=60_000, bank_limit_ms=60_000, grace_ms=60_000
)
"""A clock that decides nothing, and that always shows the same time left."""


class RawTable:
    """A table that is open."""

    def __init__(self, host: "RawHost", opened: host_pb2.OpenTableResponse, profile: str) -> None:
        self.host = host
        self.name = opened.table
        self.profile = profile
        self.tickets = {(ticket.rotation, ticket.seat): ticket for ticket in opened.tickets}
        self.players = 1 + max(ticket.seat for ticket in opened.tickets)
        self.rotations = 1 + max(ticket.rotation for ticket in opened.tickets)

    def door(self, seat: int, rotation: int = 0) -> tuple[str, str]:
        """Where a seat connects, and with which token."""
        ticket = self.tickets[rotation, seat]
        return ticket.address, ticket.token

    async def events(self, from_event: int = 0) -> AsyncIterator[host_pb2.TableEvent]:
        """What the host is told, until the table is over."""
        request = host_pb2.WatchTableRequest(table=self.name, from_event=from_event)
        call = self.host.stub.WatchTable(request, metadata=self.host.metadata)
        try:
            async for response in call:
                for event in response.events:
                    yield event
        finally:
            call.cancel()  # whoever has seen enough does not leave it open

    async def told(
        self, wanted: Callable[[host_pb2.TableEvent], bool], count: int = 1
    ) -> host_pb2.TableEvent:
        """Wait until the host was told something like this so many times; the last of them."""

        async def look() -> host_pb2.TableEvent:
            left = count
            async for event in self.events():
                left -= wanted(event)
                if not left:
                    return event
            raise AssertionError("The table was over before that happened.")

        return await within(look())

    async def open_for(self, rotation: int) -> None:
        """Wait until this rotation is open."""
        await self.told(lambda event: event.HasField("rotation_opened"), rotation + 1)

    async def seat_gone(self, seat: int, times: int = 1) -> None:
        """Wait until the server has noticed that a seat's stream is closed."""
        await self.told(
            lambda event: (
                event.HasField("seat_changed")
                and event.seat_changed.seat == seat
                and not event.seat_changed.connected
            ),
            times,
        )

    async def over(self) -> host_pb2.TableOver:
        """Wait for the end."""
        return (await self.told(lambda event: event.HasField("table_over"))).table_over

    async def abort(self, reason: str = "The test is over.") -> None:
        """Break it off."""
        request = host_pb2.AbortTableRequest(table=self.name, reason=reason)
        await within(self.host.stub.AbortTable(request, metadata=self.host.metadata))

    async def replay(self) -> bytes:
        """The log of a table that is over."""
        request = host_pb2.ReadReplayRequest(table=self.name)
        call = self.host.stub.ReadReplay(request, metadata=self.host.metadata)
        return b"".join([piece.data async for piece in call])

    async def spectate(self, from_event: int = 0) -> list[PublicEvent]:
        """What everybody may see, to the end."""
        request = SpectateRequest(table=self.name, from_event=from_event)
        call = self.host.spectators.Spectate(request, metadata=self.host.metadata)
        return [event async for response in call for event in response.events]

    async def play_seat(
        self, seat: int, choose: Choose, rotation: int = 0, group: Group = together
    ) -> Story:
        """Play one seat to the end of its rotation."""
        async with connected(*self.door(seat, rotation)) as stream:
            return await play(stream, choose, self.profile, group)

    async def play_rotation(
        self, rotation: int, choosers: Sequence[Choose], group: Group = together
    ) -> list[Story]:
        """Play all seats, each over a connection of its own."""
        await self.open_for(rotation)
        return await asyncio.gather(
            *(self.play_seat(seat, choose, rotation, group) for seat, choose in enumerate(choosers))
        )

    async def play_randomly(self, seed: object = 0, group: Group = together) -> list[list[Story]]:
        """Play everything with fresh streams for every rotation."""
        rng = random.Random(f"{seed}")
        return [
            await self.play_rotation(
                rotation, [random_either(rng) for _ in range(self.players)], group
            )
            for rotation in range(self.rotations)
        ]


class RawHost:
    """The host's and the spectators' stubs with their token."""

    def __init__(self, address: str, token: str, players: str = "") -> None:
        self.players = players
        """Where the bots of all tables may connect over TCP."""
        self._channel = grpc.aio.insecure_channel(address)
        self.metadata = (("authorization", f"Bearer {token}"),)
        self.stub: Any = HostServiceStub(self._channel)
        self.spectators: Any = SpectatorServiceStub(self._channel)
        self._ordered = 0

    async def close(self) -> None:
        await self._channel.close()

    def order(
        self,
        rule_set: Rules[Any],
        *,
        boards: int = 1,
        games_per_board: int = 1,
        boards_at_once: int = 0,
        seed: bytes = b"0123456789abcdef0123456789abcdef",
        rotations: Sequence[Sequence[int]] | None = ((),),
        clocks: TimeControl = PLENTY,
        policy: FaultPolicy | None = None,
        spectating: host_pb2.Spectating = host_pb2.SPECTATING_LIVE,
    ) -> host_pb2.OpenTableRequest:
        """One rotation in the natural order unless others are given (None: the usual ones)."""
        players = rule_set.players
        self._ordered += 1
        return host_pb2.OpenTableRequest(
            match_id=f"match {self._ordered}",
            attempt=1,
            rules=rules_to_wire(rule_set),
            participants=[f"bot {number}" for number in range(players)],
            rotations=[Seating(participants=seats or range(players)) for seats in rotations or ()],
            boards=boards,
            games_per_board=games_per_board,
            boards_at_once=boards_at_once,
            seed=seed,
            time_control=clocks,
            exact_clocks=True,
            fault_policy=policy,
            spectating=spectating,
        )

    async def open(self, rule_set: Rules[Any], **changes: Any) -> RawTable:  # noqa: ANN401
        """Open a table; the changes are those of `order`."""
        request = self.order(rule_set, **changes)
        opened = await within(self.stub.OpenTable(request, metadata=self.metadata))
        return RawTable(self, opened, rule_set.name)

    async def tables(self) -> dict[str, bool]:
        """The tables there are, and whether they are over."""
        request = host_pb2.ListTablesRequest()
        listed = await within(self.stub.ListTables(request, metadata=self.metadata))
        return {status.table: status.over for status in listed.tables}


def records(data: bytes) -> list[ReplayRecord]:
    """The entries of a log, read without the server's reader."""
    found = []
    place = 0
    while place < len(data):
        length = shift = 0
        while True:
            byte = data[place]
            place += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        found.append(ReplayRecord.FromString(data[place : place + length]))
        place += length
    assert place == len(data), "the log ends in the middle of an entry"
    return found
