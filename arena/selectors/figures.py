"""How much there is of everything, for the home page."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final

from django.core.cache import cache

from arena.models import Bot
from tournaments.selectors.members import members_count

COUNTED_FOR: Final = timedelta(seconds=15)
"""So old may be what takes longer to count the more there is of it."""
_KEY: Final = "arena.figures"


@dataclass(frozen=True)
class Figures:
    """Bots that play, and members."""

    bots: int
    members: int


def figures_count() -> Figures:
    """Counted now."""
    bots = Bot.objects.filter(retired_at=None, active_version__isnull=False).count()
    return Figures(bots=bots, members=members_count())


def figures() -> Figures:
    """As somebody counted them a moment ago at most."""
    found: dict[str, int] | None = cache.get(_KEY)
    if found is None:
        found = asdict(figures_count())
        cache.set(_KEY, found, COUNTED_FOR.total_seconds())
    return Figures(**found)
