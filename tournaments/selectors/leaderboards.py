"""Leaderboards: which ratings are listed, at which places, and the rows of people's ladders.

Bots' rows are the arena's, which knows their names.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Upper
from django.urls import reverse

from tournaments.leaderboards import (
    LISTED_MOST,
    RANKED_MOST,
    BoardRow,
    BoardWish,
    Order,
    Ranks,
    Shown,
)
from tournaments.models import Ladder, Player, Rating, User
from tournaments.name_grams import LENGTH, NameGrams, grams_fit, upper
from tournaments.selectors.people import Reader, player_is_own, player_may_read

WORDS_MAX: Final = 5
"""Of a search; nobody means more."""
_ORDERS: Final = {
    Order.RATING: ("-value", "competitor"),
    Order.RESULTS: ("-results", "competitor"),
    Order.SEEN: ("-last_at", "competitor"),
}


def ratings_wished(*, ladder: Ladder, wish: BoardWish) -> QuerySet[Rating]:
    """The ratings of a ladder by an index; names and who plays are for the caller."""
    found = Rating.objects.filter(ladder=ladder).order_by(*_ORDERS[wish.order])
    if wish.shown is Shown.ALL:
        return found
    return found.filter(is_provisional=wish.shown is Shown.PROVISIONAL)


def ranks_of(*, ladder: Ladder) -> Ranks:
    """The places of the best."""
    best = Rating.objects.filter(ladder=ladder).order_by("-value", "competitor")
    values = list(best.values_list("value", flat=True)[: RANKED_MOST + 1])
    return Ranks(values=values[:RANKED_MOST], is_whole=len(values) <= RANKED_MOST)


def words_of(search: str) -> list[str]:
    """The words of a search."""
    return search.replace("\0", "").split()[:WORDS_MAX]


def accounts_named(*, words: Sequence[str]) -> QuerySet[User]:
    """Whose public name has all these words, found by index."""
    found = User.objects.alias(grams=NameGrams(Upper("display_name"))).filter(name_hidden=False)
    for word in words:
        found = found.filter(grams_fit(upper(word)), name_has(word, "display_name", "i"))
    return found


def name_has(word: str, column: str, case: str = "") -> Q:
    """Whether a name contains a word; few letters: whether a word of it begins with them.
    `case`: "i" where upper and lower case are one."""
    if len(word) >= LENGTH:
        return Q(**{f"{column}__{case}contains": word})
    within = Q(**{f"{column}__{case}contains": f" {word}"}) if len(word) > 1 else Q()
    begins = Q(**{f"{column}__{case}startswith": word})
    return begins | within if within else begins


def ratings_found(
    *, ratings: QuerySet[Rating], parts: Iterable[QuerySet[Any, Any]], fits: Q
) -> tuple[QuerySet[Rating], bool]:
    """Those of these ratings that a search finds, and whether that is all of them.

    `parts` are the competitors that it finds, each by an index of its own. Where those are more
    than can be listed, the search is done among the first of the list by `fits`, the same in terms
    of a rating: looking for everything must not cost more than looking for something.
    """
    found: set[int] = set()
    for part in parts:
        found.update(part[: LISTED_MOST + 1])
    if len(found) <= LISTED_MOST:
        return ratings.filter(competitor__in=found), True
    first = ratings.values("pk")[:LISTED_MOST]
    return Rating.objects.filter(fits, pk__in=first).order_by(*ratings.query.order_by), False


# People's ladders


def people_listed(
    *, ladder: Ladder, wish: BoardWish, reader: Reader
) -> tuple[QuerySet[Rating], bool]:
    """The ratings of people. Only who has opened the own history can be found by name."""
    ratings = ratings_wished(ladder=ladder, wish=wish).select_related("competitor__player__account")
    if wish.only_own:
        ratings = ratings.filter(competitor__player__account=reader.pk)
    words = words_of(wish.search)
    if not words:
        return ratings, True
    rated = Rating.objects.filter(ladder=ladder, competitor=OuterRef("competitor"))
    players = Player.objects.filter(
        Exists(rated), account__in=accounts_named(words=words), history_public=True
    )
    fits = Q(
        competitor__player__history_public=True, competitor__player__account__name_hidden=False
    )
    for word in words:
        fits &= name_has(word, "competitor__player__account__display_name", "i")
    parts = [players.values_list("competitor", flat=True)]
    found, is_whole = ratings_found(ratings=ratings, parts=parts, fits=fits)
    return found.select_related("competitor__player__account"), is_whole


def people_rows(*, ratings: Iterable[Rating], ranks: Ranks, reader: Reader) -> list[BoardRow]:
    """As this reader may see them: named is only who has opened the own history, or is the
    reader."""
    return [_person_row(rating, ranks, reader) for rating in ratings]


def _person_row(rating: Rating, ranks: Ranks, reader: Reader) -> BoardRow:
    player = rating.competitor.player
    rank = ranks.of(rating.value)
    if player is None or not player_may_read(player=player, reader=reader):
        return BoardRow(rating=rating, rank=rank, name="")
    return BoardRow(
        rating=rating,
        rank=rank,
        name=player.public_name,
        address=reverse("player", args=[player.public_id]),
        is_own=player_is_own(player=player, reader=reader),
    )
