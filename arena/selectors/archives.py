"""Submitted files, read back."""

import hashlib
from typing import Final

from django.core.files.storage import default_storage

from arena.models import BotVersion
from arena.runner.archives import archive_name

ARCHIVES: Final = "bots"
"""The folder in the storage; the runners' DURAKO_ARCHIVES."""


class ArchiveDamagedError(Exception):
    """The file is gone, or is not what was submitted."""


def archive_stored_name(digest: str) -> str:
    """Where the storage keeps the bytes with this SHA-256."""
    return f"{ARCHIVES}/{archive_name(digest)}"


def archive_is_whole(*, digest: str) -> bool:
    """Whether these bytes are stored, undamaged."""
    try:
        with default_storage.open(archive_stored_name(digest)) as file:
            found = hashlib.sha256()
            for chunk in file.chunks():
                found.update(chunk)
    except OSError:
        return False
    return found.hexdigest() == digest


def archive_read(*, version: BotVersion) -> bytes:
    """What was submitted, for its author to download."""
    try:
        with default_storage.open(archive_stored_name(version.digest)) as file:
            data: bytes = file.read()
    except OSError as error:
        raise ArchiveDamagedError(version.digest) from error
    if hashlib.sha256(data).hexdigest() != version.digest:
        raise ArchiveDamagedError(version.digest)
    return data
