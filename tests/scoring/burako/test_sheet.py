"""The sheet: it accepts every hand that can be played and refuses the rest field by field."""

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.burako import (
    SEED_RULES,
    TEMPLATES,
    BurakoRuleSet,
    Code,
    End,
    IllegalMeldError,
    MalformedMeldError,
    MatchRefusedError,
    RuleSetRefusedError,
    SheetReading,
    SheetRefusedError,
    TileValues,
    extend,
    match_progress,
    meld_from_dict,
    read_sheet,
    read_tile_hand,
    sheet_as_dict,
    tile,
)
from scoring.reading import ShapeCode
from tests.scoring.burako.play import PlayedHand, play_hand
from tests.scoring.burako.strategies import (
    json_values,
    played_hands,
    sheets,
    tile_hands,
    tile_values,
    well_formed_sheets,
)

Data = dict[str, Any]

# A hand of two players and one of two pairs that can really have been played.
DUEL: Data = {
    "sides": [
        {
            "closed": True,
            "pure_canastas": 1,
            "impure_canastas": 1,
            "muerto": "played",
            "laid_points": 300,
            "rack_points": [0],
        },
        {
            "closed": False,
            "pure_canastas": 0,
            "impure_canastas": 0,
            "muerto": "untouched",
            "laid_points": 75,
            "rack_points": [60],
        },
    ]
}
PAIRS: Data = {
    "sides": [
        {
            "closed": True,
            "pure_canastas": 1,
            "impure_canastas": 0,
            "muerto": "taken_unplayed",
            "laid_points": 250,
            "rack_points": [0, 145],
            "muerto_rack": 1,
        },
        {
            "closed": False,
            "pure_canastas": 0,
            "impure_canastas": 1,
            "muerto": "taken_unplayed",
            "laid_points": 200,
            "rack_points": [90, 110],
            "muerto_rack": 0,
        },
    ]
}


def changed(base: Data, changes: Data | None = None, other: Data | None = None) -> Data:
    data = copy.deepcopy(base)
    data["sides"][0] |= changes or {}
    data["sides"][1] |= other or {}
    return data


def errors(data: Data, rules: BurakoRuleSet = SEED_RULES) -> dict[str, str]:
    seats = 2 * len(data["sides"][0]["rack_points"])
    return codes(read_sheet(rules, data, seats=seats))


def codes(reading: SheetReading) -> dict[str, str]:
    assert len({e.field for e in reading.errors}) == len(reading.errors), "one error per field"
    filled_in = [e.message.replace(e.field, "") for e in reading.errors]  # whose name may be "%("
    assert all(message and "%(" not in message for message in filled_in)
    return {e.field: e.code for e in reading.errors}


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


# --- never refuse what really happened -----------------------------------------------------


def test_hands_played_to_every_kind_of_end_are_all_accepted() -> None:
    kinds: Counter[tuple[object, ...]] = Counter()
    for seed in range(130):
        for seats in (2, 4):
            hand = play_hand(seed, seats)
            reading = read_tile_hand(SEED_RULES, hand.as_dict(), seats=seats)
            assert reading.errors == (), (seed, seats)
            assert reading.sheet is not None
            kinds.update((s.closed, s.muerto, bool(s.canastas)) for s in reading.sheet.sides)
    # the sample means something only if it reaches the rare ends too
    assert len(kinds) == 6 + 2
    assert min(kinds.values()) >= 3


@settings(max_examples=60, deadline=None)
@given(played_hands(), tile_values, st.booleans())
def test_a_played_hand_is_never_refused_under_any_tile_values(
    hand: PlayedHand, values: TileValues, twos: bool
) -> None:
    """The opening is worth what it is worth in these values, so it is not asked for."""
    rules = BurakoRuleSet(tile_values=values, opening_points=0, pierna_of_twos=twos)
    assert read_tile_hand(rules, hand.as_dict(), seats=hand.seats).errors == ()


