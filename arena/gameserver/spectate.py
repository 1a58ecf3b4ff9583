"""The spectators' service: the public story of a table, from any event on."""

from typing import Any, TypeAlias

import grpc
from grpc import StatusCode

from arena.gameserver.control import answering, service_handler
from arena.gameserver.lobby import HeldTable, Lobby
from arena.gameserver.refusal import CallRefusedError
from arena.protocol.v1 import spectate_pb2
from arena.wire.match_spec import Spectating

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class SpectatorServicer:
    """Watching tables."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def handler(self) -> grpc.GenericRpcHandler:
        """What a gRPC server needs to serve it; events are encoded before they get there."""
        return service_handler(
            spectate_pb2.DESCRIPTOR.services_by_name["SpectatorService"],
            {"ListOpenTables": self.list_open_tables, "Spectate": self.spectate},
            already_encoded={"Spectate"},
        )

    async def list_open_tables(
        self, _request: spectate_pb2.ListOpenTablesRequest, _context: Context
    ) -> spectate_pb2.ListOpenTablesResponse:
        """See spectate.proto."""
        return spectate_pb2.ListOpenTablesResponse(
            tables=[
                spectate_pb2.OpenTable(
                    table=held.table.name,
                    match_id=held.table.spec.match_id,
                    profile=held.table.spec.rules.name,
                    participants=held.table.spec.participants,
                    over=held.is_over,
                )
                for held in self._lobby.tables
                if _is_visible(held)
            ]
        )

    async def spectate(self, request: spectate_pb2.SpectateRequest, context: Context) -> None:
        """See spectate.proto."""
        async with answering(context, self._lobby.statistics):
            held = self._lobby.find(request.table)
            if not _is_visible(held):
                raise CallRefusedError(
                    StatusCode.FAILED_PRECONDITION, "This table is shown when it is over; wait."
                )
            held.story.join()
            self._lobby.statistics.spectators += 1
            try:
                await _tell(held, request.from_event, context)
            finally:
                self._lobby.statistics.spectators -= 1
                held.story.leave()


def _is_visible(held: HeldTable) -> bool:
    """A hidden table that was broken off stays hidden: its cards may be played again."""
    table = held.table
    return table.spec.spectating is Spectating.LIVE or (table.over and not table.aborted)


async def _tell(held: HeldTable, start: int, context: Context) -> None:
    story = held.story
    while True:
        version = story.changed.version
        message, following = story.message(start)
        if message:
            await context.write(message)
            start = following
        elif story.is_complete:
            return
        elif story.is_broken:
            raise CallRefusedError(
                StatusCode.INTERNAL, "The game server made a mistake in telling this match."
            )
        else:
            await story.changed.wait(version)
