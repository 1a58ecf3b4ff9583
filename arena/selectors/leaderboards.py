"""Leaderboards of every ladder: those of bots here, people's by way of the tournaments."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.models import Bot
from arena.models.bots import name_key
from arena.selectors.playing import Hindrance, bots_able, bots_hindered
from tournaments.leaderboards import Board, BoardRow, BoardWish, Ranks
from tournaments.models import Ladder, Rating
from tournaments.name_grams import NameGrams, grams_fit
from tournaments.selectors.leaderboards import (
    PERSON,
    accounts_named,
    board_found,
    board_searched,
    name_has,
    people_board,
    people_rows,
    ratings_of,
    ratings_wished,
    words_of,
)
from tournaments.selectors.people import Reader

NEWEST_READ: Final = 300
"""Among so many of the versions that became active last, newcomers to a ladder are looked for."""


LEADERS_READ: Final = 20
"""Among so many of the best of a ladder somebody is looked for who plays."""
_BOT: Final = ("competitor__bot__owner", "competitor__bot__active_version")


def board_of(*, ladder: Ladder, wish: BoardWish, reader: Reader) -> Board:
    """Whom somebody wants to see, in their order."""
    if ladder.hosting == Ladder.Hosting.PEOPLE:
        return people_board(ladder=ladder, wish=wish, reader=reader)
    return _bots_board(ladder, wish, reader)


def board_rows(
    *, ladder: Ladder, competitors: Sequence[int], ranks: Ranks, reader: Reader
) -> list[BoardRow]:
    """Those of a board as this reader sees them; two queries, however many they are."""
    if ladder.hosting == Ladder.Hosting.PEOPLE:
        people = ratings_of(ladder=ladder, competitors=competitors, related=PERSON)
        return people_rows(ratings=people, ranks=ranks, reader=reader)
    bots = ratings_of(ladder=ladder, competitors=competitors, related=_BOT)
    hindered = bots_hindered(bots=[_bot(rating) for rating in bots])
    return [_bot_row(ladder, rating, hindered, ranks, reader) for rating in bots]


def ladder_leaders(
    *, ladders: Sequence[Ladder], reader: Reader, places: int = 1
) -> dict[int, list[BoardRow]]:
    """Who leads each ladder, by the ladders' keys: the best who play, or the best of all if all the
    best have stopped. A few queries for all ladders; one without results has nobody."""
    rated = [ladder for ladder in ladders if ladder.ratings_count]
    if not rated:
        return {}
    best = [
        ratings_wished(ladder=ladder, wish=BoardWish()).values("pk")[: LEADERS_READ + places]
        for ladder in rated
    ]
    keys = best[0].union(*best[1:], all=True).values_list("pk", flat=True)
    read = Rating.objects.filter(pk__in=list(keys)).select_related("ladder", *PERSON, *_BOT)
    by_value = list(read.order_by("-value", "competitor"))
    of_bots = [_bot(row) for row in by_value if row.ladder.hosting == Ladder.Hosting.BOTS]
    hindered = bots_hindered(bots=of_bots)
    found: dict[int, list[BoardRow]] = {}
    for ladder in rated:
        ratings = [row for row in by_value if row.ladder_id == ladder.pk]
        ranks = Ranks(values=[row.value for row in ratings], is_whole=True)
        if ladder.hosting == Ladder.Hosting.PEOPLE:
            rows = people_rows(ratings=ratings, ranks=ranks, reader=reader)
        else:
            rows = [_bot_row(ladder, row, hindered, ranks, reader) for row in ratings]
        playing = [row for row in rows if not row.away]
        found[ladder.pk] = (playing or rows)[:places]
    return found


def bots_without_result(*, ladder: Ladder) -> list[Bot]:
    """Newcomers that could play here and wait for their first result, the newest first. Only the
    newest versions are looked at: there are never many, and looking through all bots for them
    would take the longer the more there are."""
    if ladder.hosting == Ladder.Hosting.PEOPLE or not ladder.is_open:
        return []
    newest = (
        Bot.objects.filter(active_version__isnull=False)
        .order_by("-active_version")
        .values("pk")[:NEWEST_READ]
    )
    rated = Rating.objects.filter(ladder=ladder, competitor=OuterRef("competitor"))
    able = bots_able().filter(
        ~Exists(rated),
        pk__in=newest,
        active_version__profiles__contains=[ladder.profile],
    )
    return list(able.order_by("-active_version"))


def _bots_board(ladder: Ladder, wish: BoardWish, reader: Reader) -> Board:
    ratings = ratings_wished(ladder=ladder, wish=wish)
    if wish.only_own:
        ratings = ratings.filter(competitor__bot__owner=reader.pk)
    if words := words_of(wish.search):
        board = _bots_searched(ladder, ratings, words)
    else:
        board = board_found(ratings=ratings)
    return board if wish.with_away else _of_those_who_play(ladder, board)


def _bots_searched(ladder: Ladder, ratings: QuerySet[Rating], words: Sequence[str]) -> Board:
    """By their names, or by their authors'."""
    rated = Rating.objects.filter(ladder=ladder, competitor=OuterRef("competitor"))
    named = Bot.objects.alias(grams=NameGrams("name_key")).filter(Exists(rated))
    written = Bot.objects.filter(Exists(rated), owner__in=accounts_named(words=words))
    by_name, by_author = Q(), Q(competitor__bot__owner__name_hidden=False)
    for word in words:
        key = name_key(word)
        named = named.filter(grams_fit(key), name_has(key, "name_key"))
        by_name &= name_has(key, "competitor__bot__name_key")
        by_author &= name_has(word, "competitor__bot__owner__display_name", "i")
    parts = [rows.values_list("competitor", flat=True) for rows in (named, written)]
    return board_searched(ladder=ladder, ratings=ratings, fits=by_name | by_author, parts=parts)


def _of_those_who_play(ladder: Ladder, board: Board) -> Board:
    """Asked about those of the board only: the database would look through all bots there are."""
    able = bots_able().filter(
        competitor__in=board.competitors, active_version__profiles__contains=[ladder.profile]
    )
    plays = set(able.values_list("competitor", flat=True))
    return replace(board, competitors=[one for one in board.competitors if one in plays])


def _bot(rating: Rating) -> Bot:
    bot: Bot = rating.competitor.bot
    return bot


def _bot_row(
    ladder: Ladder,
    rating: Rating,
    hindered: Mapping[int, Hindrance],
    ranks: Ranks,
    reader: Reader,
) -> BoardRow:
    bot = _bot(rating)
    return BoardRow(
        rating=rating,
        rank=ranks.of(rating.value),
        name=bot.public_name,
        address=reverse("bots:bot", args=[bot.public_id]),
        author="" if bot.owner is None else bot.owner.public_name,
        version=rating.version,
        away=_away(ladder, bot, hindered.get(bot.pk)),
        is_own=reader.pk is not None and bot.owner_id == reader.pk,
    )


def _away(ladder: Ladder, bot: Bot, hindrance: Hindrance | None) -> str:
    if hindrance is Hindrance.RETIRED:
        return _("retired")
    if hindrance is Hindrance.BENCHED:
        return _("benched")
    active = bot.active_version
    if hindrance is not None or active is None or ladder.profile not in active.profiles:
        return _("not playing")
    return ""
