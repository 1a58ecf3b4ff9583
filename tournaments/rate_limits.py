"""How often a stranger may try something; the numbers stand in the settings' RATE_LIMITS.

allauth counts: one mechanism for log-ins and for everything else.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest

# The names of some limits, where several doors count them.
SHEET_CREATE: Final = "sheet_create"
TABLE_DOWNLOAD: Final = "ladder_download"  # tables of numbers, all alike
LEAGUE_CREATE: Final = "league_create"
LEAGUE_APPLY: Final = "league_apply"
LEAGUE_OFFICIAL: Final = "league_official"
"""Whoever owns a league could else ask for one address after the other who has an account."""

_NOTED: Final = "_rate_limits_noted"


def rate_limit_is_reached(request: HttpRequest, action: str, *, key: str | None = None) -> bool:
    """Whether this would be one time too many; counts nothing."""
    return not _consume(request, action, key, dry_run=True)


def rate_limit_note(request: HttpRequest, action: str, *, key: str | None = None) -> bool:
    """Count one more time; false if it was one too many."""
    noted: list[tuple[str, str | None]] | None = getattr(request, _NOTED, None)
    if noted is not None:
        noted.append((action, key))
    return _consume(request, action, key, dry_run=False)


@contextmanager
def rate_limits_outlast(request: HttpRequest) -> Iterator[None]:
    """Put this around a transaction: what is counted in it stays counted if it is taken back. The
    counters are in the database, and whoever is refused has tried all the same."""
    noted: list[tuple[str, str | None]] = []
    setattr(request, _NOTED, noted)
    try:
        yield
    except Exception:
        for action, key in noted:
            _consume(request, action, key, dry_run=False)
        raise
    finally:
        delattr(request, _NOTED)


def _consume(request: HttpRequest, action: str, key: str | None, *, dry_run: bool) -> bool:
    usage = ratelimit.consume(
        request,
        app="tournaments",
        action=action,
        config=settings.RATE_LIMITS,
        key=key,
        dry_run=dry_run,
        limit_get=True,
    )
    return usage is not None
