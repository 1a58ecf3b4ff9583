"""Every fault that a sheet, its rules or its melds can have has a code, a sentence and a case."""

from collections.abc import Callable

import pytest

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
    extend,
    match_progress,
    meld_from_dict,
    read_sheet,
    tile,
)
from scoring.reading import ShapeCode
from tests.scoring.burako.sheet_hands import DUEL, PAIRS, PLAYED, Data, changed, codes, errors

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
