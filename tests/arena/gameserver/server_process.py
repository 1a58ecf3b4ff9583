"""The game server as a process of its own, started by its command line, and its host's end."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import grpc

from arena.protocol.v1 import host_pb2
from arena.protocol.v1.host_pb2_grpc import HostServiceStub
from arena.protocol.v1.spectate_pb2_grpc import SpectatorServiceStub

PROJECT_DIR: Final = Path(__file__).resolve().parents[3]
START_SECONDS: Final = 60
STOP_SECONDS: Final = 60


class ServerProcess:
    """`python -m arena.gameserver serve` in a folder of its own."""

    def __init__(self, *options: str, files: int | None = None) -> None:
        """`files`: how many it may have open, at the most; by default as many as we may."""
        self._limit = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh"] if files else []
        self._temporary = tempfile.TemporaryDirectory(prefix="durako-")
        self.folder = Path(self._temporary.name)
        self.sockets = self.folder / "seats"
        self.address_file = self.folder / "address.json"
        self.host_token_file = self.folder / "host-token"
        self._said = self.folder / "said"
        self._options = options

    def __enter__(self) -> Self:
        with self._said.open("wb") as said:
            self.process = subprocess.Popen(
                [
                    *self._limit, sys.executable, "-m", "arena.gameserver", "serve",
                    "--control", f"unix:{self.folder / 'control.sock'}",
                    "--players", "127.0.0.1:0",
                    "--sockets", str(self.sockets),
                    "--address-file", str(self.address_file),
                    "--host-token-file", str(self.host_token_file),
                    *self._options,
                ],
                cwd=PROJECT_DIR,
                stdout=said,
                stderr=said,
            )  # fmt: skip
        deadline = time.monotonic() + START_SECONDS
        while not self.address_file.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.process.kill()
                raise AssertionError(f"The game server did not start:\n{self.said()}")
            time.sleep(0.02)
        addresses = json.loads(self.address_file.read_text())
        self.control: str = addresses["control"]
        self.players: str = addresses["players"]
        self.host_token = self.host_token_file.read_text().strip()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._temporary.cleanup()

    def said(self) -> str:
        """Its log."""
        return self._said.read_text()

    @asynccontextmanager
    async def host(self) -> AsyncIterator["Host"]:
        """A connection to its control address."""
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        async with grpc.aio.insecure_channel(self.control, options=options) as channel:
            yield Host(channel, self.host_token)


class Host:
    """The host's calls, with its token."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._tables: Any = HostServiceStub(channel)
        self._spectators: Any = SpectatorServiceStub(channel)
        self._metadata = (("authorization", f"Bearer {token}"),)

    async def open(self, request: host_pb2.OpenTableRequest) -> host_pb2.OpenTableResponse:
        """Open a table."""
        opened: host_pb2.OpenTableResponse = await self._tables.OpenTable(
            request, metadata=self._metadata
        )
        return opened

    async def events(self, table: str) -> AsyncIterator[host_pb2.TableEvent]:
        """What happens at a table, to its end."""
        request = host_pb2.WatchTableRequest(table=table)
        async for response in self._tables.WatchTable(request, metadata=self._metadata):
            for event in response.events:
                yield event

    async def public_events(self, table: str) -> AsyncIterator[Any]:
        """What everybody may see, to its end."""
        from arena.protocol.v1.spectate_pb2 import SpectateRequest

        request = SpectateRequest(table=table)
        async for response in self._spectators.Spectate(request, metadata=self._metadata):
            for event in response.events:
                yield event

    async def abort(self, table: str, reason: str) -> None:
        """Break a match off."""
        request = host_pb2.AbortTableRequest(table=table, reason=reason)
        await self._tables.AbortTable(request, metadata=self._metadata)

    async def replay(self, table: str) -> bytes:
        """The whole log of a table that is over."""
        request = host_pb2.ReadReplayRequest(table=table)
        pieces = self._tables.ReadReplay(request, metadata=self._metadata)
        return b"".join([piece.data async for piece in pieces])

    async def close(self, table: str) -> None:
        """Let a table be forgotten."""
        request = host_pb2.CloseTableRequest(table=table)
        await self._tables.CloseTable(request, metadata=self._metadata)

    async def tables(self) -> list[host_pb2.TableStatus]:
        """The tables there are."""
        listed = await self._tables.ListTables(
            host_pb2.ListTablesRequest(), metadata=self._metadata
        )
        return list(listed.tables)