# --- anything at all ------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from((2, 4)))
def test_fuzz_a_sheet_of_anything_is_read_or_refused(data: st.DataObject, seats: int) -> None:
    reading = read_sheet(SEED_RULES, data.draw(sheets(seats)), seats=seats)
    codes(reading)
    assert (reading.score is None) == (reading.sheet is None)
    assert reading.errors or reading.score is not None
    for error in reading.errors:
        assert error.code in TEMPLATES
        assert error.as_dict()["message"]


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from((2, 4)))
def test_fuzz_well_formed_sheets_always_have_a_score(data: st.DataObject, seats: int) -> None:
    reading = read_sheet(SEED_RULES, data.draw(well_formed_sheets(seats)), seats=seats)
    codes(reading)
    assert reading.score is not None


@settings(max_examples=150, deadline=None)
@given(tile_hands, st.sampled_from((2, 4)))
def test_fuzz_tiles_of_anything_are_read_or_refused(data: object, seats: int) -> None:
    codes(read_tile_hand(SEED_RULES, data, seats=seats))


@given(json_values)
def test_fuzz_garbage_is_refused(data: object) -> None:
    with pytest.raises(SheetRefusedError):
        read_sheet(SEED_RULES, data, seats=4).accepted()


# --- every code ------------------------------------------------------------------------------


def from_sheet(
    base: Data, changes: Data | None = None, other: Data | None = None, opening: int = 50
) -> set[str]:
    rules = BurakoRuleSet(opening_points=opening)
    return set(errors(changed(base, changes, other), rules).values())


def from_rules(**values: object) -> set[str]:
    with pytest.raises(RuleSetRefusedError) as caught:
        BurakoRuleSet.from_dict({**SEED_RULES.as_dict(), **values})
    return set(caught.value.codes)


def from_match() -> set[str]:
    with pytest.raises(MatchRefusedError) as caught:
        match_progress(SEED_RULES, [], seats=2, time_is_up=True)
    return set(caught.value.codes)


def from_meld(data: object) -> set[str]:
    with pytest.raises((MalformedMeldError, IllegalMeldError)) as caught:
        meld_from_dict(SEED_RULES, data)
    return set(caught.value.codes)


def from_extension() -> set[str]:
    run = meld_from_dict(SEED_RULES, {"tiles": ["g3#1", "g4#1", "g5#1"]})
    with pytest.raises(IllegalMeldError) as caught:
        extend(SEED_RULES, run, End.SET, [tile("g6#1")])
    return set(caught.value.codes)


def a_run(start: int, *tile_ids: str) -> Data:
    return {"t": "run", "c": "g", "start": start, "tiles": list(tile_ids)}


def a_set(number: int, *tile_ids: str) -> Data:
    return {"t": "set", "n": number, "tiles": list(tile_ids)}


UNPLAYED = {"muerto": "taken_unplayed"}
PLAYED = {"muerto": "played", "muerto_rack": None}
NO_CANASTA = {"pure_canastas": 0, "impure_canastas": 0}

