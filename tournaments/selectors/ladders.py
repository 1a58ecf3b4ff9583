"""Ladders, as pages and services look for them."""

from collections.abc import Iterable
from typing import Final

from django.db import connection
from django.db.models import QuerySet

from tournaments.models import Ladder, Rating


def ladders_all() -> QuerySet[Ladder]:
    """Those of bots before those of people, open ones before closed ones."""
    return Ladder.objects.order_by("hosting", "-is_open", "profile", "players", "pk")


def ladders_open(*, hosting: str) -> QuerySet[Ladder]:
    """Where something can be played now."""
    return ladders_all().filter(hosting=hosting, is_open=True)


def ladder_get(*, slug: str) -> Ladder | None:
    """By its address."""
    return Ladder.objects.filter(slug=slug).first()


def ladder_for(*, hosting: str, profile: str, players: int) -> Ladder | None:
    """The open ladder by these rules without changes, if there is one."""
    found = ladders_open(hosting=hosting).filter(profile=profile, players=players, options={})
    return found.first()


RANKS_COUNTED: Final = 10_000
"""Counting takes time: who is further down has no number."""


# Of each ladder by its index, and no further than places are counted.
_RANKS: Final = """
SELECT mine.id, (
    SELECT count(*) FROM (
        SELECT 1 FROM tournaments_rating AS better
        WHERE better.ladder_id = mine.ladder_id AND better.value > mine.value
        ORDER BY better.value DESC LIMIT %(counted)s
    ) AS counted
)
FROM tournaments_rating AS mine WHERE mine.id = ANY(%(ratings)s)
"""


def rating_ranks(*, ratings: Iterable[Rating]) -> dict[int, int | None]:
    """The places of ratings on their ladders, by their keys: from 1; who has the same rating has
    the same place. None beyond the first so many. One query."""
    keys = [rating.pk for rating in ratings]
    with connection.cursor() as cursor:
        cursor.execute(_RANKS, {"ratings": keys, "counted": RANKS_COUNTED})
        return {
            key: better + 1 if better < RANKS_COUNTED else None for key, better in cursor.fetchall()
        }


def rating_rank(*, rating: Rating) -> int | None:
    """The place of one."""
    return rating_ranks(ratings=[rating])[rating.pk]
