"""Durak's options as values: complete, strict, versioned (RULES 1B)."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.durak.cards import SUITS
from arena.games.durak.options import (
    NUMBER_CHOICES,
    NUMBER_RANGES,
    OPTION_NAMES,
    WORD_CHOICES,
    YES_NO,
    DurakOptions,
    OptionsRefusedError,
)

TABLE_1B = [
    "deck",
    "packs",
    "naming",
    "hand_size",
    "attack_limit",
    "limit_by_defender_hand",
    "trump_card",
    "trump_mode",
    "first_attacker",
    "next_game",
    "redeal",
    "throw_in",
    "opening_multi",
    "pre_defence_window",
    "throw_multi",
    "transfer",
    "transfer_multi",
    "transfer_count",
    "show_limit",
    "transfer_dir",
    "dir_lasts",
    "transfer_trump",
    "transfer_two_left",
    "after_take",
    "draw_order",
    "last_card_win",
    "teams",
    "team_end",
    "epaulettes",
    "trump_swap",
    "change_trump",
    "suit_order",
    "number_trump",
    "club_rule",
    "low_beats_high",
    "suit_matrix",
    "quicky",
    "secret",
    "weli",
    "cheating",
    "stall_limit",
]


def option_values() -> st.SearchStrategy[dict[str, object]]:
    """Any value of each option's own type, whether or not they go together."""
    matrix_row = st.tuples(*[st.booleans()] * 4)
    return st.fixed_dictionaries(
        {
            **{name: st.sampled_from(values) for name, values in WORD_CHOICES.items()},
            **{name: st.sampled_from(values) for name, values in NUMBER_CHOICES.items()},
            **{name: st.integers(*bounds) for name, bounds in NUMBER_RANGES.items()},
            **{name: st.booleans() for name in YES_NO},
            "stall_limit": st.none() | st.integers(*NUMBER_RANGES["stall_limit"]),
            "suit_order": st.permutations(SUITS).map(tuple),
            "suit_matrix": st.tuples(*[matrix_row] * 4),
        }
    )


def test_the_fields_are_the_41_options_of_the_table_in_its_order() -> None:
    assert list(OPTION_NAMES) == TABLE_1B
    assert len(OPTION_NAMES) == 41


def test_the_defaults_are_those_of_a_bare_game() -> None:
    bare = DurakOptions()
    assert (bare.deck, bare.packs, bare.hand_size, bare.attack_limit) == (36, 1, 6, 6)
    assert bare.next_game == "lowest_trump_again"
    assert bare.throw_in == "all"
    assert bare.transfer == "off"
    assert bare.after_take == "capped"
    assert bare.epaulettes == "tag"
    assert bare.suit_order == ("D", "C", "H", "S")
    assert bare.stall_limit is None


@given(option_values())
def test_stored_options_come_back_equal_through_json(values: dict[str, Any]) -> None:
    options = DurakOptions(**values)
    stored = options.as_dict()
    assert set(stored) == {"schema", *OPTION_NAMES}
    assert DurakOptions.from_dict(json.loads(json.dumps(stored))) == options
    assert hash(DurakOptions.from_dict(stored)) == hash(options)


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_a_stored_form_without_an_option_is_refused(name: str) -> None:
    stored = DurakOptions().as_dict()
    del stored[name]
    with pytest.raises(OptionsRefusedError) as refused:
        DurakOptions.from_dict(stored)
    assert [(e.field, e.code) for e in refused.value.errors] == [(name, "missing")]


WRONG: tuple[object, ...] = (
    {},
    [],
    b"36",
    1.5,
    float("nan"),
    "",
    "x" * 100_000,
    10**5000,
    -1,
    [[[]]],
    ["D"] * 4,
    [["D"]] * 4,
    object(),
)


@pytest.mark.parametrize("name", OPTION_NAMES)
@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
def test_a_wrong_value_is_refused_at_its_field_with_a_short_sentence(
    name: str, value: object
) -> None:
    with pytest.raises(OptionsRefusedError) as refused:
        DurakOptions.from_dict({**DurakOptions().as_dict(), name: value})
    assert {error.field.split(".")[0] for error in refused.value.errors} == {name}
    assert all(1 < len(error.message) < 250 for error in refused.value.errors)
    with pytest.raises(OptionsRefusedError):
        replace(DurakOptions(), **{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [*NUMBER_RANGES, *NUMBER_CHOICES])
def test_yes_and_no_are_no_numbers(name: str) -> None:
    for value in (True, False):
        with pytest.raises(OptionsRefusedError):
            DurakOptions.from_dict({**DurakOptions().as_dict(), name: value})


@pytest.mark.parametrize("name", YES_NO)
def test_numbers_are_no_yes_or_no(name: str) -> None:
    for value in (0, 1, None):
        with pytest.raises(OptionsRefusedError):
            DurakOptions.from_dict({**DurakOptions().as_dict(), name: value})


@pytest.mark.parametrize("data", [None, 3, "durak", [], {"schema": 2}, {"schema": True}, {1: 2}])
def test_what_is_no_stored_form_is_refused(data: object) -> None:
    with pytest.raises(OptionsRefusedError):
        DurakOptions.from_dict(data)


def test_another_version_is_the_only_reason_given() -> None:
    with pytest.raises(OptionsRefusedError) as refused:
        DurakOptions.from_dict({"schema": 2, "deck": "all"})
    assert [error.code for error in refused.value.errors] == ["unknown_schema"]


def test_a_field_nobody_knows_is_refused() -> None:
    with pytest.raises(OptionsRefusedError) as refused:
        DurakOptions.from_dict({**DurakOptions().as_dict(), "jokers": 2})
    assert [(e.field, e.code) for e in refused.value.errors] == [("jokers", "unknown_field")]


def test_every_fault_is_named_at_once() -> None:
    faults = {"deck": 40, "throw_in": "nobody", "suit_order": ["D", "D", "H", "S"]}
    with pytest.raises(OptionsRefusedError) as refused:
        DurakOptions.from_dict({**DurakOptions().as_dict(), **faults})
    assert {error.field for error in refused.value.errors} == set(faults)


def test_lists_become_tuples_so_that_options_can_be_keys() -> None:
    loose = DurakOptions(suit_order=["S", "H", "C", "D"])  # type: ignore[arg-type]
    assert loose.suit_order == ("S", "H", "C", "D")
    assert len({loose, DurakOptions()}) == 2


def test_every_option_has_exactly_one_reader() -> None:
    kinds = [*YES_NO, *WORD_CHOICES, *NUMBER_CHOICES, *NUMBER_RANGES, "suit_order", "suit_matrix"]
    assert sorted(kinds) == sorted(field.name for field in fields(DurakOptions))
