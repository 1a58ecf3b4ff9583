"""RULES 2A and 2B, clause by clause."""

from collections.abc import Mapping
from itertools import pairwise

import pytest

from arena.games import IllegalAction
from arena.games.burako.family import make
from arena.games.burako.game import Game
from arena.games.burako.tiles import COUNT, FULL_PACK, ID, ids_of, points_of
from tests.arena.games.burako.table import (
    BOTH,
    CANASTA,
    DRAW,
    DUEL,
    PAIRS,
    added,
    assert_conserved,
    jsons,
    mask,
    meld,
    pierna,
    position,
    put_meld,
    run,
    thrown,
)


def refused(game: Game, action: Mapping[str, object], because: str) -> None:
    before = game.reveal()
    with pytest.raises(IllegalAction, match=because):
        game.apply(action)
    assert game.reveal() == before


# 2A Material and deal


def test_2A_1_there_are_106_tiles_worth_1060() -> None:
    assert len(set(ID)) == COUNT == 106
    assert {"g7#2", "J#1", "J#2"} <= set(ID)
    assert points_of(PAIRS.options.tile_values, (1 << COUNT) - 1) == 1060


def test_2A_2_partners_sit_opposite_or_each_is_a_side() -> None:
    four, two = PAIRS.deal(seed=1), DUEL.deal(seed=1)
    for game in (four, two):
        while game.seat is not None:
            game.apply(game.default_action())
    assert four.outcome is not None
    assert two.outcome is not None
    assert four.outcome.teams == (0, 1, 0, 1)
    assert two.outcome.teams == (0, 1)


@pytest.mark.parametrize(("rules", "mazo"), [(PAIRS, 40), (DUEL, 62)])
def test_2A_3_columns_become_racks_muertos_and_mazo(rules: object, mazo: int) -> None:
    game = (PAIRS if rules is PAIRS else DUEL).deal(seed=3)
    assert [rack.bit_count() for rack in game.racks] == [11] * game.rules.players
    assert [side.muerto.bit_count() for side in game.sides] == [11, 11]
    assert len(game.mazo) == mazo
    assert_conserved(game)


def test_2A_4_the_centre_column_is_drawn_first_and_the_pozo_starts_empty() -> None:
    order = [ID[tile] for tile in FULL_PACK]
    game = PAIRS.deal_stacked(order)
    assert game.pozo == []
    assert {"a": "take_pozo"} not in jsons(game)
    drawn = []
    for _ in range(18):
        game.apply(DRAW)
        assert game.drawn is not None
        drawn.append(ID[game.drawn])
        game.apply(thrown(drawn[-1]))
    assert drawn == order[66 : 66 + 18]  # the 7 of the centre, then a new column


def test_2A_5_the_starter_is_seeded_and_moves_clockwise() -> None:
    assert {PAIRS.deal(seed=seed).starter for seed in range(40)} == {0, 1, 2, 3}
    match = PAIRS.match(seed=5)
    starters = []
    for game in match:
        starters.append(game.starter)
        seats = []
        while game.seat is not None:
            seats.append(game.seat)
            game.apply(game.default_action())
        assert all(after in (seat, (seat + 1) % 4) for seat, after in pairwise(seats))
        if len(starters) == 6:
            break
    assert starters == [(starters[0] + hand) % 4 for hand in range(6)]


# 2B Melds


@pytest.mark.parametrize("tiles", ["b8 g8 r8", "b8 b8#2 g8", "b8 b8#2 g8 g8#2 r8 r8#2 y8 y8#2"])
def test_2B_6_a_pierna_is_three_or_more_of_a_number(tiles: str) -> None:
    game = position(rack=f"{tiles} r3", opened=True)
    assert meld(pierna(8, tiles)) in jsons(game)
    game.apply(meld(pierna(8, tiles)))
    assert game.melds[0].canasta == ("pure" if len(tiles.split()) > 6 else None)


def test_2B_6_two_tiles_or_two_numbers_are_no_pierna() -> None:
    game = position(rack="b8 g8 r8 r9", opened=True)
    refused(game, meld(pierna(8, "b8 g8")), "at least 3 tiles")
    refused(game, meld(pierna(8, "b8 g8 r9")), "does not belong")


