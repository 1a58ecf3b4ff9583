"""The oracle itself, held against examples and numbers that stand in RULES.md."""

import random

import pytest

from arena.games.durak.options import DurakOptions
from arena.games.durak.profiles import PROFILES
from tests.arena.games.durak.oracle import Oracle
from tests.arena.games.durak.oracle.beating import Trump, beats, in_class
from tests.arena.games.durak.oracle.cards import full_pack
from tests.arena.games.durak.oracle.dealing import deal, must_redeal
from tests.arena.games.durak.oracle.moves import TooWide
from tests.arena.games.durak.oracle.seating import throw_order
from tests.arena.games.durak.strategies import (
    RandomPlayer,
    RuleSet,
    pack_orders,
    random_rule_set,
    shuffled,
)

PLAIN = DurakOptions()
EIGHT_OF_DIAMONDS = Trump("D", "8")


@pytest.mark.parametrize(
    ("defence", "attack", "expected"),
    [
        ("JC", "10C", True),  # S1's own example, hearts are trump
        ("6H", "10C", True),
        ("9C", "10C", False),
        ("KD", "10C", False),
        ("AH", "6H", True),
        ("6H", "AH", False),
        ("AS", "6H", False),
    ],
)
def test_rule_12_examples_of_the_seed(defence: str, attack: str, *, expected: bool) -> None:
    assert beats(PLAIN, Trump("H"), defence, attack) is expected


def test_nt1_examples() -> None:
    high, low = (DurakOptions(number_trump=kind) for kind in ("number_high", "suit_high"))
    assert beats(high, EIGHT_OF_DIAMONDS, "8S", "9D")
    assert beats(low, EIGHT_OF_DIAMONDS, "6D", "8S")
    assert beats(high, EIGHT_OF_DIAMONDS, "8D", "8S")
    assert not beats(low, EIGHT_OF_DIAMONDS, "8S", "6D")


def test_o34_and_o35_on_clubs() -> None:
    options = DurakOptions(club_rule=True, low_beats_high=True)
    assert beats(options, Trump("H"), "6C", "AC")
    assert not beats(options, Trump("H"), "6H", "AC")
    assert beats(options, Trump("C"), "6C", "AH")


@pytest.mark.parametrize(
    ("players", "percent"), [(2, 4.7), (3, 6.9), (4, 8.9), (5, 11.0), (6, 13.1)]
)
def test_o11_forced_redeals_are_as_common_as_measured(players: int, percent: float) -> None:
    rng, deals = random.Random(players), 4_000
    pack = full_pack(36, 1)
    forced = sum(
        any(must_redeal(hand) for hand in deal(PLAIN, players, shuffled(rng, pack), 0).hands)
        for _ in range(deals)
    )
    assert 100 * forced / deals == pytest.approx(percent, abs=1.6)


def test_rule_7_nobody_holds_a_trump_once_in_forty_eight_deals() -> None:
    rng, deals = random.Random(7), 10_000
    pack = full_pack(36, 1)
    without = 0
    for _ in range(deals):
        position = deal(PLAIN, 2, shuffled(rng, pack), 0)
        without += not any(in_class(c, position.trump) for hand in position.hands for c in hand)
    assert 100 * without / deals == pytest.approx(2.08, abs=0.5)


def play_out(rule_set: RuleSet, rng: random.Random) -> None:
    """To the end, or to where brute force gives up; the cards are counted at every step."""
    options = rule_set.options
    oracle = Oracle(options, rule_set.players, pack_orders(options, rng), dealer=0)
    player = RandomPlayer(rng)
    while oracle.question is not None:
        try:
            oracle.apply(player.choose(oracle.legal()))
        except TooWide:
            return
        position = oracle.position
        lying = sum(map(len, position.hands)) + sum(map(len, position.secret))
        lying += len(position.table_cards()) + position.stock() + position.discarded
        assert lying + (position.aside is not None) == options.deck * options.packs
    assert oracle.ending is not None


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_plays_to_its_end_and_keeps_its_cards(name: str) -> None:
    profile = PROFILES[name]
    play_out(RuleSet(profile.default_players, profile.changes), random.Random(name))


@pytest.mark.parametrize("seed", range(10))
def test_random_rule_sets_play_to_their_end(seed: int) -> None:
    rng = random.Random(seed)
    play_out(random_rule_set(rng), rng)


def test_o12_neighbours_of_a_lone_defender_both_attack() -> None:
    """Seat 1 attacks seat 0 across its partner 3, who sits on the defender's other side."""
    options = DurakOptions(teams="2v2", throw_in="neighbours")
    position = deal(options, 4, full_pack(36, 1), 0)
    position.active, position.main, position.defender = [0, 1, 3], 1, 0
    assert throw_order(options, position) == [1, 3]
    position.active, position.main, position.defender = [0, 1, 2], 1, 2
    assert throw_order(options, position) == [1]
