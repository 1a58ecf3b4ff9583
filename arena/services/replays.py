"""Replays, kept once by what is in them: packed, because they are many.

A file is written before its match is settled, so what can be left behind is a whole file that no
match needs, never a match without its replay.
"""

import hashlib
import zlib
from datetime import timedelta
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from arena.models import Match
from arena.selectors.matches import REPLAYS, replay_is_whole, replay_stored_name
from arena.services.stored_files import digest_lock, digests_stored

UNUSED_FOR: Final = timedelta(days=1)
"""A replay that no match needs after so long is no longer about to be settled."""


@transaction.atomic
def replay_store(*, data: bytes) -> str:
    """Keep it; returns its SHA-256. One that was left behind before is written anew: it has its
    time again until it is settled."""
    digest = hashlib.sha256(data).hexdigest()
    name = replay_stored_name(digest)
    digest_lock(digest)
    if not replay_is_whole(digest=digest) or _is_old(name):
        default_storage.delete(name)
        default_storage.save(name, ContentFile(zlib.compress(data)))
    return digest


def replays_unused_prune() -> int:
    """Delete the files that no match needs; returns how many. They were left behind by settlements
    that failed, or came twice."""
    stored = digests_stored(REPLAYS)
    needed = set(Match.objects.exclude(replay_digest="").values_list("replay_digest", flat=True))
    return sum(_release(digest) for digest in stored if digest not in needed)


@transaction.atomic
def _release(digest: str) -> bool:
    digest_lock(digest)
    name = replay_stored_name(digest)
    if not default_storage.exists(name) or not _is_old(name):
        return False
    if Match.objects.filter(replay_digest=digest).exists():
        return False
    default_storage.delete(name)
    return True


def _is_old(name: str) -> bool:
    return default_storage.get_modified_time(name) < timezone.now() - UNUSED_FOR
