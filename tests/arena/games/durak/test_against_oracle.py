"""Every profile at every table, the engine beside the oracle, everything compared each step."""

import random
from dataclasses import replace

import pytest

from arena.games import rules
from arena.games.durak.options import DurakOptions
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.lockstep import (
    Difference,
    Tally,
    play_random_game,
    play_side_by_side,
)
from tests.arena.games.durak.oracle import Oracle
from tests.arena.games.durak.strategies import pack_orders, profile_tables


@pytest.mark.parametrize(("profile", "players"), profile_tables())
def test_engine_and_oracle_play_the_same_game(profile: str, players: int) -> None:
    tally = Tally()
    play_random_game(rules(profile, players=players), "one", tally)
    assert tally.decisions > 0


@pytest.mark.parametrize(
    "misread",
    [
        {"club_rule": True},
        {"throw_in": "attacker_only"},
        {"transfer": "off"},
        {"hand_size": 5},
        {"after_take": "none"},
        {"draw_order": "main_first"},
        {"low_beats_high": True},
        {"first_attacker": "dealer_left"},
        {"attack_limit": 3},
    ],
)
def test_an_oracle_of_other_rules_is_noticed(misread: dict[str, object]) -> None:
    """Otherwise the agreement above would mean nothing."""
    game_rules: DurakRules = rules("durak/volga", players=4)
    other = replace(game_rules.options, **misread)  # type: ignore[arg-type]
    with pytest.raises(Difference):
        play_apart(game_rules, other)


def play_apart(game_rules: DurakRules, other: DurakOptions) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        orders = pack_orders(game_rules.options, rng)
        game = game_rules.deal_stacked(orders, 0)
        oracle = Oracle(other, game_rules.players, orders, 0)
        play_side_by_side(game, oracle, rng, Tally(), "misread")
