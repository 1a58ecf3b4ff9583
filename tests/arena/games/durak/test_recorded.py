"""The engine against recorded truth: game trees of fixed deals, and whole games."""

import json
from typing import Any

import pytest

from arena.games import replay, rules_from_json
from arena.games.durak.family import PROFILES
from arena.games.durak.options import DurakOptions
from arena.games.durak.view import log_to_json
from tests.arena.games.durak.oracle import Oracle, canonical
from tests.arena.games.durak.recorded import (
    GAMES,
    PERFT,
    EnginePosition,
    deal_recorded,
    notation_lines,
    perft,
    playthrough_path,
)

ENTRIES: list[dict[str, Any]] = json.loads(PERFT.read_text())
every_entry = pytest.mark.parametrize(
    "entry", ENTRIES, ids=[f"{e['profile']}-{len(e['played'])}" for e in ENTRIES]
)


class OraclePosition:
    """The oracle cannot be copied, so every node is played from the deal."""

    def __init__(self, entry: dict[str, Any], further: tuple[dict[str, Any], ...] = ()) -> None:
        self._entry = entry
        self._further = further

    def _played(self) -> Oracle:
        options: DurakOptions = deal_recorded({**self._entry, "played": []}).rules.options
        entry = self._entry
        oracle = Oracle(options, entry["players"], entry["orders"], entry["dealer"])
        for action in (*entry["played"], *self._further):
            oracle.apply(action)
        return oracle

    def moves(self) -> list[dict[str, Any]]:
        return list(self._played().legal())

    def after(self, move: dict[str, Any]) -> "OraclePosition":
        return OraclePosition(self._entry, (*self._further, move))


class OneSpelling(EnginePosition):
    """The engine without the orders that only epaulettes tell apart, as the oracle counts."""

    def moves(self) -> list[dict[str, Any]]:
        return list({canonical(move): move for move in super().moves()}.values())

    def after(self, move: dict[str, Any]) -> "OneSpelling":
        return OneSpelling(super().after(move).game)


@every_entry
def test_a_game_tree_has_as_many_positions_as_recorded(entry: dict[str, Any]) -> None:
    position = EnginePosition(deal_recorded(entry))
    assert perft(position, len(entry["counts"])) == entry["counts"]


@every_entry
def test_the_oracle_counts_the_same_positions(entry: dict[str, Any]) -> None:
    depth = next((d for d, n in enumerate(entry["counts"], start=1) if n > 15), 2)
    depth = min(depth, len(entry["counts"]))
    ours = perft(OneSpelling(deal_recorded(entry)), depth)
    assert perft(OraclePosition(entry), depth) == ours


def test_every_profile_has_game_trees() -> None:
    assert {entry["profile"] for entry in ENTRIES} == set(PROFILES)


def test_every_profile_has_a_playthrough_and_no_other_has() -> None:
    assert {path.name for path in GAMES.iterdir()} == {
        playthrough_path(name).name for name in PROFILES
    }


@pytest.mark.parametrize("profile", PROFILES)
def test_a_playthrough_is_played_again(profile: str) -> None:
    stored = json.loads(playthrough_path(profile).read_text())
    assert stored["rules"]["name"] == profile
    game = replay(rules_from_json(stored["rules"]), stored["seed"], stored["log"])
    assert game.outcome is not None
    assert game.outcome.to_json() == stored["outcome"]
    assert log_to_json(game.log) == stored["log"]
    assert notation_lines(game) == stored["notation"]
