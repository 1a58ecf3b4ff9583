"""Submitted bytes by their hash: a worker believes nothing else about them."""

import hashlib
from pathlib import Path

PREFIX_LETTERS = 2


class ArchiveMissingError(Exception):
    """The bytes are not there, or are not those that were submitted; never the bot's fault."""


def archive_name(digest: str) -> str:
    """Where the bytes of this hash are kept, below the folder or bucket of archives."""
    return f"{digest[:PREFIX_LETTERS]}/{digest}"


def archive_read(folder: Path, digest: str) -> bytes:
    """The bytes that were submitted, checked."""
    path = folder / archive_name(digest)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ArchiveMissingError(
            f"{path} cannot be read ({error.strerror}): is DURAKO_ARCHIVES the folder where the "
            "site keeps what was submitted?"
        ) from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise ArchiveMissingError(f"{path} is damaged: its SHA-256 is not its name.")
    return data
