"""The host's service: translates between messages and the lobby."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from grpc import StatusCode

from arena.games.errors import RulesRefused
from arena.gameserver.control import answering, service_handler
from arena.gameserver.host_messages import event_to_wire, open_table_to_wire, status_to_wire
from arena.gameserver.limits import EVENTS_PER_MESSAGE, REPLAY_PIECE_BYTES
from arena.gameserver.lobby import HeldTable, Lobby
from arena.gameserver.refusal import CallRefusedError
from arena.protocol.v1 import host_pb2
from arena.wire.codec import codec_for
from arena.wire.match_spec import MatchSpec, SpecRefusedError
from arena.wire.match_spec_messages import spec_from_wire

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class HostServicer:
    """Tables, for the program that starts the bots."""

    def __init__(self, lobby: Lobby, *, on_drain: Callable[[], Awaitable[None]]) -> None:
        """`on_drain`: tells whoever looks at our health that we take no new tables."""
        self._lobby = lobby
        self._on_drain = on_drain

    def handler(self) -> grpc.GenericRpcHandler:
        """What a gRPC server needs to serve it."""
        return service_handler(
            host_pb2.DESCRIPTOR.services_by_name["HostService"],
            {
                "OpenTable": self.open_table,
                "WatchTable": self.watch_table,
                "AbortTable": self.abort_table,
                "ReadReplay": self.read_replay,
                "CloseTable": self.close_table,
                "ListTables": self.list_tables,
                "Drain": self.drain,
            },
        )

    async def open_table(
        self, request: host_pb2.OpenTableRequest, context: Context
    ) -> host_pb2.OpenTableResponse:
        """See host.proto."""
        async with answering(context, self._lobby.statistics):
            held = await self._lobby.open(_spec(request))
        return open_table_to_wire(held, self._lobby.book)

    async def watch_table(self, request: host_pb2.WatchTableRequest, context: Context) -> None:
        """See host.proto."""
        async with answering(context, self._lobby.statistics):
            held = self._lobby.find(request.table)
            codec = codec_for(held.table.spec.rules)
            start = request.from_event
            while True:
                version = held.changed.version
                events = held.events(start, EVENTS_PER_MESSAGE)
                if events:
                    await context.write(
                        host_pb2.WatchTableResponse(
                            events=[
                                event_to_wire(number, event, codec, held.table.journal.size)
                                for number, event in enumerate(events, start)
                            ]
                        )
                    )
                    start += len(events)
                elif held.is_over:
                    return
                else:
                    await held.changed.wait(version)

    async def abort_table(
        self, request: host_pb2.AbortTableRequest, context: Context
    ) -> host_pb2.AbortTableResponse:
        """See host.proto."""
        async with answering(context, self._lobby.statistics):
            self._lobby.find(request.table).table.abort(request.reason)
        return host_pb2.AbortTableResponse()

    async def read_replay(self, request: host_pb2.ReadReplayRequest, context: Context) -> None:
        """See host.proto."""
        async with answering(context, self._lobby.statistics):
            journal = self._finished(request.table).table.journal
            data = journal.read(0)
            for start in range(0, len(data), REPLAY_PIECE_BYTES):
                await context.write(
                    host_pb2.ReadReplayResponse(data=data[start : start + REPLAY_PIECE_BYTES])
                )

    async def close_table(
        self, request: host_pb2.CloseTableRequest, context: Context
    ) -> host_pb2.CloseTableResponse:
        """See host.proto."""
        async with answering(context, self._lobby.statistics):
            self._lobby.forget(self._finished(request.table))
        return host_pb2.CloseTableResponse()

    async def list_tables(
        self, _request: host_pb2.ListTablesRequest, _context: Context
    ) -> host_pb2.ListTablesResponse:
        """See host.proto."""
        return host_pb2.ListTablesResponse(tables=map(status_to_wire, self._lobby.tables))

    async def drain(
        self, _request: host_pb2.DrainRequest, _context: Context
    ) -> host_pb2.DrainResponse:
        """See host.proto."""
        self._lobby.draining = True
        await self._on_drain()
        return host_pb2.DrainResponse(playing=self._lobby.playing)

    def _finished(self, name: str) -> HeldTable:
        held = self._lobby.find(name)
        if not held.is_over:
            raise CallRefusedError(
                StatusCode.FAILED_PRECONDITION,
                "This table is still being played; watch it until it is over, or abort it.",
            )
        return held


def _spec(request: host_pb2.OpenTableRequest) -> MatchSpec:
    try:
        return spec_from_wire(request)
    except (SpecRefusedError, RulesRefused) as refused:
        raise CallRefusedError(StatusCode.INVALID_ARGUMENT, str(refused)) from refused
