"""Submitted files, kept once by what is in them.

A file is written before the row that needs it is committed, so what can be left behind is a whole
file that nobody needs, never a row without its file. Storing and removing the same bytes take turns
by a lock that ends with the transaction.
"""

import hashlib
import logging
from contextlib import suppress

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from arena.models import BotVersion
from arena.selectors.archives import ARCHIVES, archive_is_whole, archive_stored_name
from arena.services.stored_files import digest_lock, digests_stored

logger = logging.getLogger(__name__)


def archive_store(*, data: bytes) -> str:
    """Keep these bytes, whole and read back, or say that it was not possible; returns the SHA-256.

    Belongs into the transaction that writes the row that needs them.
    """
    digest = hashlib.sha256(data).hexdigest()
    digest_lock(digest)
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
    digest_lock(digest)
    if BotVersion.objects.filter(digest=digest).exists():
        return False
    default_storage.delete(archive_stored_name(digest))
    return True


def archives_unused_prune() -> int:
    """Delete the files that no version needs; returns how many. They were left behind by uploads
    that were broken off, and by accounts that were erased."""
    stored = digests_stored(ARCHIVES)
    needed = set(BotVersion.objects.values_list("digest", flat=True))
    return sum(archive_release(digest=digest) for digest in stored if digest not in needed)


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
