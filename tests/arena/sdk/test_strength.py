"""The reference bots are what they say: each clearly better than the one before.

Deals and bots are seeded, so that these matches come out the same every time.  Every deal is played
from every seat, and the error is that of the average per deal.
"""

from typing import Any

import pytest

from arena.games import rules
from arena.sdk import Bot
from arena.sdk.bots import REFERENCE
from arena.sdk.bots.search import SearchBot
from tests.arena.sdk.offline import duel

RANDOM, GREEDY, HEURISTIC = (REFERENCE[name] for name in ("random", "greedy", "heuristic"))
DURAK = ("durak/volga", "durak/duel24", "durak/concise", "durak/german", "durak/german-turn")
BURAKO = ("burako/duel", "burako/pairs")
EVEN = {"durak": 0.5, "burako": 0.0}
"""What two equal bots get: half of the games between two, no points more in a hand."""


class QuickSearch(SearchBot):
    """Thinks less than it could, so that the test does not take long."""

    samples = 24
    positions = 600


def is_clearly_better(rule_set: Any, one: type[Bot], other: type[Bot], deals: int) -> bool:
    return duel(rule_set, one, other, deals).least > EVEN[rule_set.name.split("/")[0]]


@pytest.mark.parametrize("profile", DURAK)
def test_at_durak_the_heuristic_beats_the_greedy(profile: str) -> None:
    assert is_clearly_better(rules(profile, players=2), HEURISTIC, GREEDY, 50)


@pytest.mark.parametrize("profile", DURAK)
def test_at_durak_the_greedy_beats_chance(profile: str) -> None:
    assert is_clearly_better(rules(profile, players=2), GREEDY, RANDOM, 20)


@pytest.mark.parametrize("profile", BURAKO)
def test_at_burako_the_heuristic_beats_the_greedy(profile: str) -> None:
    assert is_clearly_better(rules(profile), HEURISTIC, GREEDY, 40)


@pytest.mark.parametrize("profile", BURAKO)
def test_at_burako_the_greedy_beats_chance(profile: str) -> None:
    assert is_clearly_better(rules(profile), GREEDY, RANDOM, 5)


def test_at_a_larger_table_the_heuristic_survives_more_often_than_its_share() -> None:
    """Of four players one loses: three quarters survive if all are equal."""
    assert duel(rules("durak/volga", players=4), HEURISTIC, GREEDY, 30).least > 0.75


@pytest.mark.long
def test_the_search_beats_the_heuristic() -> None:
    """In the shortest game; `make bench` shows the match in others."""
    assert is_clearly_better(rules("durak/duel24"), QuickSearch, HEURISTIC, 40)
