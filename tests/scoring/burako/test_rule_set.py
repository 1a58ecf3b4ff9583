"""The rule set: the seed's values, its bounds, and its stored form."""

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given

from scoring.burako import (
    SEED_RULES,
    BurakoRuleSet,
    OpeningPer,
    RuleSetRefusedError,
    TileValues,
    UnplayedRackFree,
)
from scoring.burako.rule_set import TILES_OF_KIND
from scoring.burako.tiles import KIND_COUNTS, TILES, face_points
from tests.scoring.burako.strategies import json_values, rule_sets


def refused(**values: object) -> dict[str, str]:
    loose: dict[str, Any] = values
    with pytest.raises(RuleSetRefusedError) as caught:
        BurakoRuleSet(**loose)
    return {error.field: error.code for error in caught.value.errors}


def test_2E_2F_the_defaults_are_the_seeds() -> None:
    assert SEED_RULES.tile_values == TileValues(joker=50, two=20, ace=15, low=5, high=10)
    assert (SEED_RULES.pure_canasta, SEED_RULES.impure_canasta, SEED_RULES.close) == (200, 100, 100)
    assert (SEED_RULES.muerto_not_played, SEED_RULES.muerto_played) == (100, 0)
    assert SEED_RULES.opening_points == 50
    assert (SEED_RULES.target_points, SEED_RULES.hand_limit) == (3000, None)
    assert SEED_RULES.time_limit_minutes is None
    assert SEED_RULES.unplayed_rack_free is UnplayedRackFree.CLOSER
    assert SEED_RULES.opening_per is OpeningPer.SIDE
    assert not SEED_RULES.pierna_of_twos
    assert not SEED_RULES.may_end_hand


def test_the_stored_form_is_pinned() -> None:
    """Stored matches depend on it: a change here needs a new schema number and a way to read 1."""
    assert SEED_RULES.as_dict() == {
        "schema": 1,
        "tile_values": {"joker": 50, "two": 20, "ace": 15, "low": 5, "high": 10},
        "pure_canasta": 200,
        "impure_canasta": 100,
        "close": 100,
        "muerto_not_played": 100,
        "muerto_played": 0,
        "opening_points": 50,
        "target_points": 3000,
        "hand_limit": None,
        "time_limit_minutes": None,
        "unplayed_rack_free": "closer",
        "pierna_of_twos": False,
        "opening_per": "side",
        "may_end_hand": False,
    }


@given(rule_sets)
def test_a_rule_set_survives_json(rules: BurakoRuleSet) -> None:
    assert BurakoRuleSet.from_dict(json.loads(json.dumps(rules.as_dict()))) == rules


def test_plain_strings_become_members() -> None:
    loose: dict[str, Any] = {"unplayed_rack_free": "both", "opening_per": "player"}
    rules = BurakoRuleSet(**loose)
    assert rules.unplayed_rack_free is UnplayedRackFree.BOTH
    assert rules.opening_per is OpeningPer.PLAYER


def test_every_bad_value_is_named_at_once() -> None:
    assert refused(
        tile_values=TileValues(joker=0, two=501),
        pure_canasta=-1,
        close=True,
        opening_points=2.5,
        target_points=0,
        hand_limit=1001,
        unplayed_rack_free="nobody",
        pierna_of_twos=1,
    ) == {
        "tile_values.joker": "out_of_range",
        "tile_values.two": "out_of_range",
        "pure_canasta": "out_of_range",
        "close": "not_a_whole_number",
        "opening_points": "not_a_whole_number",
        "target_points": "out_of_range",
        "hand_limit": "out_of_range",
        "unplayed_rack_free": "not_a_choice",
        "pierna_of_twos": "not_yes_or_no",
    }


def test_2B13_an_opening_dearer_than_all_tiles_is_refused() -> None:
    assert BurakoRuleSet(opening_points=1060).opening_points == 1060
    assert refused(opening_points=1061) == {"opening_points": "out_of_range"}
    ones = TileValues(joker=1, two=1, ace=1, low=1, high=1)
    assert refused(tile_values=ones, opening_points=107) == {"opening_points": "out_of_range"}
    with pytest.raises(RuleSetRefusedError) as caught:
        BurakoRuleSet.from_dict({**SEED_RULES.as_dict(), "opening_points": 10_000})
    (error,) = caught.value.errors
    assert error.message == "Enter a number from 0 to 1060."


def test_2A1_the_counts_of_the_kinds_are_those_of_the_tiles() -> None:
    assert TILES_OF_KIND == KIND_COUNTS
    assert SEED_RULES.tile_values.of_all_tiles == face_points(SEED_RULES, TILES)


def test_a_match_must_be_able_to_end() -> None:
    assert refused(target_points=None) == {"target_points": "no_match_end"}
    assert BurakoRuleSet(target_points=None, hand_limit=8).hand_limit == 8
    assert BurakoRuleSet(target_points=None, time_limit_minutes=60).time_limit_minutes == 60


def test_tile_values_of_the_wrong_type_are_refused() -> None:
    assert set(refused(tile_values={"joker": 50})) == {
        f"tile_values.{f.name}" for f in dataclasses.fields(TileValues)
    }


@pytest.mark.parametrize("schema", [0, 2, "1", None, True, 1.0, [1]])
def test_another_version_is_refused_with_that_reason_alone(schema: object) -> None:
    with pytest.raises(RuleSetRefusedError) as caught:
        BurakoRuleSet.from_dict({"schema": schema, "future": 1})
    assert [(e.field, e.code) for e in caught.value.errors] == [("schema", "unknown_schema")]
    assert caught.value.errors[0].message.endswith("version 1.")


def test_unknown_and_missing_fields_are_refused_by_name() -> None:
    data = SEED_RULES.as_dict()
    del data["close"]
    data["closing"] = 100
    data["tile_values"] = {"joker": 50, "two": 20, "ace": 15, "low": 5, "hi": 10}
    with pytest.raises(RuleSetRefusedError) as caught:
        BurakoRuleSet.from_dict(data)
    assert {e.field: e.code for e in caught.value.errors} == {
        "close": "missing",
        "closing": "unknown_field",
        "tile_values.hi": "unknown_field",
        "tile_values.high": "missing",
    }


@given(json_values)
def test_nothing_foreign_breaks_the_reader(data: object) -> None:
    with pytest.raises(RuleSetRefusedError):
        BurakoRuleSet.from_dict(data)
