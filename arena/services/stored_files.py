"""Files that are kept once by what is in them: their name is their SHA-256."""

import re

from django.core.files.storage import default_storage
from django.db import connection

_DIGEST = re.compile("[0-9a-f]{64}")


def digest_lock(digest: str) -> None:
    """Storing and removing the same bytes take turns, until this transaction ends."""
    key = int.from_bytes(bytes.fromhex(digest[:16]), signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])


def digests_stored(folder: str) -> list[str]:
    """Of all files in this folder of the storage, which has one for each beginning."""
    if not default_storage.exists(folder):
        return []
    folders, _files = default_storage.listdir(folder)
    names = [name for one in folders for name in default_storage.listdir(f"{folder}/{one}")[1]]
    return [name for name in names if _DIGEST.fullmatch(name)]
