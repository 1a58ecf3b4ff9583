"""A cable between a client and the server that can be cut: connections really break."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_PIECE = 64 * 1024


class Cable:
    """Listens on a Unix socket of its own and carries everything to another one."""

    def __init__(self, target: str, cut_at: Sequence[int] = ()) -> None:
        """`target` is an address as gRPC writes it: unix:/path or host:port.

        The cable cuts itself when it has carried so many bytes, once for each of the numbers.
        """
        self._target = target
        self._cut_at = sorted(cut_at)
        self._folder = tempfile.TemporaryDirectory(prefix="durako-cable-")
        self._path = Path(self._folder.name) / "c.sock"
        self._ends: set[asyncio.StreamWriter] = set()
        self.address = f"unix:{self._path}"
        self.cuts = 0
        self.carried = 0
        """Bytes in both directions."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._connect, self._path)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.close()
        self.cut()
        self._folder.cleanup()

    def cut(self) -> None:
        """Break every connection, without a word to either side; new ones can be made."""
        self.cuts += 1
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await self._open_target()
        except OSError:  # nobody listens there: the client shall see the same
            writer.transport.abort()
            return
        self._ends |= {writer, far_writer}
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        self._ends -= {writer, far_writer}

    async def _open_target(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._target.startswith("unix:"):
            return await asyncio.open_unix_connection(self._target.removeprefix("unix:"))
        host, _, port = self._target.rpartition(":")
        return await asyncio.open_connection(host, int(port))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while piece := await reader.read(_PIECE):
                self.carried += len(piece)
                if self._cut_at and self.carried > self._cut_at[0]:
                    del self._cut_at[0]
                    self.cut()
                    return
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            pass  # cut, or the other side has gone
        finally:
            writer.close()
