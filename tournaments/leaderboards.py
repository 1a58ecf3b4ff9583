"""A leaderboard as it is asked for and as it is shown, of bots and of people alike."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.models import Rating

LISTED_MOST: Final = 1_000
"""So many ratings are looked at for a list, and so many places are counted: whoever stands below
them is found by name. Every page costs the same, however many are rated."""


class Shown(StrEnum):
    """Whose ratings."""

    ALL = "all"
    SETTLED = "settled"
    PROVISIONAL = "provisional"


class Order(StrEnum):
    """Best, busiest or latest first."""

    RATING = "rating"
    RESULTS = "results"
    SEEN = "seen"


@dataclass(frozen=True, slots=True)
class BoardWish:
    """What somebody wants to see of a leaderboard."""

    shown: Shown = Shown.ALL
    order: Order = Order.RATING
    search: str = ""
    with_away: bool = False
    """Also those who do not play at present."""
    only_own: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """What a wish finds on a ladder: competitors in their order."""

    competitors: Sequence[int]
    is_cut: bool = False
    """Whether there are more than anybody looked at."""
    is_searched_whole: bool = True
    """Whether everybody was searched; else only the first of the list."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Somebody on a leaderboard."""

    rating: Rating
    rank: int | None
    """None below the places that are counted."""
    name: str
    """Empty where the reader may not know it."""
    address: str = ""
    """Of the page about it; empty where there is none for this reader."""
    author: str = ""
    version: int | None = None
    away: str = ""
    """Why it does not play at present, in a word."""
    is_own: bool = False

    @property
    def points_per_game(self) -> float | None:
        games = self.rating.games
        return self.rating.points / games if games else None


@dataclass(frozen=True, slots=True)
class Ranks:
    """The best ratings of a ladder, from which every place is told."""

    values: Sequence[int]
    """Best first, in micro-Elo."""
    is_whole: bool
    """Whether that is everybody."""

    def of(self, value: int) -> int | None:
        """How many are better, and one; who has the same rating shares a place."""
        better = bisect_left(self.values, -value, key=lambda one: -one)
        if better == len(self.values) and not self.is_whole:
            return None
        return better + 1
