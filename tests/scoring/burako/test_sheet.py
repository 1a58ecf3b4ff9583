"""The sheet: it accepts every hand that can be played and refuses the rest field by field."""

import copy

import pytest

from scoring.burako import (
    SEED_RULES,
    BurakoRuleSet,
    SheetRefusedError,
    read_sheet,
    read_tile_hand,
    sheet_as_dict,
)
from tests.scoring.burako.play import play_hand
from tests.scoring.burako.sheet_hands import DUEL, PAIRS, PLAYED, Data, changed, codes, errors


@pytest.mark.parametrize(("data", "seats"), [(DUEL, 2), (PAIRS, 4)])
def test_an_ordinary_hand_is_accepted(data: Data, seats: int) -> None:
    reading = read_sheet(SEED_RULES, data, seats=seats)
    assert reading.errors == ()
    assert reading.sheet is not None
    assert read_sheet(SEED_RULES, sheet_as_dict(reading.sheet), seats=seats) == reading


def test_2E_totals_of_the_ordinary_hands() -> None:
    assert read_sheet(SEED_RULES, DUEL, seats=2).accepted().totals == (700, -235)
    assert read_sheet(SEED_RULES, PAIRS, seats=4).accepted().totals == (450, 0)


def test_2I_the_sheet_knows_that_the_worked_examples_are_only_arithmetic() -> None:
    """2I says so itself: a closing side has laid at least 22 tiles."""
    e1 = changed(PAIRS, {**PLAYED, "laid_points": 75, "rack_points": [0, 25]})
    assert errors(e1) == {"sides.0.laid_points": "laid_too_few_tiles"}
    reading = read_sheet(SEED_RULES, e1, seats=4)
    assert reading.score is not None
    assert reading.score.totals[0] == 350


def test_a_refused_sheet_still_shows_its_subtotal_but_is_not_accepted() -> None:
    reading = read_sheet(SEED_RULES, changed(DUEL, {"laid_points": 301}), seats=2)
    assert reading.score is not None
    assert reading.score.totals == (701, -235)
    with pytest.raises(SheetRefusedError) as caught:
        reading.accepted()
    assert caught.value.errors == reading.errors
    assert reading.errors[0].as_dict() == {
        "field": "sides.0.laid_points",
        "code": "points_not_makeable",
        "params": {"points": 301},
        "message": "No set of tiles is worth 301 points; count again.",
    }


def test_all_faults_are_reported_at_once() -> None:
    data = changed(
        DUEL,
        {"closed": "yes", "pure_canastas": -1, "laid_points": True, "rack_points": [0, 0]},
        {"muerto": "lost", "rack_points": [1.5], "impure_canastas": 10**6000, "extra": 1},
    )
    del data["sides"][1]["laid_points"]
    assert codes(read_sheet(SEED_RULES, data, seats=2)) == {
        "sides.0.closed": "not_yes_or_no",
        "sides.0.pure_canastas": "out_of_range",
        "sides.0.laid_points": "not_a_whole_number",
        "sides.0.rack_points": "wrong_length",
        "sides.1.extra": "unknown_field",
        "sides.1.laid_points": "missing",
        "sides.1.impure_canastas": "out_of_range",
        "sides.1.muerto": "not_a_choice",
        "sides.1.rack_points.0": "not_a_whole_number",
    }


def test_impossible_facts_of_both_sides_are_reported_at_once() -> None:
    data = changed(DUEL, {"laid_points": 302}, {"laid_points": 40, "rack_points": [0]})
    assert errors(data) == {
        "sides.0.laid_points": "points_not_makeable",
        "sides.1.laid_points": "laid_below_opening",
        "sides.1.rack_points.0": "rack_empty_but_not_closed",
    }


def test_2C20_both_closed() -> None:
    data = changed(DUEL, {}, DUEL["sides"][0])
    assert errors(data) == {"sides.0.closed": "both_closed", "sides.1.closed": "both_closed"}


def test_2C20_closed_without_a_canasta() -> None:
    data = changed(DUEL, {"pure_canastas": 0, "impure_canastas": 0})
    assert errors(data) == {"sides.0.closed": "closed_without_canasta"}


def test_2C20_closed_without_the_muerto() -> None:
    data = changed(DUEL, {"muerto": "untouched"})
    assert errors(data) == {"sides.0.muerto": "closed_without_muerto"}


def test_2G_a_player_alone_cannot_close_with_the_muerto_unplayed() -> None:
    data = changed(DUEL, {"muerto": "taken_unplayed"})
    assert errors(data) == {"sides.0.muerto": "closed_but_muerto_unplayed"}


def test_2C20_the_closers_rack_is_empty_and_only_that() -> None:
    assert errors(changed(DUEL, {"rack_points": [20]})) == {
        "sides.0.rack_points": "closed_but_no_empty_rack"
    }
    base = changed(PAIRS, {"muerto": "played", "muerto_rack": None})
    assert errors(changed(base, {"rack_points": [20, 30]})) == {
        "sides.0.rack_points": "closed_but_no_empty_rack"
    }
    assert errors(changed(base, {"rack_points": [0, 0]})) == {
        "sides.0.rack_points": "closed_with_two_empty_racks"
    }
    assert errors(changed(base, {"rack_points": [20, 0]})) == {}


