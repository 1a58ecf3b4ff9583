"""Leaderboards of every ladder: those of bots here, people's by way of the tournaments."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.models import Bot
from arena.models.bots import name_key
from arena.selectors.playing import Hindrance, bots_able, bots_hindered
from tournaments.leaderboards import BoardRow, BoardWish, Ranks
from tournaments.models import Ladder, Rating
from tournaments.name_grams import NameGrams, grams_fit
from tournaments.selectors.leaderboards import (
    accounts_named,
    name_has,
    people_listed,
    people_rows,
    ratings_found,
    ratings_wished,
    words_of,
)
from tournaments.selectors.people import Reader

NEWEST_READ: Final = 300
"""Among so many of the versions that became active last, newcomers to a ladder are looked for."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a wish finds on a ladder; slice it."""

    ladder: Ladder
    ratings: QuerySet[Rating]
    is_whole: bool
    """Whether it holds all that a search finds."""

    def rows(self, keys: Collection[int]) -> QuerySet[Rating]:
        """Those of its ratings that have these keys, in their order, with whatever names them: the
        ratings themselves are looked for only once."""
        shown = _PERSON if self.ladder.hosting == Ladder.Hosting.PEOPLE else _BOT
        found = Rating.objects.filter(pk__in=keys).order_by(*self.ratings.query.order_by)
        return found.select_related(*shown)


def board_of(*, ladder: Ladder, wish: BoardWish, reader: Reader) -> Board:
    """The ratings that somebody wants to see, in their order."""
    if ladder.hosting == Ladder.Hosting.PEOPLE:
        return Board(ladder, *people_listed(ladder=ladder, wish=wish, reader=reader))
    return Board(ladder, *_bots_listed(ladder, wish, reader))


def board_rows(
    *, ladder: Ladder, ratings: Iterable[Rating], ranks: Ranks, reader: Reader
) -> list[BoardRow]:
    """As this reader sees them; one query more, however many they are."""
    if ladder.hosting == Ladder.Hosting.PEOPLE:
        return people_rows(ratings=ratings, ranks=ranks, reader=reader)
    listed = list(ratings)
    hindered = bots_hindered(bots=[_bot(rating) for rating in listed])
    return [_bot_row(ladder, rating, hindered, ranks, reader) for rating in listed]


def ladder_leaders(
    *, ladders: Sequence[Ladder], reader: Reader, places: int = 1
) -> dict[int, list[BoardRow]]:
    """Who leads each ladder, by the ladders' keys: the first rows of their pages. A few queries for
    all of them; a ladder without results has nobody."""
    rated = [ladder for ladder in ladders if ladder.ratings_count]
    if not rated:
        return {}
    firsts = [
        board_of(ladder=ladder, wish=BoardWish(), reader=reader)
        .ratings.select_related(None)
        .values("pk")[:places]
        for ladder in rated
    ]
    keys = firsts[0].union(*firsts[1:], all=True).values_list("pk", flat=True)
    rows = list(
        Rating.objects.filter(pk__in=list(keys))
        .select_related("ladder", *_PERSON, *_BOT)
        .order_by("-value", "competitor")
    )
    of_bots = [row for row in rows if row.ladder.hosting == Ladder.Hosting.BOTS]
    hindered = bots_hindered(bots=[_bot(rating) for rating in of_bots])
    found: dict[int, list[BoardRow]] = {}
    for ladder in rated:
        leading = [row for row in rows if row.ladder_id == ladder.pk]
        ranks = Ranks(values=[row.value for row in leading], is_whole=True)
        if ladder.hosting == Ladder.Hosting.PEOPLE:
            found[ladder.pk] = people_rows(ratings=leading, ranks=ranks, reader=reader)
        else:
            found[ladder.pk] = [_bot_row(ladder, row, hindered, ranks, reader) for row in leading]
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


_BOT: Final = ("competitor__bot__owner", "competitor__bot__active_version")
_PERSON: Final = ("competitor__player__account",)


def _bots_listed(ladder: Ladder, wish: BoardWish, reader: Reader) -> tuple[QuerySet[Rating], bool]:
    ratings = ratings_wished(ladder=ladder, wish=wish).select_related(*_BOT)
    if wish.only_own:
        ratings = ratings.filter(competitor__bot__owner=reader.pk)
    if not wish.with_away:
        able = bots_able().filter(
            competitor=OuterRef("competitor"),
            active_version__profiles__contains=[ladder.profile],
        )
        ratings = ratings.filter(Exists(able))
    words = words_of(wish.search)
    if not words:
        return ratings, True
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
    found, is_whole = ratings_found(ratings=ratings, parts=parts, fits=by_name | by_author)
    return found.select_related(*_BOT), is_whole


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
