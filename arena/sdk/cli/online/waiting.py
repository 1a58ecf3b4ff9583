"""What is shown while something goes on: a line that changes on a terminal, else nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.text import Text

from arena.sdk.cli.console import ERR
from arena.sdk.cli.online.common import plain
from arena.sdk.online.multipart import Sent


class Line(Protocol):
    """Says what is going on."""

    def __call__(self, text: str) -> None:
        """What stands there now."""


@contextmanager
def changing_line(text: str) -> Iterator[Line]:
    """A line on stderr, gone when the block ends; results are printed above it."""
    if not ERR.is_terminal:
        yield lambda _text: None
        return
    with ERR.status(Text(plain(text))) as status:
        yield lambda now: status.update(Text(plain(now)))


@contextmanager
def upload_bar() -> Iterator[Sent]:
    """How much of a file is on its way."""
    with Progress(
        TextColumn("sending"), BarColumn(), DownloadColumn(binary_units=True),
        console=ERR, transient=True, disable=not ERR.is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task("")
        yield lambda sent, total: progress.update(task, completed=sent, total=total)
