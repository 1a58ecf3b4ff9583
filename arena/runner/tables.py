"""The runner's side of the game server beside it: open a table, watch it, let it go."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self

import grpc

from arena.protocol.v1 import host_pb2
from arena.protocol.v1.host_pb2_grpc import HostServiceStub

ADDRESS_FILE: Final = "address.json"
TOKEN_FILE: Final = "host-token"  # noqa: S105 - the name of a file


class TablesUnavailableError(Exception):
    """The game server cannot be used, which is never a bot's fault; the text says what to do."""


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

    async def abort(self, reason: str) -> None:
        """Break the match off; harmless when it is over."""
        request = host_pb2.AbortTableRequest(table=self.name, reason=reason)
        await self._tables.AbortTable(request, metadata=self._host)

    async def close(self) -> None:
        """Let the server forget it."""
        request = host_pb2.CloseTableRequest(table=self.name)
        await self._tables.CloseTable(request, metadata=self._host)


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
            raise TablesUnavailableError(
                f"No game server is running: {folder / ADDRESS_FILE} cannot be read ({error})."
            ) from error
        own = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(control, options=own) as channel:
            try:
                yield cls(channel, token)
            except grpc.aio.AioRpcError as error:
                raise TablesUnavailableError(
                    f"The game server does not do what it should: {error.code().name}, "
                    f"{error.details()}"
                ) from error

    @asynccontextmanager
    async def opened(self, request: host_pb2.OpenTableRequest) -> AsyncIterator[OpenTable]:
        """A table, which is gone afterwards, however its match went."""
        opened = await self._tables.OpenTable(request, metadata=self._host)
        table = OpenTable(self._tables, opened, self._host)
        try:
            yield table
        finally:
            await table.abort("The runner has left the table.")
            await table.close()
