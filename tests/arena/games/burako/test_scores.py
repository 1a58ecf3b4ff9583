"""One hand, four counts: the engine, the kernel from tiles and from the sheet, the oracle."""

import random
from typing import Any

import pytest

from arena.games.burako.family import make
from arena.games.burako.game import Game
from arena.games.burako.ruleset import BurakoRules
from scoring.burako import read_sheet, read_tile_hand, sheet_as_dict, tile_objections
from tests.arena.games.burako.table import ALL_RULES, BOTH, PLAYERS, Player, play
from tests.scoring.burako.oracle_score import oracle_total


def plain_hand(game: Game) -> dict[str, Any]:
    """The end of a hand from the revealed truth alone, in the form of `read_tile_hand`."""
    truth: dict[str, Any] = game.reveal()
    sides = []
    for number in (0, 1):
        racks = truth["racks"][number::2]
        taker = truth["taken_by"][number]
        unplayed = truth["unplayed"][number]
        muerto = "untouched" if taker is None else "taken_unplayed" if unplayed else "played"
        melds = [
            {key: value for key, value in meld.items() if key != "side"}
            for meld in truth["melds"]
            if meld["side"] == number
        ]
        sides.append(
            {
                "closed": truth["outcome"]["reason"] == "closed"
                and truth["log"][-1][0] % 2 == number,
                "muerto": muerto,
                "muerto_rack": taker // 2 if unplayed else None,
                "melds": melds,
                "racks": racks,
            }
        )
    return {"sides": sides}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: f"{r.name}-{ALL_RULES.index(r)}")
def test_four_counts_of_a_hand_agree(rules: BurakoRules, player: Player) -> None:
    options, seats = rules.options, rules.players
    for number in range(2):
        game = play(rules.deal(seed=f"score{number}"), player, random.Random(number))
        outcome = game.outcome
        assert outcome is not None
        hand = plain_hand(game)
        from_tiles = read_tile_hand(options, hand, seats=seats)
        assert from_tiles.accepted().totals == outcome.totals
        from_sheet = read_sheet(options, sheet_as_dict(outcome.sheet), seats=seats)
        assert from_sheet.accepted().totals == outcome.totals
        assert tile_objections(options, outcome.tiles) == ()
        if not options.pierna_of_twos:  # the oracle knows no piernas of twos
            free = options.unplayed_rack_free == "both"
            assert outcome.totals == tuple(
                oracle_total(side, also_free_for_losers=free) for side in hand["sides"]
            )
        assert outcome.scores == tuple(outcome.totals[seat % 2] for seat in range(seats))


def test_the_better_side_wins_the_hand() -> None:
    draws = 0
    for rules in BOTH:
        for seed in range(20):
            game = play(rules.deal(seed), PLAYERS["keen"], random.Random(seed))
            outcome = game.outcome
            assert outcome is not None
            best = max(outcome.totals)
            assert outcome.losers == tuple(
                s for s in range(rules.players) if outcome.totals[s % 2] < best
            )
            assert outcome.is_draw is (outcome.totals[0] == outcome.totals[1])
            assert sorted(outcome.order) == list(range(rules.players))
            assert outcome.scores[outcome.order[0]] == best
            assert outcome.to_json()["totals"] == list(outcome.totals)
            draws += outcome.is_draw
    assert draws < 10


def test_other_values_change_the_points_and_not_the_tiles() -> None:
    dear = make(
        "burako/duel", None, {"tile_values": {"joker": 100}, "close": 500, "pure_canasta": 0}
    )
    for seed in range(5):
        cheap_game = play(BOTH[1].deal(seed), PLAYERS["timid"], random.Random(1))
        dear_game = play(dear.deal(seed), PLAYERS["timid"], random.Random(1))
        assert cheap_game.outcome is not None
        assert dear_game.outcome is not None
        assert cheap_game.racks == dear_game.racks
        assert sum(dear_game.outcome.totals) <= sum(cheap_game.outcome.totals)
