"""Replays, kept once by what is in them: packed, because they are many."""

import hashlib
import zlib

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from arena.selectors.matches import replay_is_whole, replay_stored_name


def replay_store(*, data: bytes) -> str:
    """Keep it; returns its SHA-256. What is left behind if the settlement fails is a whole file
    that the next delivery needs, never a match without its replay."""
    digest = hashlib.sha256(data).hexdigest()
    name = replay_stored_name(digest)
    if not replay_is_whole(digest=digest):
        default_storage.delete(name)  # a damaged one
        written = default_storage.save(name, ContentFile(zlib.compress(data)))
        if written != name:  # somebody else stored the same at this moment
            default_storage.delete(written)
    return digest
