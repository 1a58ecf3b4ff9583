"""What bots print, up to a limit: a forgotten print must neither fill a disk nor cost a game."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Final, TextIO, cast

LIMIT: Final = 1024 * 1024
"""Characters, unless another limit is given."""


class CappedOutput:
    """Stands in for a text stream; beyond the limit, nothing is written any more."""

    def __init__(self, stream: TextIO, limit: int, full: Callable[[], None]) -> None:
        self._stream = stream
        self._left = limit
        self._full = full
        """Called once, when there is more than the limit."""
        self.cut = 0
        """How many characters were not written."""

    @property
    def encoding(self) -> str:
        """As of the stream behind it."""
        return self._stream.encoding

    def write(self, text: str) -> int:
        """Write what still fits."""
        left = self._left
        if len(text) <= left:
            self._left = left - len(text)
            self._stream.write(text)
        else:
            self._left = 0
            if left:
                self._stream.write(text[:left])
            if not self.cut:
                self._full()
            self.cut += len(text) - left
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write all of them."""
        for line in lines:
            self.write(line)

    def writable(self) -> bool:
        """Always, even where nothing is written any more."""
        return True

    def readable(self) -> bool:
        """Never."""
        return False

    def isatty(self) -> bool:
        """Never a terminal: what a bot prints is a log."""
        return False

    def flush(self) -> None:
        """Of the stream behind it."""
        self._stream.flush()


@contextmanager
def capped(limit: int, full: Callable[[], None]) -> Iterator[None]:
    """Let everything printed meanwhile through, up to the limit for stdout and stderr each."""
    out = cast("TextIO", CappedOutput(sys.stdout, limit, full))
    err = cast("TextIO", CappedOutput(sys.stderr, limit, full))
    with redirect_stdout(out), redirect_stderr(err):
        yield