REFUSALS: dict[str, Callable[[], set[str]]] = {
    ShapeCode.NOT_AN_OBJECT: lambda: from_meld(7),
    ShapeCode.NOT_A_LIST: lambda: from_meld({"tiles": 7}),
    ShapeCode.WRONG_LENGTH: lambda: set(codes(read_sheet(SEED_RULES, DUEL, seats=4)).values()),
    ShapeCode.MISSING: lambda: from_meld({"t": "run"}),
    ShapeCode.UNKNOWN_FIELD: lambda: from_rules(x=1),
    ShapeCode.UNKNOWN_SCHEMA: lambda: from_rules(schema=2),
    ShapeCode.NOT_A_WHOLE_NUMBER: lambda: from_rules(close="100"),
    ShapeCode.NOT_YES_OR_NO: lambda: from_rules(may_end_hand=0),
    ShapeCode.NOT_A_CHOICE: lambda: from_rules(opening_per="team"),
    ShapeCode.OUT_OF_RANGE: lambda: from_rules(close=-1),
    Code.NO_MATCH_END: lambda: from_rules(target_points=None),
    Code.TILE_UNKNOWN: lambda: from_meld({"tiles": ["g99#1"]}),
    Code.TILE_USED_TWICE: lambda: from_meld({"tiles": ["g3#1", "g3#1", "g3#2"]}),
    Code.MELD_TOO_SHORT: lambda: from_meld({"tiles": ["g3#1"]}),
    Code.MELD_TWO_WILDCARDS: lambda: from_meld(a_set(7, "g7#1", "J#1", "J#2")),
    Code.MELD_NONE_FITS: lambda: from_meld({"tiles": ["g3#1", "g5#1", "g9#1"]}),
    Code.PIERNA_OF_TWOS: lambda: from_meld(a_set(2, "g2#1", "b2#1", "r2#1")),
    Code.PIERNA_OTHER_NUMBER: lambda: from_meld(a_set(7, "g7#1", "b7#1", "r8#1")),
    Code.ESCALERA_TILE_MISPLACED: lambda: from_meld(a_run(3, "g3#1", "g4#1", "g6#1")),
    Code.ESCALERA_PAST_ACE: lambda: from_meld(a_run(13, "g13#1", "g1#1", "J#1")),
    Code.END_NOT_OF_THIS_MELD: from_extension,
    Code.BOTH_CLOSED: lambda: from_sheet(DUEL, {}, DUEL["sides"][0]),
    Code.CLOSED_WITHOUT_CANASTA: lambda: from_sheet(DUEL, NO_CANASTA),
    Code.CLOSED_WITHOUT_MUERTO: lambda: from_sheet(DUEL, {"muerto": "untouched"}),
    Code.CLOSED_BUT_MUERTO_UNPLAYED: lambda: from_sheet(DUEL, UNPLAYED),
    Code.CLOSED_BUT_NO_EMPTY_RACK: lambda: from_sheet(DUEL, {"rack_points": [20]}),
    Code.CLOSED_WITH_TWO_EMPTY_RACKS: lambda: from_sheet(PAIRS, {**PLAYED, "rack_points": [0, 0]}),
    Code.RACK_EMPTY_BUT_NOT_CLOSED: lambda: from_sheet(DUEL, {}, {"rack_points": [0]}),
    Code.MUERTO_RACK_MISSING: lambda: from_sheet(PAIRS, {}, {"muerto_rack": None}),
    Code.MUERTO_RACK_NOT_EXPECTED: lambda: from_sheet(DUEL, {"muerto_rack": 0}),
    Code.MUERTO_RACK_NOT_ELEVEN: lambda: from_sheet(PAIRS, {"rack_points": [0, 50]}),
    Code.MUERTO_TAKEN_NOTHING_LAID: lambda: from_sheet(DUEL, {}, {**PLAYED, "laid_points": 0}),
    Code.POINTS_NOT_MAKEABLE: lambda: from_sheet(DUEL, {"laid_points": 301}),
    Code.LAID_BELOW_OPENING: lambda: from_sheet(DUEL, {}, {"laid_points": 45}),
    Code.LAID_NOT_IN_MELDS: lambda: from_sheet(DUEL, {}, {"laid_points": 10}, opening=0),
    Code.CANASTAS_NEED_MORE_TILES: lambda: from_sheet(DUEL, {"pure_canastas": 15}),
    Code.CANASTAS_NEED_MORE_POINTS: lambda: from_sheet(DUEL, {}, {"pure_canastas": 3}),
    Code.LAID_NOT_WITH_CANASTAS: lambda: from_sheet(
        DUEL, {"pure_canastas": 14, "impure_canastas": 0, "laid_points": 1015}
    ),
    Code.LAID_TOO_FEW_TILES: lambda: from_sheet(DUEL, {}, {"laid_points": 0, "rack_points": [5]}),
    Code.SIDE_NOT_TOGETHER: lambda: from_sheet(
        DUEL, {}, {"laid_points": 1000, "rack_points": [100]}
    ),
    Code.TABLE_NOT_TOGETHER: lambda: from_sheet(DUEL, {"laid_points": 600}, {"laid_points": 500}),
    Code.TIME_NOT_LIMITED: from_match,
}


def test_every_code_has_a_sentence_and_a_test() -> None:
    of_words = {code for code in ShapeCode if "text" in code}  # test_book: a hand has no words
    assert set(TEMPLATES) == {*ShapeCode, *Code} == {*REFUSALS, *of_words}
    assert all(sentence.endswith(".") for sentence in TEMPLATES.values())


@pytest.mark.parametrize("code", list(REFUSALS))
def test_every_code_is_given(code: str) -> None:
    assert code in REFUSALS[code]()
