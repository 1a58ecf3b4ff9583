"""The result of a deal set in words: of two, of many, level, with more and with fewer points."""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.match_outcome import outcome_sentence, taken_shares
from arena.match_sides import Side, result_sentence
from arena.models import Match
from tests.factories import BotFactory, BotVersionFactory, UserFactory

pytestmark = pytest.mark.django_db

NBSP = "\N{NO-BREAK SPACE}"
NAMES = ("Alpha", "Beta", "Gamma", "Delta")


@pytest.fixture
def sides() -> list[Side]:
    owners = [UserFactory.create(display_name=name) for name in ("Ana", "Beto", "Cleo", "Dora")]
    return [
        side_of(number, BotVersionFactory.create(bot=BotFactory.create(owner=owner, name=name)))
        for number, (owner, name) in enumerate(zip(owners, NAMES, strict=True))
    ]


def side_of(number: int, version: Any, **changes: Any) -> Side:  # noqa: ANN401
    given: dict[str, Any] = {
        "number": number, "version": version, "places": (number,), "points": 0, "strikes": 0,
        "decisions": 0, "think_ms": 0, "longest_ms": 0, "told_name": "",
    }  # fmt: skip
    return Side(**given | changes)


def match_of(points: Sequence[Sequence[int]], **changes: Any) -> Match:  # noqa: ANN401
    boards = [
        {"rotation": 0, "board": number, "points": list(board), "losers": [], "forfeit": None}
        for number, board in enumerate(points)
    ]
    return Match(**{"profile": "durak/duel24", "games_per_board": 1, "results": boards, **changes})


def said(sides: Sequence[Side], points: Sequence[Sequence[int]], **changes: Any) -> str:  # noqa: ANN401
    """With the sums of the points, as a settled match has them."""
    scored = [
        side_of(side.number, side.version, points=sum(board[side.number] for board in points))
        for side in sides[: len(points[0])]
    ]
    return outcome_sentence(match_of(points, **changes), scored).replace(NBSP, " ")


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (
            [(2, 0), (2, 0), (1, 1), (0, 2)],
            "Ana's Alpha beat Beto's Beta: it took 62.5 % of 4 games, with 2 points more.",
        ),
        (
            [(0, 2)],
            "Beto's Beta beat Ana's Alpha: it took 100.0 % of 1 game, with 2 points more.",
        ),
        (
            [(1, 0), (1, 0), (0, 3)],
            "Ana's Alpha beat Beto's Beta: it took 66.7 % of 3 games, although with 1 point fewer.",
        ),
        (
            [(1, 0), (1, 0), (0, 2)],
            "Ana's Alpha beat Beto's Beta: it took 66.7 % of 3 games, with as many points.",
        ),
        (
            [(2, 0), (0, 2)],
            (
                "Ana's Alpha and Beto's Beta are level: each took half of 2 games, "
                "with as many points."
            ),
        ),
        (
            [(2, 0), (0, 5)],
            (
                "Ana's Alpha and Beto's Beta are level: each took half of 2 games, "
                "Beta with 3 points more."
            ),
        ),
    ],
)
def test_of_two(sides: list[Side], points: list[tuple[int, int]], sentence: str) -> None:
    assert said(sides, points) == sentence


def test_of_four_everybody_has_a_place(sides: list[Side]) -> None:
    # Alpha takes (1/2 + 1 + 1)/3 = 5/6 of both boards' pairs with Delta last twice.
    assert said(sides, [(2, 2, 2, 0), (2, 2, 0, 0)], profile="durak/volga") == (
        "Ana's Alpha and Beto's Beta came first: each took 75.0 % against the others in 2 games. "
        "Then came Gamma with 41.7 % and Delta with 8.3 %."
    )
    assert said(sides, [(4, 3, 2, 1)], profile="durak/volga") == (
        "Ana's Alpha came first: it took 100.0 % against the others in 1 game. "
        "Then came Beta with 66.7 %, Gamma with 33.3 % and Delta with 0.0 %."
    )
    assert said(sides, [(1, 1, 1, 1)]).startswith("All are level: each took half")


def test_level_sides_have_the_same_place(sides: list[Side]) -> None:
    taken = taken_shares(match_of([(2, 2, 2, 0), (2, 2, 0, 0)]), sides)
    assert [one.place for one in taken] == [1, 1, 3, 4]


def test_boards_of_several_games_are_called_boards(sides: list[Side]) -> None:
    assert "of 2 boards," in said(sides, [(9, 2), (9, 2)], profile="burako/duel")
    assert "of 2 boards," in said(sides, [(9, 2), (9, 2)], games_per_board=3)


def test_partners_are_one_side(sides: list[Side]) -> None:
    pairs = [
        side_of(0, sides[0].version, places=(0, 2), points=10),
        side_of(1, sides[1].version, places=(1, 3), points=4),
    ]
    match = match_of([(5, 2, 5, 2), (5, 2, 5, 2)], profile="burako/pairs")
    assert outcome_sentence(match, pairs).startswith("Ana's Alpha beat Beto's Beta: it took 100.0")


def test_forfeits_are_named(sides: list[Side]) -> None:
    match = match_of([(2, 0), (2, 0)])
    match.results[1]["forfeit"] = {"places": [1], "reason": "strikes"}
    assert outcome_sentence(match, sides[:2]).endswith("Beta forfeited 1 of them.")


def test_a_bot_without_an_author_has_its_name_only(sides: list[Side]) -> None:
    sides[0].version.bot.owner = None
    assert said(sides, [(2, 0)]).startswith("Alpha beat Beto's Beta")


def test_without_boards_the_points_are_told(sides: list[Side]) -> None:
    scored = [side_of(one.number, one.version, points=5 - one.number) for one in sides[:2]]
    assert outcome_sentence(match_of([], results=[]), scored) == result_sentence(scored)
    assert result_sentence(scored) == "Alpha won, by 5 points to 4."
