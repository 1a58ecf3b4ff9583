"""The sheet never refuses what really happened, and reads or refuses anything at all."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.burako import (
    SEED_RULES,
    TEMPLATES,
    BurakoRuleSet,
    SheetRefusedError,
    TileValues,
    read_sheet,
    read_tile_hand,
)
from tests.scoring.burako.play import PlayedHand, play_hand
from tests.scoring.burako.sheet_hands import codes
from tests.scoring.burako.strategies import (
    json_values,
    played_hands,
    sheets,
    tile_hands,
    tile_values,
    well_formed_sheets,
)

# --- never refuse what really happened -----------------------------------------------------


@pytest.mark.long
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