@pytest.mark.parametrize(
    ("start", "tiles"),
    [
        (1, "g1 g2 g3"),
        (12, "g12 g13 g1"),
        (1, "g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13 g1#2"),
        (13, None),
        (12, "g12 g13 J"),
        (1, "J g2 g3"),
    ],
)
def test_2B_7_an_escalera_lies_between_1_and_14(start: int, tiles: str | None) -> None:
    game = position(rack="g1 g1#2 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13 J r3", opened=True)
    if tiles is None:
        refused(game, meld(run("g", 12, "g12 g13 g1 g2")), "position 1 to 14")
        refused(game, meld(run("g", 13, "g13 g1 g2")), "position 1 to 14")
        refused(game, meld(run("g", 3, "g3 g1 g4")), "cannot stand")
    else:
        assert meld(run("g", start, tiles)) in jsons(game)
        game.apply(meld(run("g", start, tiles)))


def test_2B_7_a_run_grows_at_both_ends_one_per_action() -> None:
    game = position(rack="g3 g4 g8 g9 g1 r3", laid=[run("g", 5, "g5 g6 g7")])
    assert added(0, "low", "g3 g4") in jsons(game)
    game.apply(added(0, "low", "g3 g4"))
    game.apply(added(0, "high", "g8"))
    refused(game, added(0, "high", "g1"), "cannot stand")
    refused(game, added(0, "set", "g9"), "low or high end")
    assert game.melds[0].as_dict() == run("g", 3, "g3 g4 g5 g6 g7 g8")


def test_2B_7_nothing_goes_below_1_or_above_14() -> None:
    game = position(
        rack="J r3 b9", laid=[run("g", 1, "g1 g2 g3"), run("b", 12, "b12 b13 b1")], opened=True
    )
    ends = {(a["meld"], a["end"]) for a in jsons(game) if a["a"] == "extend"}
    assert ends == {(0, "high"), (1, "low")}
    refused(game, added(0, "low", "J"), "position 1 to 14")
    refused(game, added(1, "high", "J"), "position 1 to 14")


@pytest.mark.parametrize("wild", ["J", "b2", "r2"])
def test_2B_8_one_wildcard_per_meld_at_most(wild: str) -> None:
    game = position(rack=f"{wild} J#2 g3 g5 b9 r9 y13", opened=True)
    assert meld(run("g", 3, f"g3 {wild} g5")) in jsons(game)
    assert meld(pierna(9, f"b9 r9 {wild}")) in jsons(game)
    refused(game, meld(pierna(9, f"b9 {wild} J#2")), "one wildcard at most")
    game.apply(meld(run("g", 3, f"g3 {wild} g5")))
    refused(game, added(0, "high", "J#2"), "one wildcard at most")


def test_2B_9_a_two_in_its_own_place_is_natural() -> None:
    game = position(rack="g1 g2 g3 J r3 y9", opened=True)
    game.apply(meld(run("g", 1, "g1 g2 g3")))
    assert game.melds[0].wildcard is None
    game.apply(added(0, "high", "J"))  # the wildcard's place was still free
    other = position(rack="g1 b2 g3 J r3 y9", opened=True)
    other.apply(meld(run("g", 1, "g1 b2 g3")))
    refused(other, added(0, "high", "J"), "one wildcard at most")


def test_2B_9_a_two_of_the_colour_elsewhere_is_wild() -> None:
    game = position(rack="g2 g2#2 g3 g5 g1 r9 r13", opened=True)
    assert meld(run("g", 3, "g3 g2 g5")) in jsons(game)
    assert meld(run("g", 1, "g1 g2 g3 g2#2 g5")) in jsons(game)
    game.apply(meld(run("g", 1, "g1 g2 g3 g2#2 g5")))
    assert game.melds[0].wildcard is not None
    assert game.melds[0].wildcard.id == "g2#2"


@pytest.mark.parametrize("rules", BOTH, ids=lambda r: r.name)
def test_2B_9_the_flag_pierna_of_twos(rules: object) -> None:
    tiles, name = "b2 g2 r2", "burako/pairs" if rules is PAIRS else "burako/duel"
    plain = position(make(name, None, {}), rack=f"{tiles} y2 J r3", opened=True)
    refused(plain, meld(pierna(2, tiles)), "twos are wildcards")
    assert not any(m.get("n") == 2 for a in jsons(plain) for m in a.get("melds", []))  # type: ignore[attr-defined]
    with_twos = position(
        make(name, None, {"pierna_of_twos": True}), rack=f"{tiles} y2 J r3", opened=True
    )
    assert meld(pierna(2, f"{tiles} J")) in jsons(with_twos)
    with_twos.apply(meld(pierna(2, tiles)))
    assert with_twos.melds[0].wildcard is None
    assert added(0, "set", "y2 J") in jsons(with_twos)


