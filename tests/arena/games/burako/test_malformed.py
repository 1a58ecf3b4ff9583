"""Foreign data: whatever arrives, the answer is a sentence and the hand stays as it was."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import IllegalAction, MalformedAction
from arena.games.burako.reading import read_action
from tests.arena.games.burako.table import PAIRS, keen_player, meld, pierna, run
from tests.scoring.burako.strategies import json_values, tile_ids


def one(**meld_fields: object) -> dict[str, object]:
    return {"a": "meld", "melds": [meld_fields]}


DEEP: list[object] = []
for _ in range(200):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "as an object"),
        ([], "as an object"),
        ("draw", "as an object"),
        ({}, 'Set "a"'),
        ({"a": "fly"}, 'Set "a"'),
        ({"a": ["draw"]}, 'Set "a"'),
        ({"a": "draw", "b": 1}, "Send only"),
        ({"a": "discard"}, 'Add "tile"'),
        ({"a": "discard", "tile": 7}, "is not a tile"),
        ({"a": "discard", "tile": "b14#1"}, "is not a tile"),
        ({"a": "discard", "tile": "x" * 10**6}, "is not a tile"),
        ({"a": "answer", "close": 1}, "true or false"),
        ({"a": "meld", "melds": []}, "not empty"),
        ({"a": "meld", "melds": {}}, "not empty"),
        ({"a": "meld", "melds": [{}]}, 'Set "t"'),
        ({"a": "meld", "melds": [7]}, "each meld as an object"),
        ({"a": "meld", "melds": [pierna(8, "b8 g8 r8")] * 36}, "at most 35"),
        (one(t="set", n=True, tiles=["b8#1"]), 'Set "n"'),
        (one(t="set", n=10**4000, tiles=["b8#1"]), 'Set "n"'),
        (
            one(t="run", c="x", start=1, tiles=["b8#1"]),
            'Set "c"',
        ),
        (one(t="run", c="b", start=0, tiles=["b8#1"]), "start"),
        (
            one(t="run", c="b", start=1.0, tiles=["b1#1"]),
            "start",
        ),
        (meld(pierna(8, "b8 b8 g8")), "b8#1 stands there twice"),
        (meld(pierna(8, "b8 g8 r8"), run("b", 7, "b7 b8 b9")), "Name each tile once"),
        ({"a": "meld", "melds": [{"t": "set", "n": 8, "tiles": ["b8#1"] * 1000}]}, "at most 106"),
        ({"a": "extend", "meld": -1, "end": "low", "tiles": ["b8#1"]}, 'Set "meld"'),
        ({"a": "extend", "meld": 0, "end": "top", "tiles": ["b8#1"]}, 'Set "end"'),
        ({"a": "extend", "meld": 0, "end": "low"}, 'Add "tiles"'),
        ({"a": "consult", "plan": []}, "not empty"),
        ({"a": "consult", "plan": [{"a": "draw"}]}, "made of melds"),
        ({"a": "consult", "plan": [{"a": "consult", "plan": []}]}, "made of melds"),
        ({"a": "consult", "plan": [{"a": "discard", "tile": "b8#1"}] * 107}, "at most 106"),
        ({"a": "consult", "plan": DEEP}, "made of melds"),
    ],
)
def test_malformed_actions_are_refused_with_a_sentence(data: object, says: str) -> None:
    with pytest.raises(MalformedAction, match=says) as refused:
        read_action(data)
    assert len(str(refused.value)) < 300
    game = PAIRS.deal(seed=1)
    before = game.reveal()
    with pytest.raises(MalformedAction) as at_the_table:
        game.apply(data)  # type: ignore[arg-type]
    assert game.position() in str(at_the_table.value)
    assert game.reveal() == before


_kinds = st.sampled_from(
    ["draw", "take_pozo", "end_hand", "meld", "extend", "consult", "answer", "discard"]
)
_melds = st.fixed_dictionaries(
    {"t": st.sampled_from(["run", "set"]), "tiles": st.lists(tile_ids, max_size=4) | json_values},
    optional={
        "c": st.sampled_from("bgry") | json_values,
        "start": st.integers(-1, 15) | json_values,
        "n": st.integers(-1, 15) | json_values,
    },
)
_actions = st.fixed_dictionaries(
    {"a": _kinds},
    optional={
        "tile": tile_ids | json_values,
        "tiles": st.lists(tile_ids, max_size=4) | json_values,
        "melds": st.lists(_melds, max_size=3) | json_values,
        "meld": st.integers(-1, 40) | json_values,
        "end": st.sampled_from(["low", "high", "set"]) | json_values,
        "close": st.booleans() | json_values,
        "plan": st.lists(st.fixed_dictionaries({"a": _kinds}), max_size=2) | json_values,
    },
)
GAME = PAIRS.deal(seed=2)
for _step in range(70):
    GAME.apply(keen_player(GAME, random.Random(_step)))


@settings(deadline=None, max_examples=150)
@given(_actions | json_values)
def test_anything_may_arrive(data: object) -> None:
    before = GAME.reveal()
    twin = GAME.copy()
    try:
        twin.apply(data)  # type: ignore[arg-type]
    except (MalformedAction, IllegalAction):
        assert twin.reveal() == before
    assert GAME.reveal() == before


def test_objects_of_other_kinds_are_no_actions() -> None:
    for thing in (object(), 7, "draw", b"draw", PAIRS, type):
        with pytest.raises(MalformedAction):
            GAME.copy().apply(thing)  # type: ignore[arg-type]
