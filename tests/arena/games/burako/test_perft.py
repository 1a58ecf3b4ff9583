"""Game-tree counts from fixed deals: they change only when the rules do."""

import json

import pytest

from arena.games.burako.family import PROFILES
from tests.arena.games.burako.perft import DATA, perft, position_of
from tests.arena.games.burako.table import FLAGS
from tests.arena.games.burako.test_oracle import assert_agrees

ENTRIES = json.loads(DATA.read_text())


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry["seed"]))
def test_the_counts_are_as_stored(entry: dict[str, list[int]]) -> None:
    game = position_of(entry)
    assert_agrees(game)
    assert [perft(game, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


def test_every_profile_has_counts() -> None:
    assert {entry["profile"] for entry in ENTRIES} == set(PROFILES)
    assert {name for entry in ENTRIES for name in entry["options"]} == {
        name for flags in FLAGS.values() for name in flags
    }
    phases = {position_of(entry).phase for entry in ENTRIES}
    assert {"draw", "play"} <= phases
