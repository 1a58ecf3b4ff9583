"""The folder of the seats' sockets: one server at a time, and nothing left of the one before."""

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.games.durak.conflicts import MOST_PLAYERS
from arena.wire.match_spec import MOST_ROTATIONS

TRAVERSABLE: Final = 0o711
"""A sandbox that runs as another user must get through to the socket it was named; nobody but us
can list what else there is, or change anything."""
_LONGEST_PATH: Final = 107
"""What Linux takes as the name of a Unix socket, in bytes."""
_TABLE: Final = re.compile("[0-9a-f]{32}")


def socket_name(rotation: int, seat: int) -> str:
    """Of a seat's socket, in the folder of its table."""
    return f"{rotation}-{seat}.sock"


_LONGEST_BELOW: Final = len(f"/{'f' * 32}/{socket_name(MOST_ROTATIONS - 1, MOST_PLAYERS - 1)}")


def socket_path(address: str) -> Path:
    """The file of a Unix socket's address."""
    return Path(address.removeprefix("unix:"))


class SocketsFolderError(Exception):
    """The folder cannot be used; the text says what to do."""


@contextmanager
def sockets_folder(wanted: Path | None) -> Iterator[Path]:
    """The folder to make sockets in: this one, or a fresh one that goes away afterwards."""
    if wanted is None:
        folder = Path(tempfile.mkdtemp(prefix="durako-"))
        try:
            with _held(folder):
                yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    else:
        wanted = wanted.absolute()
        wanted.mkdir(parents=True, exist_ok=True)
        with _held(wanted):
            yield wanted


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    if len(os.fsencode(folder)) + _LONGEST_BELOW > _LONGEST_PATH:
        raise SocketsFolderError(
            f"{folder} is too long a name for sockets; choose a folder of at most "
            f"{_LONGEST_PATH - _LONGEST_BELOW} bytes."
        )
    with (folder / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise SocketsFolderError(
                f"Another game server uses {folder}. Stop it, or choose another folder."
            ) from error
        folder.chmod(TRAVERSABLE)
        for entry in folder.iterdir():
            if _TABLE.fullmatch(entry.name):  # of a server that was killed
                shutil.rmtree(entry)
        yield
