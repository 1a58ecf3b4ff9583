"""Counting calls of the programming interface, in one statement that no other call can come
between."""

from dataclasses import dataclass
from time import time
from typing import Final

from django.db import connection

from tournaments.models import ApiUsage

WINDOW_SECONDS: Final = 60
_COUNT: Final = """
INSERT INTO tournaments_apiusage AS usage (who, minute, count) VALUES (%s, %s, 1)
ON CONFLICT (who) DO UPDATE SET
    count = CASE WHEN usage.minute = excluded.minute THEN usage.count + 1 ELSE 1 END,
    minute = excluded.minute
RETURNING count
"""


@dataclass(frozen=True)
class Usage:
    """What somebody has used of their share."""

    count: int
    resets_in: int
    """Seconds until the next minute begins."""


def api_usage_note(*, who: str, now: float | None = None) -> Usage:
    """One more call."""
    moment = time() if now is None else now
    minute, second = divmod(int(moment), WINDOW_SECONDS)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [who, minute])
        (count,) = cursor.fetchone()
    return Usage(count=count, resets_in=WINDOW_SECONDS - second)


def api_usage_prune() -> int:
    """Forget the minutes that are over: they hold internet addresses. Returns how many."""
    minute = int(time()) // WINDOW_SECONDS
    deleted, _by_model = ApiUsage.objects.filter(minute__lt=minute).delete()
    return deleted