def test_2B_10_a_placed_wildcard_stays() -> None:
    game = position(rack="g4 g6 r3 r9", laid=[run("g", 3, "g3 J g5")])
    extensions = [a for a in jsons(game) if a["a"] == "extend"]
    assert extensions == [added(0, "high", "g6")]
    game.apply(added(0, "high", "g6"))
    assert game.melds[0].as_dict() == run("g", 3, "g3 J g5 g6")


def test_2B_11_melds_belong_to_the_side() -> None:
    game = position(rack="g8 b6 r3 r9", laid=[run("g", 5, "g5 g6 g7")])
    put_meld(game, 1, run("b", 7, "b7 b8 b9"))
    assert [a for a in jsons(game) if a["a"] == "extend"] == [added(0, "high", "g8")]
    refused(game, added(1, "low", "b6"), "other side")
    refused(game, added(2, "low", "b6"), "no meld 2")
    game.apply(thrown("r3"))
    game.seat, game.phase = 2, "play"  # the partner
    game.racks[2] = mask("g4 g9 y9")
    game.apply(added(0, "low", "g4"))


@pytest.mark.parametrize(
    ("tiles", "extra", "kinds"),
    [
        ("g3 g4 g5 g6 g7 g8 g9", "g10", ("pure", "pure")),
        ("g3 g4 g5 J g7 g8 g9", "g10", ("impure", "impure")),
        ("g3 g4 g5 g6 g7 g8 g9", "b2", ("pure", "impure")),
        ("g3 g4 g5 g6 g7 g8", "g9", (None, "pure")),
    ],
)
def test_2B_12_canastas(tiles: str, extra: str, kinds: tuple[str | None, str]) -> None:
    game = position(rack=f"{tiles} {extra} r3", opened=True)
    game.apply(meld(run("g", 3, tiles)))
    assert game.melds[0].canasta == kinds[0]
    assert game.sides[0].canastas == (kinds[0] is not None)
    game.apply(added(0, "high", extra))
    assert game.melds[0].canasta == kinds[1]
    assert game.sides[0].canastas == 1


def test_2B_13_the_first_melding_needs_fifty_in_one_action() -> None:
    low, high = pierna(5, "b5 g5 r5"), pierna(8, "b8 g8 r8")
    game = position(rack="b5 g5 r5 b8 g8 r8 y1 r1 b1 J r3")
    refused(game, meld(low), "50 points and this has 15")
    refused(game, meld(low, high), "50 points and this has 45")
    assert meld(high) not in jsons(game)
    both = game.copy()
    both.apply(meld(high, pierna(1, "y1 r1 b1")))  # 30 + 45
    assert both.opened[0]
    game.apply(meld(pierna(8, "b8 g8 J")))  # a wildcard counts its own face: 70
    assert game.opened[2]
    assert not game.opened[1]
    assert meld(low) in jsons(game)  # later melds may be worth anything


def test_2B_13_bonuses_do_not_help_to_open() -> None:
    game = position(rack="g3 g4 g5 g6 g7 g8 g9 r3")
    refused(game, meld(CANASTA), "50 points and this has 45")


def test_2B_13_the_flag_opening_per_player() -> None:
    rules = make("burako/pairs", None, {"opening_per": "player"})
    game = position(rules, rack="g8 b5 g5 r5 r9 y9 b9 J y3", laid=[])
    put_meld(game, 0, run("g", 5, "g5#2 g6 g7"))
    game.opened = [False, False, True, False]
    refused(game, meld(pierna(5, "b5 g5 r5")), "50 points")
    refused(game, meld(pierna(9, "r9 y9 b9")), "50 points and this has 30")
    game.apply(added(0, "high", "g8"))  # extending is open to all of the side
    assert not game.opened[0]
    game.apply(meld(pierna(9, "r9 y9 J")))
    assert game.opened[0]


def test_2B_13_extensions_do_not_count_for_opening() -> None:
    rules = make("burako/pairs", None, {"opening_per": "player"})
    game = position(rules, rack="J g8 b8 r8 y3", laid=[])
    put_meld(game, 0, run("g", 5, "g5 g6 g7"))
    game.opened = [False] * 4
    game.apply(added(0, "high", "J"))  # 50 points, but an extension
    refused(game, meld(pierna(8, "g8 b8 r8")), "50 points and this has 30")


def test_2B_13_opened_is_public() -> None:
    game = position(rack="b8 g8 J r3")
    game.apply(meld(pierna(8, "b8 g8 J")))
    assert game.view(1).opened == (True, False, True, False)
    assert ids_of(game.racks[0]) == ["r3#1"]
