"""The tiles (2A.1) and their values (2E)."""

from collections import Counter

import pytest

from scoring.burako import (
    SEED_RULES,
    TILES,
    BurakoRuleSet,
    Kind,
    MalformedTileError,
    TileValues,
    face_points,
    tile,
)
from tests.scoring.burako.oracle_score import points_of
from tests.scoring.burako.play import fresh_deck


def test_2A1_there_are_106_tiles_worth_1060() -> None:
    assert len(TILES) == len(set(TILES)) == 106
    assert face_points(SEED_RULES, TILES) == 1060
    assert Counter(t.number for t in TILES) == {0: 2} | dict.fromkeys(range(1, 14), 8)
    assert Counter(t.colour for t in TILES) == {None: 2} | dict.fromkeys("bgry", 26)


def test_2A1_ids_name_the_tiles() -> None:
    assert sorted(t.id for t in TILES) == sorted(fresh_deck())
    green = tile("g7#2")
    assert (green.colour, green.number, green.kind, str(green)) == ("g", 7, Kind.LOW, "g7#2")
    assert tile("J#1").is_joker


def test_2E_every_face_value() -> None:
    assert all(face_points(SEED_RULES, [t]) == points_of(t.id) for t in TILES)


def test_2E_house_values_apply_by_kind() -> None:
    house = BurakoRuleSet(tile_values=TileValues(joker=1, two=2, ace=3, low=4, high=6))
    heap = [tile(i) for i in ("J#1", "b2#1", "b1#1", "b3#1", "b7#1", "b8#1", "b13#1")]
    assert [face_points(house, [t]) for t in heap] == [1, 2, 3, 4, 4, 6, 6]


def test_2B8_jokers_and_twos_can_be_wild() -> None:
    assert {t.number for t in TILES if t.can_be_wild} == {0, 2}


@pytest.mark.parametrize(
    "text",
    ["", "g14#1", "g0#1", "g7", "g7#3", "G7#1", "J", "J#0", "g07#1", " g7#1", 7, None, ["g7#1"]],
)
def test_a_malformed_id_is_refused(text: object) -> None:
    with pytest.raises(MalformedTileError) as caught:
        tile(text)
    assert caught.value.codes == {"tile_unknown"}
