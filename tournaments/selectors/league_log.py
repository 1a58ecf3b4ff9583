"""The log of a league, page by page."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import QuerySet

from tournaments.models import League, LeagueEvent, User

_ACCOUNTS: Final = ("account", "owner")


def events_before(
    *, league: League, before: int | None, acts: Sequence[str], limit: int
) -> list[LeagueEvent]:
    """The latest, or those before the one with this key; only these acts, if any are named."""
    found = events_of(league=league, acts=acts)
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found[:limit])


def events_of(*, league: League, acts: Sequence[str]) -> QuerySet[LeagueEvent]:
    """The latest first; only these acts, if any are named."""
    found = LeagueEvent.objects.filter(league=league)
    if acts:
        found = found.filter(action__in=acts)
    return found.select_related("by").order_by("-pk")


def accounts_named(*, events: Iterable[LeagueEvent]) -> dict[int, str]:
    """Who is meant where events name accounts by their keys: one query."""
    keys = {
        value
        for event in events
        for kept in (event.before, event.after)
        for key in _ACCOUNTS
        if isinstance(value := kept.get(key), int)
    }
    if not keys:
        return {}
    return {one.pk: one.public_name for one in User.objects.filter(pk__in=keys)}
