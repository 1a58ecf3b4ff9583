"""Replays, kept once by what is in them: packed, because they are many."""

import hashlib
import zlib
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from arena.models import Match
from arena.runner.match_orders import REPLAY_BYTES_MAX

REPLAYS: Final = "replays"


class ReplayMissingError(Exception):
    """The file is gone, or is not what was stored."""


def replay_stored_name(digest: str) -> str:
    """Where the storage keeps the replay with this SHA-256."""
    return f"{REPLAYS}/{digest[:2]}/{digest}"


def replay_store(*, data: bytes) -> str:
    """Keep it; returns its SHA-256. What is left behind if the settlement fails is a whole file
    that the next attempt may need, never a match without its replay."""
    digest = hashlib.sha256(data).hexdigest()
    name = replay_stored_name(digest)
    if not _is_whole(name, digest):
        default_storage.delete(name)  # a damaged one
        written = default_storage.save(name, ContentFile(zlib.compress(data)))
        if written != name:  # somebody else stored the same at this moment
            default_storage.delete(written)
    return digest


def replay_read(*, match: Match) -> bytes:
    """The event log of a match that was settled."""
    data = _unpacked(replay_stored_name(match.replay_digest))
    if hashlib.sha256(data).hexdigest() != match.replay_digest:
        raise ReplayMissingError(match.replay_digest)
    return data


def _is_whole(name: str, digest: str) -> bool:
    try:
        return hashlib.sha256(_unpacked(name)).hexdigest() == digest
    except ReplayMissingError:
        return False


def _unpacked(name: str) -> bytes:
    try:
        with default_storage.open(name) as file:
            return zlib.decompressobj().decompress(file.read(), REPLAY_BYTES_MAX)
    except (OSError, zlib.error) as error:
        raise ReplayMissingError(name) from error
