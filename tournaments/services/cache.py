"""Keeping the database's cache small and forgetful."""

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection
from django.utils import timezone

_DELETE_EXPIRED = f"DELETE FROM {settings.CACHE_TABLE} WHERE expires < %s"  # noqa: S608 - our own


def cache_prune() -> None:
    """Drop entries whose time is over: rate limits hold internet addresses, which nobody needs a
    moment longer. Other caches than the database's do this themselves."""
    backend = caches["default"]
    if isinstance(backend, BaseDatabaseCache):
        with connection.cursor() as cursor:
            cursor.execute(_DELETE_EXPIRED, [timezone.now()])
