"""Rule 12 for every pair of cards in every naming, under any valid rule set and trump card."""

import random

import pytest

from arena.games.durak.cards import read_face
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.oracle import Oracle
from tests.arena.games.durak.oracle.beating import beats
from tests.arena.games.durak.oracle.cards import full_pack
from tests.arena.games.durak.oracle.moves import namings
from tests.arena.games.durak.strategies import pack_orders, random_rule_set


@pytest.mark.parametrize("seed", range(30))
def test_rule_12_every_pair_of_cards(seed: int) -> None:
    rng = random.Random(f"beating {seed}")
    rule_set = random_rule_set(rng)
    options, orders = rule_set.options, pack_orders(rule_set.options, rng)
    game = DurakRules("drawn", options, rule_set.players).deal_stacked(orders, 0)
    trump = Oracle(options, rule_set.players, orders, 0).position.trump
    cards = [name for card in full_pack(options.deck, 1) for name in namings(options, card)]
    for attack in cards:
        for defence in cards:
            laid, played = _face(attack, options.packs), _face(defence, options.packs)
            in_engine = bool(game.beating.beaters[laid] >> played & 1)
            assert in_engine is beats(options, trump, defence, attack), (trump, defence, attack)


def _face(card: str, packs: int) -> int:
    """The engine's number of the first copy of a card."""
    plain, at, name = card.partition("@")
    face = read_face(plain + ("#1" if packs > 1 else "") + at + name, packs)
    assert face is not None
    return face
