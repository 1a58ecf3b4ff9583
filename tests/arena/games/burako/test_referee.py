"""The engine and the slow referee play the same hands side by side."""

import json
import random
from typing import Any

import pytest

from arena.games.burako.game import Game
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.tiles import FULL_PACK, ID
from tests.arena.games.burako.oracle import Move, as_moves
from tests.arena.games.burako.referee import Referee
from tests.arena.games.burako.table import ALL_RULES, PAIRS, PLAYERS


def truth_of(game: Game) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads(json.dumps(game.reveal()))
    truth["racks"] = [sorted(rack) for rack in truth["racks"]]
    truth["muertos"] = [sorted(muerto) for muerto in truth["muertos"]]
    return truth


def as_move(data: dict[str, Any]) -> Move:
    match data["a"]:
        case "answer":
            return ("answer", data["close"])
        case "draw" | "take_pozo" | "end_hand":
            return (data["a"],)
        case _:
            return as_moves(data)


def assert_same(game: Game, referee: Referee) -> None:
    truth = truth_of(game)
    told = json.loads(json.dumps(referee.truth()))
    assert {key: truth[key] for key in told} == told


def play_side_by_side(rules: BurakoRules, player: str, seed: str) -> Game:
    rng = random.Random(seed)
    order = [ID[tile] for tile in FULL_PACK]
    rng.shuffle(order)
    starter = rng.randrange(rules.players)
    game = rules.deal_stacked(order, starter)
    options = rules.options.as_dict()
    referee = Referee(order, seats=rules.players, starter=starter, options=options)
    while game.seat is not None:
        assert_same(game, referee)
        if game.phase != "play" or rng.random() < 0.1:
            moves = [as_move(action.to_json()) for action in game.legal()]
            assert sorted(map(repr, moves)) == sorted(map(repr, referee.moves()))
        action = PLAYERS[player](game, rng)
        game.apply(action)
        referee.play(action.to_json())
    assert_same(game, referee)
    assert game.outcome is not None
    assert game.outcome.reason == referee.reason
    if not rules.options.pierna_of_twos:  # unknown to the oracle of scores
        assert game.outcome.totals == referee.totals()
    return game


@pytest.mark.parametrize(
    "player",
    [pytest.param(one, marks=pytest.mark.long if one == "timid" else ()) for one in PLAYERS],
)
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: f"{r.name}-{ALL_RULES.index(r)}")
def test_the_engine_follows_the_referee(rules: BurakoRules, player: str) -> None:
    for number in range(1 if player == "timid" else 2):
        play_side_by_side(rules, player, f"side by side {player} {number}")


def test_a_referee_of_other_rules_is_noticed() -> None:
    """Otherwise the agreement above would mean nothing."""
    order = [ID[tile] for tile in FULL_PACK]
    game = PAIRS.deal_stacked(order, 0)
    options = PAIRS.options.as_dict()
    referee = Referee(order, seats=4, starter=1, options=options)
    with pytest.raises(AssertionError):
        assert_same(game, referee)
    without_opening = Referee(order, seats=4, starter=0, options={**options, "opening_points": 0})
    with pytest.raises(AssertionError):
        assert_same(game, without_opening)
