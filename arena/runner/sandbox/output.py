"""What a program prints, read for as long as it runs and kept up to a limit."""

import asyncio
import os
from collections import deque
from typing import Final

_CHUNK: Final = 64 * 1024
_PAUSE_SECONDS: Final = 0.01
"""Between two readings of a program that has printed more than is kept: it may go on, but it cannot
keep us busy with it."""
_MARK: Final = b"\n[... %d bytes were dropped here ...]\n"
_LONGEST_MARK: Final = len(_MARK) + 20


class Kept:
    """The beginning and the end of what came: how it started, and its last words."""

    def __init__(self, most: int) -> None:
        room = max(most - _LONGEST_MARK, 0)
        self._most = most
        self._head_room = room - room // 2
        self._tail_room = room // 2
        self._whole = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self.came = 0

    def add(self, data: bytes) -> None:
        """More came."""
        self.came += len(data)
        space = self._most - len(self._whole)
        self._whole += data[:space]
        # The end may be needed from the first byte on: it is then cut off the whole, see `kept`.
        if len(data) > space:
            self._add_to_tail(data[space:])

    def _add_to_tail(self, data: bytes) -> None:
        self._tail.append(data[-self._tail_room :] if self._tail_room else b"")
        self._tail_size += len(self._tail[-1])
        while self._tail and self._tail_size - len(self._tail[0]) >= self._tail_room:
            self._tail_size -= len(self._tail.popleft())

    @property
    def kept(self) -> bytes:
        """As much as there is room for, with a mark where something is missing."""
        if self.came <= self._most:
            return bytes(self._whole)
        head = bytes(self._whole[: self._head_room])
        end = (bytes(self._whole[self._head_room :]) + b"".join(self._tail))[-self._tail_room :]
        return head + _MARK % self.dropped + (end if self._tail_room else b"")

    @property
    def dropped(self) -> int:
        """How many bytes were not kept."""
        if self.came <= self._most:
            return 0
        return self.came - self._head_room - self._tail_room


class OutputPipe:
    """One of a program's two outputs."""

    def __init__(self, most: int) -> None:
        self._kept = Kept(most)
        self._most = most
        self._reading, self.writing = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._reading, False)
        self._loop = asyncio.get_running_loop()
        self._resuming: asyncio.TimerHandle | None = None
        self._is_open = True
        self._loop.add_reader(self._reading, self._readable)

    @property
    def kept(self) -> bytes:
        """So far."""
        return self._kept.kept

    @property
    def dropped(self) -> int:
        """So far."""
        return self._kept.dropped

    def finish(self) -> None:
        """Nobody is left who could write: take what is still in the pipe."""
        while self._is_open and self._read():
            pass
        self._close()

    def _readable(self) -> None:
        data = self._read()
        if data == b"":
            self._close()
        elif self._kept.came > self._most:
            self._loop.remove_reader(self._reading)
            self._resuming = self._loop.call_later(_PAUSE_SECONDS, self._resume)

    def _resume(self) -> None:
        self._resuming = None
        self._loop.add_reader(self._reading, self._readable)

    def _read(self) -> bytes | None:
        """None if there is nothing now, empty if there never will be."""
        try:
            data = os.read(self._reading, _CHUNK)
        except BlockingIOError:
            return None
        self._kept.add(data)
        return data

    def _close(self) -> None:
        if self._is_open:
            self._is_open = False
            if self._resuming is not None:
                self._resuming.cancel()
            self._loop.remove_reader(self._reading)
            os.close(self._reading)
