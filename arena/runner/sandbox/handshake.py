"""How bwrap and its driver wait for one another.

bwrap tells the process that will be the program, sets everything up, and then waits at a gate for
us, who have bound that process by limits meanwhile.  That it took our token from the gate is how we
know that everything was set up: the next thing it does is to become the program.
"""

import asyncio
import json
import os
import socket
from types import TracebackType
from typing import Final, Self

_TOKEN: Final = b"\0" * 2048
"""With the smallest buffer there is, the gate cannot take another one before this one is read."""


class NotReadyError(Exception):
    """bwrap ended before everything was set up."""


class Handshake:
    """Both ends; those of bwrap go to it as descriptors."""

    def __init__(self) -> None:
        self._told, self._tell = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        os.set_blocking(self._tell, True)
        self._ours, self._theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        self._ours.settimeout(0)
        self._has_given = False

    @property
    def info(self) -> int:
        """Where bwrap tells the process."""
        return self._tell

    @property
    def block(self) -> int:
        """Where bwrap waits for us."""
        return self._theirs.fileno()

    def given(self) -> None:
        """bwrap has its own copies."""
        self._has_given = True
        os.close(self._tell)
        self._theirs.close()

    async def pid(self) -> int:
        """Of the process that will be the program."""
        told = b""
        while True:
            await _ready(self._told, writable=False)
            more = os.read(self._told, 4096)
            if not more:
                break
            told += more
        if not told:
            raise NotReadyError
        return int(json.loads(told)["child-pid"])

    async def let_go(self) -> None:
        """Until the token was taken."""
        try:
            self._ours.send(_TOKEN)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise NotReadyError from error
        await _ready(self._ours.fileno(), writable=True)
        if self._ours.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            raise NotReadyError  # the gate was closed, and the token not taken

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self._has_given:
            self.given()
        os.close(self._told)
        self._ours.close()


async def _ready(descriptor: int, *, writable: bool) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    add, remove = (
        (loop.add_writer, loop.remove_writer) if writable else (loop.add_reader, loop.remove_reader)
    )
    add(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        remove(descriptor)