def test_2C19_nobody_else_can_be_without_tiles() -> None:
    assert errors(changed(PAIRS, {}, {"rack_points": [90, 0]})) == {
        "sides.1.rack_points.1": "rack_empty_but_not_closed"
    }


def test_2C18_which_rack_is_the_unplayed_muerto_must_be_said_if_two_could_be() -> None:
    assert errors(changed(PAIRS, {}, {"muerto_rack": None})) == {
        "sides.1.muerto_rack": "muerto_rack_missing"
    }
    assert errors(changed(PAIRS, {}, {"muerto_rack": 2})) == {"sides.1.muerto_rack": "out_of_range"}


def test_2C18_it_need_not_be_said_if_only_one_can_be() -> None:
    closing = read_sheet(SEED_RULES, changed(PAIRS, {"muerto_rack": None}), seats=4)
    assert closing.accepted().totals == (450, 0)
    duel = changed(DUEL, {}, {"muerto": "taken_unplayed", "laid_points": 100})
    reading = read_sheet(SEED_RULES, duel, seats=2)
    assert reading.errors == ()
    assert reading.sheet is not None
    assert reading.sheet.sides[1].muerto_rack == 0


def test_2C18_a_muerto_rack_without_an_unplayed_muerto() -> None:
    assert errors(changed(PAIRS, {}, {"muerto": "played"})) == {
        "sides.1.muerto_rack": "muerto_rack_not_expected"
    }


@pytest.mark.parametrize("points", [50, 280])
def test_2C18_an_unplayed_muerto_is_eleven_tiles(points: int) -> None:
    data = changed(PAIRS, {}, {"rack_points": [points, 110]})
    assert errors(data) == {"sides.1.muerto_rack": "muerto_rack_not_eleven"}
    nearest = min(max(points, 55), 275)
    pure = {"pure_canastas": 1, "impure_canastas": 0}
    assert errors(changed(PAIRS, {}, {**pure, "rack_points": [nearest, 110]})) == {}


def test_2B8_a_muerto_of_all_wildcards_leaves_none_for_an_impure_canasta() -> None:
    assert errors(changed(PAIRS, {}, {"rack_points": [275, 110]})) == {
        "sides.1.rack_points": "side_not_together"
    }


def test_2C18_the_closers_empty_rack_cannot_be_the_muerto() -> None:
    assert errors(changed(PAIRS, {"muerto_rack": 0})) == {
        "sides.0.muerto_rack": "muerto_rack_not_eleven"
    }


def test_2C17_the_muerto_is_not_taken_by_discards_alone() -> None:
    data = changed(DUEL, {}, {"muerto": "played", "laid_points": 0, "rack_points": [60]})
    assert errors(data) == {"sides.1.muerto": "muerto_taken_nothing_laid"}


def test_2B13_a_side_that_has_laid_has_laid_its_opening() -> None:
    for points, expected in ((5, False), (45, False), (50, True), (0, True)):
        data = changed(DUEL, {}, {"laid_points": points, "rack_points": [100]})
        assert (errors(data) == {}) == expected
    house = BurakoRuleSet(opening_points=75)
    data = changed(DUEL, {}, {"laid_points": 70})
    reading = read_sheet(house, data, seats=2)
    assert codes(reading) == {"sides.1.laid_points": "laid_below_opening"}
    assert reading.errors[0].params == {"opening": 75}


def test_2B12_canastas_need_tiles_and_points() -> None:
    assert errors(changed(DUEL, {"pure_canastas": 15})) == {
        "sides.0.pure_canastas": "canastas_need_more_tiles"
    }
    assert errors(changed(DUEL, {"impure_canastas": 11})) == {
        "sides.0.impure_canastas": "canastas_need_more_tiles"
    }
    assert errors(changed(DUEL, {"impure_canastas": 80})) == {
        "sides.0.impure_canastas": "canastas_need_more_tiles"
    }
    reading = read_sheet(SEED_RULES, changed(DUEL, {"pure_canastas": 7}), seats=2)
    assert codes(reading) == {"sides.0.laid_points": "canastas_need_more_points"}
    assert isinstance(reading.errors[0].params["least"], int)
    assert reading.errors[0].params["least"] > 300


def test_2B12_points_that_the_canastas_do_not_allow() -> None:
    """Fourteen pure canastas leave eight tiles; no way of laying some of them makes 1015."""
    assert (
        errors(changed(DUEL, {"pure_canastas": 14, "impure_canastas": 0, "laid_points": 1015}))[
            "sides.0.laid_points"
        ]
        == "laid_not_with_canastas"
    )


def test_2B6_points_that_no_melds_are_worth() -> None:
    free = BurakoRuleSet(opening_points=0)
    data = changed(DUEL, {}, {"laid_points": 10, "rack_points": [100]})
    assert errors(data, free) == {"sides.1.laid_points": "laid_not_in_melds"}


