"""The runner's side of the game server: open a table, watch it, read its log, let it go."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

import grpc

from arena.protocol.v1 import host_pb2
from arena.protocol.v1.host_pb2_grpc import HostServiceStub

ADDRESS_FILE: Final = "address.json"
TOKEN_FILE: Final = "host-token"  # noqa: S105 - the name of a file
OPEN_SECONDS: Final = 30.0
READ_SECONDS: Final = 60.0
LEAVE_SECONDS: Final = 10.0
"""How long the server may take for each; one that is stopped in its tracks never answers."""
_LONGEST_MESSAGE: Final = 64 * 1024 * 1024
"""The end of a table tells the results of all its boards."""
_LEFT: Final = "The runner has left the table."


class TablesUnavailableError(Exception):
    """The game server cannot be used, which is never a bot's fault; the text says what to do."""


class NoGameServerError(TablesUnavailableError):
    """There is none now; one that is being started anew will be there in a moment."""


class TableTakenError(TablesUnavailableError):
    """Somebody else has opened a table for this attempt at this match."""


class OpenTable:
    """A table that this runner has opened."""

    def __init__(self, tables: Any, opened: host_pb2.OpenTableResponse, host: Any) -> None:  # noqa: ANN401 - generated
        self._tables = tables
        self._host = host
        self.name = opened.table
        self.tickets = tuple(opened.tickets)

    async def events(self) -> AsyncIterator[host_pb2.TableEvent]:
        """What happens, to the end."""
        request = host_pb2.WatchTableRequest(table=self.name)
        async for response in self._tables.WatchTable(request, metadata=self._host):
            for event in response.events:
                yield event

    async def replay(self) -> bytes:
        """The whole event log, once the match is over."""
        request = host_pb2.ReadReplayRequest(table=self.name)
        pieces = self._tables.ReadReplay(request, metadata=self._host, timeout=READ_SECONDS)
        return b"".join([piece.data async for piece in pieces])

    async def leave(self) -> None:
        """Break the match off, if it is not over, and let the server forget the table."""
        abort = host_pb2.AbortTableRequest(table=self.name, reason=_LEFT)
        await self._tables.AbortTable(abort, metadata=self._host, timeout=LEAVE_SECONDS)
        close = host_pb2.CloseTableRequest(table=self.name)
        await self._tables.CloseTable(close, metadata=self._host, timeout=LEAVE_SECONDS)


class Tables:
    """The game server's tables, for as long as the connection is open."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._tables: Any = HostServiceStub(channel)
        self._host = (("authorization", f"Bearer {token}"),)

    @classmethod
    @asynccontextmanager
    async def connect(cls, folder: Path) -> AsyncIterator[Self]:
        """The server that has written its address and its host's token into this folder."""
        try:
            control = json.loads((folder / ADDRESS_FILE).read_text())["control"]
            token = (folder / TOKEN_FILE).read_text().strip()
        except (OSError, ValueError, KeyError) as error:
            raise NoGameServerError(
                f"No game server is running: {folder / ADDRESS_FILE} cannot be read ({error})."
            ) from error
        options = [
            ("grpc.use_local_subchannel_pool", 1),
            ("grpc.max_receive_message_length", _LONGEST_MESSAGE),
        ]
        async with grpc.aio.insecure_channel(control, options=options) as channel:
            try:
                yield cls(channel, token)
            except grpc.aio.AioRpcError as error:
                raise _unavailable(error) from error

    @asynccontextmanager
    async def opened(self, request: host_pb2.OpenTableRequest) -> AsyncIterator[OpenTable]:
        """A table, which is gone afterwards, however its match went."""
        opened = await self._tables.OpenTable(request, metadata=self._host, timeout=OPEN_SECONDS)
        table = OpenTable(self._tables, opened, self._host)
        try:
            yield table
        except BaseException:
            await table.leave()  # if that fails, too, the server is to blame for both
            raise
        with suppress(grpc.aio.AioRpcError):  # everything that was wanted of it is there
            await table.leave()


def _unavailable(error: grpc.aio.AioRpcError) -> TablesUnavailableError:
    told = f"{error.code().name}, {error.details()}"
    match error.code():
        case grpc.StatusCode.UNAVAILABLE:
            return NoGameServerError(f"The game server is not there: {told}")
        case grpc.StatusCode.ALREADY_EXISTS:
            return TableTakenError(f"This attempt is played by another worker: {told}")
        case _:
            return TablesUnavailableError(f"The game server does not do what it should: {told}")
