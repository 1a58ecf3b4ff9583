"""Leaderboards: which ratings are listed, at which places, and the rows of people's ladders.

Bots' rows are the arena's, which knows their names.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Upper
from django.urls import reverse

from tournaments.leaderboards import LISTED_MOST, Board, BoardRow, BoardWish, Order, Ranks, Shown
from tournaments.models import Ladder, Player, Rating, User
from tournaments.name_grams import LENGTH, NameGrams, grams_fit, upper
from tournaments.selectors.people import Reader, player_is_own, player_may_read

WORDS_MAX: Final = 5
"""Of a search; nobody means more."""
MANY_FIT: Final = 100
"""If so many of the first of a list have a name, it is asked for more of it."""
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
    values = list(best.values_list("value", flat=True)[: LISTED_MOST + 1])
    return Ranks(values=values[:LISTED_MOST], is_whole=len(values) <= LISTED_MOST)


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


def board_found(*, ratings: QuerySet[Rating]) -> Board:
    """The first of these ratings."""
    found = list(ratings.values_list("competitor", flat=True)[: LISTED_MOST + 1])
    return Board(found[:LISTED_MOST], is_cut=len(found) > LISTED_MOST)


def board_searched(
    *, ladder: Ladder, ratings: QuerySet[Rating], fits: Q, parts: Iterable[QuerySet[Any, Any]]
) -> Board:
    """Those of these ratings that a search finds.

    The first of the list are searched by `fits`, which is about a rating. Where few of them fit,
    everybody is searched by `parts`: the competitors that fit, each part by an index of its own.
    Looking for what nearly all have must not cost more than looking for what nobody has, nor one
    name more among many than among few: so both are done on small ladders, too.
    """
    first = board_found(ratings=ratings)
    named = Rating.objects.filter(fits, ladder=ladder, competitor__in=first.competitors)
    fitting = set(named.values_list("competitor", flat=True))
    if len(fitting) < MANY_FIT:
        found = {one for part in parts for one in part[: LISTED_MOST + 1]}
        if len(found) <= LISTED_MOST:
            return board_found(ratings=ratings.filter(competitor__in=found))
    board = Board([one for one in first.competitors if one in fitting])
    return replace(board, is_searched_whole=not first.is_cut)


def ratings_of(
    *, ladder: Ladder, competitors: Sequence[int], related: Iterable[str]
) -> list[Rating]:
    """The ratings of these, in this order."""
    rows = Rating.objects.filter(ladder=ladder, competitor__in=competitors)
    by_key = {row.competitor_id: row for row in rows.select_related(*related)}
    return [by_key[one] for one in competitors if one in by_key]


# People's ladders

PERSON: Final = ("competitor__player__account",)


def people_board(*, ladder: Ladder, wish: BoardWish, reader: Reader) -> Board:
    """The people on a ladder. Only who has opened the own history can be found by name."""
    ratings = ratings_wished(ladder=ladder, wish=wish)
    if wish.only_own:
        ratings = ratings.filter(competitor__player__account=reader.pk)
    words = words_of(wish.search)
    if not words:
        return board_found(ratings=ratings)
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
    return board_searched(ladder=ladder, ratings=ratings, fits=fits, parts=parts)


def people_rows(*, ratings: Iterable[Rating], ranks: Ranks, reader: Reader) -> list[BoardRow]:
    """As this reader may see them: named is only who has opened the own history, or is the
    reader."""
    return [_person_row(rating, ranks, reader) for rating in ratings]


def player_unnamed(*, ladder: Ladder, reader: Reader) -> Player | None:
    """The reader as a player, if rated here and not named to others."""
    if reader.pk is None:
        return None
    return Player.objects.filter(
        account=reader.pk, history_public=False, competitor__ratings__ladder=ladder
    ).first()


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
