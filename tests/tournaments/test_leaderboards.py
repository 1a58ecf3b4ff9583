"""Places on a ladder, and people's leaderboards."""

import pytest
from django.contrib.auth.models import AnonymousUser
from hypothesis import given
from hypothesis import strategies as st

from scoring.elo import micro_elo
from scoring.ladder import TERMS
from tests.factories import PlayerFactory, UserFactory, competitor_of
from tests.tournaments.ladder_kit import bots, ladder_made
from tournaments import leaderboards
from tournaments.leaderboards import Board, BoardRow, BoardWish, Order, Ranks, Shown
from tournaments.models import Ladder, Player, Rating
from tournaments.selectors.leaderboards import (
    board_found,
    people_board,
    people_rows,
    ranks_of,
    ratings_of,
    ratings_wished,
    words_of,
)
from tournaments.selectors.people import Reader

NOBODY = AnonymousUser()


def rated(ladder: Ladder, competitor: int, elo: int = 1500, **columns: object) -> Rating:
    return Rating.objects.create(
        ladder=ladder, competitor_id=competitor, value=micro_elo(elo), **columns
    )


@given(st.lists(st.integers(0, 9), min_size=1, max_size=30))
def test_a_place_is_how_many_are_better(values: list[int]) -> None:
    best = sorted(values, reverse=True)
    ranks = Ranks(values=best, is_whole=True)
    for value in values:
        assert ranks.of(value) == 1 + sum(other > value for other in values)


def test_below_the_counted_places_there_is_none() -> None:
    ranks = Ranks(values=[30, 20, 20], is_whole=False)
    assert [ranks.of(value) for value in (30, 20, 10)] == [1, 2, None]
    assert Ranks(values=[30, 20], is_whole=True).of(10) == 3


def test_of_a_search_only_the_first_words_count() -> None:
    assert words_of(" a\0b  c ") == ["ab", "c"]
    assert len(words_of("x " * 10_000)) == 5


@pytest.mark.django_db
@pytest.mark.parametrize("results", [0, 9, 10, 29, 30, 100])
@pytest.mark.parametrize("own", [0, 9, 10, 29, 100])
def test_the_database_knows_who_is_provisional(results: int, own: int) -> None:
    (bot,) = bots(1)
    rating = rated(ladder_made(), bot, results=results, results_of_version=own, version=1)
    rating.refresh_from_db()
    assert rating.is_provisional == TERMS.is_provisional(rating.standing)


@pytest.mark.django_db
def test_wishes_filter_and_sort() -> None:
    ladder = ladder_made()
    first, second, third = bots(3)
    rated(ladder, first, 1600, results=40, results_of_version=40)
    rated(ladder, second, 1700, results=5, results_of_version=5)
    rated(ladder, third, 1600, results=90, results_of_version=90)

    def found(**wish: object) -> list[int]:
        ratings = ratings_wished(ladder=ladder, wish=BoardWish(**wish))  # type: ignore[arg-type]
        return list(board_found(ratings=ratings).competitors)

    assert found() == [second, first, third]  # equal ones in an order that stays
    assert found(shown=Shown.SETTLED) == [first, third]
    assert found(shown=Shown.PROVISIONAL) == [second]
    assert found(order=Order.RESULTS) == [third, first, second]
    assert found(order=Order.SEEN) == [third, second, first]
    ranks = ranks_of(ladder=ladder)
    rows = ratings_of(ladder=ladder, competitors=found(), related=())
    assert [ranks.of(row.value) for row in rows] == [1, 2, 2]


@pytest.mark.django_db
def test_no_more_are_listed_than_can_be_paged_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.selectors.leaderboards.LISTED_MOST", 2)
    ladder = ladder_made()
    for place, bot in enumerate(bots(3)):
        rated(ladder, bot, 1500 - place)
    board = board_found(ratings=ratings_wished(ladder=ladder, wish=BoardWish()))
    assert (len(board.competitors), board.is_cut) == (2, True)
    ranks = ranks_of(ladder=ladder)
    assert [ranks.of(micro_elo(1500 - place)) for place in range(3)] == [1, 2, None]
    assert leaderboards.LISTED_MOST >= 1_000


# People


def somebody(name: str, *, opened: bool) -> Player:
    return PlayerFactory.create(
        account=UserFactory.create(display_name=name), history_public=opened
    )


@pytest.fixture
def peoples() -> Ladder:
    return Ladder.objects.create(
        slug="burako-duel-2-people",
        hosting=Ladder.Hosting.PEOPLE,
        profile="burako/duel",
        players=2,
    )


def rows_of(ladder: Ladder, wish: BoardWish, reader: Reader) -> list[BoardRow]:
    board: Board = people_board(ladder=ladder, wish=wish, reader=reader)
    ratings = ratings_of(ladder=ladder, competitors=board.competitors, related=())
    return people_rows(ratings=ratings, ranks=ranks_of(ladder=ladder), reader=reader)


@pytest.mark.django_db
def test_only_who_has_opened_the_history_is_named(peoples: Ladder) -> None:
    rosa, juan = somebody("Rosa", opened=True), somebody("Juan", opened=False)
    rated(peoples, competitor_of(rosa).pk, 1600)
    rated(peoples, competitor_of(juan).pk, 1550)
    rows = rows_of(peoples, BoardWish(), NOBODY)
    assert [(row.rank, row.name, bool(row.address)) for row in rows] == [
        (1, "Rosa", True),
        (2, "", False),
    ]
    assert juan.account is not None
    own = rows_of(peoples, BoardWish(only_own=True), juan.account)
    assert [(row.rank, row.name, row.is_own) for row in own] == [(2, "Juan", True)]


@pytest.mark.django_db
@pytest.mark.parametrize("most", [1_000, 1])
def test_names_that_are_not_shown_are_not_found(
    peoples: Ladder, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Neither in a list that is searched as it is, nor by the index."""
    monkeypatch.setattr("tournaments.selectors.leaderboards.LISTED_MOST", most)
    for name, opened in (("Rosa Luna", True), ("Rosalba", False)):
        rated(peoples, competitor_of(somebody(name, opened=opened)).pk)
    hidden = somebody("Rosamunde", opened=True)
    assert hidden.account is not None
    hidden.account.name_hidden = True
    hidden.account.save()
    rated(peoples, competitor_of(hidden).pk)
    for search in ("rosa", "ROSA luna", "lu", "r"):
        rows = rows_of(peoples, BoardWish(search=search), NOBODY)
        assert [row.name for row in rows] == ["Rosa Luna"], search
    assert rows_of(peoples, BoardWish(search="osa x"), NOBODY) == []
