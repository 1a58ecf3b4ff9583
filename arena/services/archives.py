"""Submitted files, kept once by what is in them.

A file is written before the row that needs it is committed, so what can be left behind is a whole
file that nobody needs, never a row without its file. Storing and removing the same bytes take turns
by a lock that ends with the transaction.
"""

import hashlib
import logging
import re
from contextlib import suppress

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.utils.translation import gettext as _

from arena.models import BotVersion
from arena.selectors.archives import ARCHIVES, archive_is_whole, archive_stored_name

logger = logging.getLogger(__name__)

_DIGEST = re.compile("[0-9a-f]{64}")


def archive_store(*, data: bytes) -> str:
    """Keep these bytes, whole and read back, or say that it was not possible; returns the SHA-256.

    Belongs into the transaction that writes the row that needs them.
    """
    digest = hashlib.sha256(data).hexdigest()
    _lock(digest)
    if archive_is_whole(digest=digest):
        return digest
    name = archive_stored_name(digest)
    try:
        default_storage.delete(name)  # a damaged one
        written = default_storage.save(name, ContentFile(data))
    except OSError as error:
        logger.exception("An archive could not be stored.")
        _remove(name)
        raise _no_room() from error
    if written != name or not archive_is_whole(digest=digest):
        logger.error("An archive was stored, but is not what was to be stored: %s", name)
        _remove(written)
        raise _no_room()
    return digest


@transaction.atomic
def archive_release(*, digest: str) -> bool:
    """Delete the file unless a version needs it; returns whether it did."""
    _lock(digest)
    if BotVersion.objects.filter(digest=digest).exists():
        return False
    default_storage.delete(archive_stored_name(digest))
    return True


def archives_unused_prune() -> int:
    """Delete the files that no version needs; returns how many. They were left behind by uploads
    that were broken off, and by accounts that were erased."""
    stored = _digests_stored()
    needed = set(BotVersion.objects.values_list("digest", flat=True))
    return sum(archive_release(digest=digest) for digest in stored if digest not in needed)


def _digests_stored() -> list[str]:
    if not default_storage.exists(ARCHIVES):
        return []
    folders, _files = default_storage.listdir(ARCHIVES)
    names = [name for one in folders for name in default_storage.listdir(f"{ARCHIVES}/{one}")[1]]
    return [name for name in names if _DIGEST.fullmatch(name)]


def _lock(digest: str) -> None:
    key = int.from_bytes(bytes.fromhex(digest[:16]), signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])


def _remove(name: str) -> None:
    with suppress(OSError):  # what is left is found damaged next time, and replaced
        default_storage.delete(name)


def _no_room() -> ValidationError:
    return ValidationError(
        {
            "file": ValidationError(
                _(
                    "We could not store your file: our disk may be full. Nothing of it was kept. "
                    "Please try again later."
                ),
                code="not_stored",
            )
        }
    )
