"""Stored hands play out as they did; every profile has one, and together they show everything."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.games import replay, rules_from_json
from arena.games.burako.family import PROFILES
from arena.games.burako.game import Game
from tests.arena.games.burako.golden import FOLDER, PLAYERS, path_of, story, ways_to_the_muerto

FILES = sorted(FOLDER.glob("golden-*.json"))


def test_every_profile_has_its_playthroughs() -> None:
    expected = {path_of(profile, player) for profile in PROFILES for player in PLAYERS}
    assert set(FILES) == expected


def replayed(path: Path) -> tuple[Game, dict[str, Any]]:
    stored = json.loads(path.read_text())
    log = [[seat, action] for seat, _, action in stored["lines"]]
    game = replay(rules_from_json(stored["rules"]), stored["seed"], log)
    assert isinstance(game, Game)
    return game, stored


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_hand_plays_out_as_stored(path: Path) -> None:
    game, stored = replayed(path)
    assert game.outcome is not None
    assert json.loads(json.dumps(story(game, stored["seed"]))) == stored


def test_together_they_show_every_kind_of_action_and_both_ways_to_the_muerto() -> None:
    kinds, ways, reasons = set(), set(), set()
    for path in FILES:
        game, stored = replayed(path)
        kinds |= {action.kind for _, action in game.log}
        ways |= ways_to_the_muerto(game, stored["seed"])
        reasons.add(stored["outcome"]["reason"])
    assert kinds == {
        "draw", "take_pozo", "meld", "extend", "consult", "answer", "discard"
    }  # fmt: skip
    assert ways == {"discard", "direct"}
    assert "closed" in reasons