def test_2C14_a_side_that_laid_nothing_still_has_its_column() -> None:
    assert errors(changed(DUEL, {}, {"laid_points": 0, "rack_points": [50]})) == {
        "sides.1.laid_points": "laid_too_few_tiles"
    }
    assert errors(changed(DUEL, {}, {"laid_points": 0, "rack_points": [55]})) == {}


def test_2I_a_closing_side_has_laid_at_least_22_tiles() -> None:
    reading = read_sheet(
        SEED_RULES, changed(DUEL, {"laid_points": 105, "impure_canastas": 0}), seats=2
    )
    assert codes(reading) == {"sides.0.laid_points": "laid_too_few_tiles"}
    assert reading.errors[0].params == {"least": 22, "most": 21}
    assert errors(changed(DUEL, {"laid_points": 110, "impure_canastas": 0})) == {}


def test_2A1_more_than_there_is_on_one_side() -> None:
    assert errors(changed(DUEL, {}, {"laid_points": 1000, "rack_points": [65]})) == {
        "sides.1.rack_points": "side_not_together"
    }


def test_2A1_more_than_there_is_on_both_sides() -> None:
    data = changed(DUEL, {"laid_points": 600}, {"laid_points": 400, "rack_points": [65]})
    assert errors(data) == {"sides": "table_not_together"}


def test_2A3_an_untouched_muerto_and_the_closing_discard_are_not_on_the_table() -> None:
    """Everything but 12 tiles: those are worth at least 60 points, the cheapest being fives."""
    most = changed(DUEL, {"laid_points": 600}, {"laid_points": 340, "rack_points": [60]})
    assert errors(most) == {}
    over = changed(DUEL, {"laid_points": 600}, {"laid_points": 345, "rack_points": [60]})
    assert errors(over) == {"sides": "table_not_together"}


@pytest.mark.parametrize("seats", [0, 1, 3, 6])
def test_2A2_there_are_two_or_four_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 or 4 seats"):
        read_sheet(SEED_RULES, DUEL, seats=seats)


TILES_HAND: Data = play_hand(1, 4).as_dict()


def tile_errors(data: object) -> dict[str, str]:
    return codes(read_tile_hand(SEED_RULES, data, seats=4))


def test_2A1_a_tile_lies_in_one_place_only() -> None:
    data = copy.deepcopy(TILES_HAND)
    racks = [s["racks"] for s in data["sides"]]
    racks[1][1].append(racks[0][0][0])
    assert tile_errors(data)["sides.1.racks.1"] == "tile_used_twice"
    data = copy.deepcopy(TILES_HAND)
    data["sides"][1]["racks"][1].append(data["sides"][1]["racks"][1][0])
    assert tile_errors(data)["sides.1.racks.1"] == "tile_used_twice"


def test_from_tiles_the_number_of_tiles_is_known_exactly() -> None:
    rack = [f"{c}{n}#1" for c in "bgry" for n in (9, 10, 11)]
    rest = [f"{c}{n}#2" for c in "bgry" for n in (9, 10, 11)]
    empty = {"closed": False, "muerto": "untouched", "melds": [], "racks": [rest[:11]]}
    # ten tens are worth what eleven tiles can be worth, but they are ten tiles
    short = {**empty, "racks": [rack[:10]]}
    reading = read_tile_hand(SEED_RULES, {"sides": [short, empty]}, seats=2)
    assert codes(reading) == {"sides.0.melds": "laid_too_few_tiles"}
    melds = [{"tiles": [f"{c}{n}#{k}" for n in (3, 4, 5, 6, 7)]} for c in "bg" for k in (1, 2)]
    unplayed = {**empty, "muerto": "taken_unplayed", "melds": melds, "racks": [rack]}
    reading = read_tile_hand(SEED_RULES, {"sides": [unplayed, empty]}, seats=2)
    assert codes(reading) == {"sides.0.muerto_rack": "muerto_rack_not_eleven"}


def test_from_tiles_objections_to_the_sheet_are_shown_at_the_tiles() -> None:
    low = {"tiles": ["b3#1", "b4#1", "b5#1"]}
    rack = [f"{c}{n}#1" for c in "gry" for n in (9, 10, 11, 12)]
    other = [f"{c}{n}#2" for c in "gry" for n in (9, 10, 11, 12)]
    base = {"closed": False, "muerto": "untouched", "melds": [], "racks": [other[:11]]}
    data = {"sides": [{**base, "melds": [low], "racks": [rack]}, base]}
    assert codes(read_tile_hand(SEED_RULES, data, seats=2)) == {
        "sides.0.melds": "laid_below_opening"
    }
    broken = {"sides": [{**base, "melds": [{"tiles": ["b3#1", "b9#1", "J#1"]}]}, base]}
    assert codes(read_tile_hand(SEED_RULES, broken, seats=2)) == {
        "sides.0.melds.0": "meld_none_fits"
    }
    unknown = {"sides": [{**base, "melds": [{"tiles": ["b3#1", "b99#1", "J#1"]}]}, base]}
    assert codes(read_tile_hand(SEED_RULES, unknown, seats=2)) == {
        "sides.0.melds.0.tiles.1": "tile_unknown"
    }
