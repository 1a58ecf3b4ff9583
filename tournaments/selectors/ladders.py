"""Ladders, as pages and services look for them."""

from typing import Final

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


def rating_rank(*, rating: Rating) -> int | None:
    """The place of a rating on its ladder, from 1; who has the same rating has the same place. None
    beyond the first so many."""
    better = Rating.objects.filter(ladder_id=rating.ladder_id, value__gt=rating.value)
    counted = better.order_by("-value")[:RANKS_COUNTED].count()
    return counted + 1 if counted < RANKS_COUNTED else None
