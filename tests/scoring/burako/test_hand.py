"""The score of a hand (2E): worked examples of 2I, every branch, and the oracle."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.burako import (
    SEED_RULES,
    Branch,
    BurakoRuleSet,
    HandScore,
    HandSheet,
    HandTiles,
    LineCode,
    Muerto,
    ScoreLine,
    SideSheet,
    SideTiles,
    UnplayedRackFree,
    meld_from_dict,
    read_sheet,
    read_tile_hand,
    score_hand,
    score_side,
    sheet_as_dict,
    sheet_from_tiles,
    tile,
)
from tests.scoring.burako.oracle_score import oracle_total
from tests.scoring.burako.play import PlayedHand, Table, stacked_deck
from tests.scoring.burako.strategies import played_hands, rule_sets

BOTH_FREE = BurakoRuleSet(unplayed_rack_free=UnplayedRackFree.BOTH)


def side(**facts: object) -> SideSheet:
    values: dict[str, Any] = {
        "closed": False,
        "pure_canastas": 0,
        "impure_canastas": 0,
        "muerto": Muerto.PLAYED,
        "laid_points": 0,
        "rack_points": (),
        **facts,
    }
    return SideSheet(**values)


def total(facts: SideSheet, rules: BurakoRuleSet = SEED_RULES) -> int:
    return score_side(rules, facts).total


def lines(facts: SideSheet, rules: BurakoRuleSet = SEED_RULES) -> dict[tuple[str, int | None], int]:
    return {(line.code.value, line.rack): line.amount for line in score_side(rules, facts).lines}


E4 = side(
    closed=True,
    pure_canastas=1,
    muerto=Muerto.TAKEN_UNPLAYED,
    laid_points=95,
    rack_points=(0, 145),
    muerto_rack=1,
)


def test_2I_E1_closer_with_a_pure_canasta_and_a_partners_rack() -> None:
    e1 = side(closed=True, pure_canastas=1, laid_points=75, rack_points=(0, 25))
    assert total(e1) == 350
    assert lines(e1) == {
        ("close", None): 100,
        ("pure_canastas", None): 200,
        ("laid", None): 75,
        ("rack", 0): 0,
        ("rack", 1): -25,
    }


def test_2I_E2_closer_alone_with_an_impure_canasta() -> None:
    assert total(side(closed=True, impure_canastas=1, laid_points=95, rack_points=(0,))) == 295


def test_2I_E4_closer_whose_partner_holds_the_unplayed_muerto() -> None:
    assert total(E4) == 295
    assert lines(E4)["rack_free", 1] == 0
    assert lines(E4)["muerto_not_played", None] == -100


def test_2I_E5_contrast_without_the_special_case() -> None:
    counted = side(
        closed=True,
        pure_canastas=1,
        muerto=Muerto.TAKEN_UNPLAYED,
        laid_points=95,
        rack_points=(0, 145),
        muerto_rack=None,
    )
    assert total(counted) == 150


def test_2I_E6_other_without_canasta_and_muerto_untouched() -> None:
    e6 = side(muerto=Muerto.UNTOUCHED, laid_points=80, rack_points=(50, 30))
    assert total(e6) == -260
    assert lines(e6)["laid_against", None] == -80
    assert score_side(SEED_RULES, e6).branch is Branch.WITHOUT_CANASTA


def test_2I_E9_other_with_a_pure_canasta_and_muerto_played() -> None:
    e9 = side(pure_canastas=1, laid_points=75, rack_points=(20,))
    assert total(e9) == 255
    assert score_side(SEED_RULES, e9).branch is Branch.WITH_CANASTA


@pytest.mark.parametrize("rules", [SEED_RULES, BOTH_FREE], ids=["closer", "both"])
def test_2E_only_an_unplayed_muerto_is_free(rules: BurakoRuleSet) -> None:
    facts = {"pure_canastas": 1, "rack_points": (0, 145), "muerto_rack": 1}
    assert total(side(closed=True, muerto=Muerto.PLAYED, **facts), rules) == 300 - 145
    assert total(side(muerto=Muerto.UNTOUCHED, **facts), rules) == 200 - 100 - 145


CANASTAS = {Branch.WITH_CANASTA: 300, Branch.WITHOUT_CANASTA: 0, Branch.CLOSER: 300}


@pytest.mark.parametrize("rules", [SEED_RULES, BOTH_FREE], ids=["closer", "both"])
@pytest.mark.parametrize("muerto", list(Muerto))
@pytest.mark.parametrize("branch", list(Branch))
def test_2E_every_cell_of_the_table(branch: Branch, muerto: Muerto, rules: BurakoRuleSet) -> None:
    unplayed = muerto is Muerto.TAKEN_UNPLAYED
    has_canastas = branch is not Branch.WITHOUT_CANASTA
    facts = side(
        closed=branch is Branch.CLOSER,
        pure_canastas=int(has_canastas),
        impure_canastas=int(has_canastas),
        muerto=muerto,
        laid_points=400,
        rack_points=(30, 75),
        muerto_rack=1 if unplayed else None,
    )
    free = unplayed and (branch is Branch.CLOSER or rules is BOTH_FREE)
    expected = (
        (100 if branch is Branch.CLOSER else 0)
        + CANASTAS[branch]
        + (0 if muerto is Muerto.PLAYED else -100)
        + (400 if has_canastas else -400)
        - 30
        - (0 if free else 75)
    )
    assert score_side(rules, facts).branch is branch
    assert total(facts, rules) == expected


def test_2D23_nobody_closed_both_sides_use_the_other_table() -> None:
    sheet = HandSheet(
        (
            side(pure_canastas=1, laid_points=300, rack_points=(40,)),
            side(laid_points=60, muerto=Muerto.UNTOUCHED, rack_points=(70,)),
        )
    )
    score = score_hand(SEED_RULES, sheet)
    assert score.totals == (460, -230)
    assert all(line.code is not LineCode.CLOSE for s in score.sides for line in s.lines)


def test_2E_house_values_reach_every_line() -> None:
    house = BurakoRuleSet(
        pure_canasta=7, impure_canasta=11, close=13, muerto_not_played=17, muerto_played=19
    )
    facts: dict[str, object] = {"pure_canastas": 2, "impure_canastas": 3, "laid_points": 1}
    played = side(closed=True, rack_points=(0,), **facts)
    assert lines(played, house) == {
        ("close", None): 13,
        ("pure_canastas", None): 14,
        ("impure_canastas", None): 33,
        ("muerto_played", None): 19,
        ("laid", None): 1,
        ("rack", 0): 0,
    }
    untouched = side(muerto=Muerto.UNTOUCHED, rack_points=(5,), **facts)
    assert lines(untouched, house)["muerto_not_played", None] == -17


def test_a_score_is_plain_data() -> None:
    score = score_hand(SEED_RULES, HandSheet((E4, E4)))
    plain = json.loads(json.dumps(score.as_dict()))
    assert [s["total"] for s in plain["sides"]] == [295, 295]
    assert plain["sides"][0]["branch"] == "closer"
    assert sum(line["amount"] for line in plain["sides"][0]["lines"]) == 295


def test_a_line_is_plain_data() -> None:
    assert ScoreLine(LineCode.RACK, 25, -1, 1).as_dict() == {
        "code": "rack",
        "quantity": 25,
        "unit_points": -1,
        "amount": -25,
        "rack": 1,
    }


sides = st.builds(
    SideSheet,
    closed=st.booleans(),
    pure_canastas=st.integers(0, 5),
    impure_canastas=st.integers(0, 5),
    muerto=st.sampled_from(Muerto),
    laid_points=st.integers(0, 1060),
    rack_points=st.lists(st.integers(0, 300), min_size=1, max_size=2).map(tuple),
    muerto_rack=st.none() | st.integers(0, 1),
)


@given(rule_sets, sides)
def test_lines_sum_to_the_total_and_no_fact_is_counted_twice(
    rules: BurakoRuleSet, facts: SideSheet
) -> None:
    score = score_side(rules, facts)
    assert score.total == sum(line.quantity * line.unit_points for line in score.lines)
    keys = [(line.code, line.rack) for line in score.lines]
    assert len(keys) == len(set(keys))
    assert [line.quantity for line in score.lines if line.rack is not None] == list(
        facts.rack_points
    )


def random_position(rng: random.Random, seats: int) -> dict[str, Any]:
    """Tiles thrown together anyhow: the arithmetic must hold for hands that play never reaches."""
    table = Table(rng, seats, stacked_deck(rng), 1.0)
    hand: dict[str, Any] = PlayedHand(seats, table.sides, table.racks).as_dict()
    closer = rng.choice((0, 1, None))
    pool = [*table.mazo, *(t for s in table.sides for t in s.muerto or [])]
    for number, facts in enumerate(hand["sides"]):
        for _ in range(rng.randint(0, 5)):
            melds = table._new_melds(pool)
            if melds:
                meld = rng.choice(melds)
                facts["melds"].append(meld.as_dict())
                pool = [t for t in pool if t not in meld.tiles]
        facts["closed"] = number == closer
        facts["muerto"] = rng.choice(["untouched", "taken_unplayed", "played"])
        unplayed = facts["muerto"] == "taken_unplayed"
        facts["muerto_rack"] = rng.randrange(seats // 2) if unplayed else None
        for rack in facts["racks"]:
            del rack[rng.randint(0, 11) :]
    return hand


def test_2E_six_thousand_scores_of_random_positions_agree_with_the_oracle() -> None:
    rng = random.Random(2026)
    branches: set[tuple[str, str, str]] = set()
    for _ in range(1500):
        seats = rng.choice((2, 4))
        hand = random_position(rng, seats)
        for rules in (SEED_RULES, BOTH_FREE):
            free = rules is BOTH_FREE
            score = arithmetic_alone(rules, hand)
            assert score.totals == tuple(
                oracle_total(facts, also_free_for_losers=free) for facts in hand["sides"]
            )
            branches |= {
                (own.branch.value, facts["muerto"], str(free))
                for own, facts in zip(score.sides, hand["sides"], strict=True)
            }
    assert len(branches) == 3 * 3 * 2


def arithmetic_alone(rules: BurakoRuleSet, hand: dict[str, Any]) -> HandScore:
    """The score from tiles; whether the hand could happen is tested elsewhere."""
    sides = [
        SideTiles(
            closed=facts["closed"],
            muerto=Muerto(facts["muerto"]),
            melds=tuple(meld_from_dict(rules, meld) for meld in facts["melds"]),
            racks=tuple(tuple(tile(t) for t in rack) for rack in facts["racks"]),
            muerto_rack=facts["muerto_rack"],
        )
        for facts in hand["sides"]
    ]
    return score_hand(rules, sheet_from_tiles(rules, HandTiles((sides[0], sides[1]))))


@settings(max_examples=60, deadline=None)
@given(played_hands(), st.sampled_from([SEED_RULES, BOTH_FREE]))
def test_both_ways_in_give_the_same_breakdown(hand: PlayedHand, rules: BurakoRuleSet) -> None:
    plain = hand.as_dict()
    from_tiles = read_tile_hand(rules, plain, seats=hand.seats)
    assert from_tiles.sheet is not None
    from_sheet = read_sheet(rules, sheet_as_dict(from_tiles.sheet), seats=hand.seats)
    assert from_sheet == from_tiles
    assert from_sheet.accepted().totals == tuple(
        oracle_total(facts, also_free_for_losers=rules is BOTH_FREE) for facts in plain["sides"]
    )
