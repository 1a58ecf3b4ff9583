"""Leaderboards of bots: who is listed, found and leading."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, BotVersion
from arena.selectors.leaderboards import (
    board_of,
    board_rows,
    bots_without_result,
    ladder_leaders,
)
from scoring.elo import micro_elo
from tests.arena.shown_matches import DUEL, FOUR, bench, bot_playing
from tests.factories import BotVersionFactory, UserFactory
from tests.tournaments.ladder_kit import ladder_made
from tournaments.leaderboards import BoardRow, BoardWish
from tournaments.models import Ladder, Rating
from tournaments.selectors.leaderboards import ranks_of
from tournaments.selectors.people import Reader

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def ladder() -> Ladder:
    return ladder_made(DUEL, 2)


def rated(ladder: Ladder, name: str, elo: int = 1500, author: str = "Bea") -> BotVersion:
    """A bot with a rating."""
    version = bot_playing(UserFactory.create(display_name=author), name, (ladder.profile,))
    Rating.objects.create(
        ladder=ladder, competitor_id=version.bot.competitor_id, value=micro_elo(elo), version=1
    )
    Ladder.objects.filter(pk=ladder.pk).update(ratings_count=Rating.objects.count())
    ladder.refresh_from_db()
    return version


def rows(ladder: Ladder, reader: Reader = NOBODY, **wish: object) -> list[BoardRow]:
    board = board_of(ladder=ladder, wish=BoardWish(**wish), reader=reader)  # type: ignore[arg-type]
    return board_rows(
        ladder=ladder,
        competitors=board.competitors,
        ranks=ranks_of(ladder=ladder),
        reader=reader,
    )


def names(ladder: Ladder, reader: Reader = NOBODY, **wish: object) -> list[str]:
    return [row.name for row in rows(ladder, reader, **wish)]


def test_rows_tell_who_it_is(ladder: Ladder) -> None:
    version = rated(ladder, "Mustard", 1600, author="Bea")
    assert version.bot.owner is not None
    (row,) = rows(ladder, version.bot.owner)
    assert (row.name, row.author, row.version, row.rank) == ("Mustard", "Bea", 1, 1)
    assert row.is_own
    assert version.bot.public_id in row.address
    assert not rows(ladder)[0].is_own


def test_who_has_the_same_rating_shares_a_place(ladder: Ladder) -> None:
    for name, elo in (("A", 1500), ("B", 1600), ("C", 1500), ("D", 1400)):
        rated(ladder, name, elo)
    assert [(row.rank, row.name) for row in rows(ladder)] == [
        (1, "B"),
        (2, "A"),
        (2, "C"),
        (4, "D"),
    ]


def test_who_does_not_play_is_listed_only_when_asked_for(ladder: Ladder) -> None:
    """And keeps its place."""
    retired, benched, changed = (rated(ladder, name, 1700) for name in ("R", "B", "C"))
    rated(ladder, "Plays", 1600)
    Bot.objects.filter(pk=retired.bot.pk).update(retired_at=timezone.now())
    bench(benched.bot)
    BotVersionFactory.create(bot=changed.bot, number=2, profiles=[FOUR], active=True)
    assert [(row.rank, row.name) for row in rows(ladder)] == [(4, "Plays")]
    away = {row.name: row.away for row in rows(ladder, with_away=True)}
    assert away == {"R": "retired", "B": "benched", "C": "not playing", "Plays": ""}


def test_ones_own(ladder: Ladder) -> None:
    mine = rated(ladder, "Mine")
    rated(ladder, "Other")
    assert mine.bot.owner is not None
    assert names(ladder, mine.bot.owner, only_own=True) == ["Mine"]


@pytest.mark.parametrize("most", [1_000, 1])
def test_names_and_authors_are_found(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """In a list that is searched as it is, and by the index in one that is longer."""
    monkeypatch.setattr("tournaments.selectors.leaderboards.LISTED_MOST", most)
    rated(ladder, "Straßenbahn", 1300, author="Ñandú Peña")
    rated(ladder, "Quill", 1400, author="Bea")
    rated(ladder, "Ember", 1500, author="Bea")
    elsewhere = ladder_made(FOUR, 4)
    rated(elsewhere, "Quillon", 1700)
    assert names(ladder, search="uil") == ["Quill"]
    assert names(ladder, search="STRASSEN") == ["Straßenbahn"]
    assert names(ladder, search="ñandú") == ["Straßenbahn"]
    assert names(ladder, search="pe ñan") == ["Straßenbahn"]
    assert names(ladder, search="q") == ["Quill"]
    assert names(ladder, search="uill bea") == []  # a name, or an author
    for nothing in ("zzz", "%", "_", "\\", "'", "x" * 5_000, "\0zz"):
        assert names(ladder, search=nothing) == [], nothing


def test_hidden_authors_are_not_found(ladder: Ladder) -> None:
    version = rated(ladder, "Quill", author="Rudename")
    assert version.bot.owner is not None
    version.bot.owner.name_hidden = True
    version.bot.owner.save()
    assert names(ladder, search="rudename") == []
    assert "Rudename" not in rows(ladder)[0].author


def test_a_search_that_fits_nearly_all_looks_at_the_first(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.selectors.leaderboards.LISTED_MOST", 2)
    for number in range(4):
        rated(ladder, f"Bot {number}", 1500 - number)
    board = board_of(ladder=ladder, wish=BoardWish(search="bot"), reader=NOBODY)
    assert (len(board.competitors), board.is_searched_whole) == (2, False)


def test_rows_ask_the_same_however_many_there_are(
    ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 5):
        for number in range(count):
            rated(ladder, f"Bot {count} {number}")
        with django_assert_num_queries(5):
            rows(ladder)


def test_leaders(ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    four, empty = ladder_made(FOUR, 4), ladder_made(FOUR, 3)
    rated(ladder, "Best", 1600)
    stopped = rated(ladder, "Stopped", 1700)
    Bot.objects.filter(pk=stopped.bot.pk).update(retired_at=timezone.now())
    alone = rated(four, "Alone")
    Bot.objects.filter(pk=alone.bot.pk).update(retired_at=timezone.now())
    with django_assert_max_num_queries(3):
        leaders = ladder_leaders(ladders=[ladder, four, empty], reader=NOBODY)
    told = {key: [(row.rank, row.name) for row in rows] for key, rows in leaders.items()}
    assert told == {ladder.pk: [(2, "Best")], four.pk: [(1, "Alone")]}
    assert ladder_leaders(ladders=[empty], reader=NOBODY) == {}


def test_newcomers_wait_for_their_first_result(ladder: Ladder) -> None:
    rated(ladder, "Rated")
    for name in ("First", "Second"):
        bot_playing(UserFactory.create(), name, (DUEL,))
    bot_playing(UserFactory.create(), "Other rules", (FOUR,))
    bench(bot_playing(UserFactory.create(), "Benched", (DUEL,)).bot)
    assert [bot.name for bot in bots_without_result(ladder=ladder)] == ["Second", "First"]
    ladder.is_open = False
    assert bots_without_result(ladder=ladder) == []
