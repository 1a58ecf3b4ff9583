"""Golden playthroughs: ``python -m tests.arena.games.burako.golden`` writes them anew.

Two hands for every profile: one played at random, one by a player who lays what can be laid, so
that openings, both ways to the muerto, consultations and a close are among them.  A file tells the
hand in the short notation beside every action, so that a change of the rules can be read in a diff.
"""

import json
import random
from itertools import count
from pathlib import Path
from typing import Any

from arena.games.burako.family import PROFILES, make
from arena.games.burako.game import Game
from tests.arena.games.burako.table import Player, keen_player, play, random_player

FOLDER = Path(__file__).parent / "data"
PLAYERS: dict[str, Player] = {"random": random_player, "keen": keen_player}


def path_of(profile: str, player: str) -> Path:
    return FOLDER / f"golden-{profile.replace('/', '-')}-{player}.json"


def story(game: Game, seed: str) -> dict[str, Any]:
    """The hand as it is stored, from a finished game."""
    views = []
    again = game.rules.deal(seed)
    for number, (seat, action) in enumerate(game.log):
        if number % 40 == 0:
            view = again.view(seat).to_json()
            del view["log"]
            views.append([number, view])
        again.apply(action)
    return {
        "rules": game.rules.to_json(),
        "seed": seed,
        "lines": [[seat, str(action), action.to_json()] for seat, action in game.log],
        "views": views,
        "outcome": game.outcome.to_json() if game.outcome else None,
    }


def text(data: dict[str, Any]) -> str:
    """JSON with one action per line."""
    rows = {
        key: "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in data[key]) + "\n]"
        for key in ("lines", "views")
    }
    rest = {key: json.dumps(data[key]) for key in ("rules", "seed", "outcome")}
    members = {**rest, **rows}
    return "{\n" + ",\n".join(f'"{key}": {value}' for key, value in members.items()) + "\n}\n"


def ways_to_the_muerto(game: Game, seed: str) -> set[str]:
    """2C.17 direct, 2C.18 by discard."""
    ways = set()
    again = game.rules.deal(seed)
    for _, action in game.log:
        before = [side.taken_by for side in again.sides]
        again.apply(action)
        if [side.taken_by for side in again.sides] != before:
            ways.add("discard" if action.kind == "discard" else "direct")
    return ways


def tells_enough(game: Game, player: str, seed: str) -> bool:
    """A keen hand is closed after a question to the partner, or with a muerto taken directly."""
    if player == "random":
        return True
    asked = any(action.kind == "consult" for _, action in game.log)
    alone = game.rules.players == 2
    return game.reason == "closed" and (
        "direct" in ways_to_the_muerto(game, seed) if alone else asked
    )


def main() -> None:
    for profile in PROFILES:
        rules = make(profile, None, {})
        for name, player in PLAYERS.items():
            for number in count():
                seed = f"golden {number}"
                game = play(rules.deal(seed), player, random.Random(seed))
                if tells_enough(game, name, seed):
                    path_of(profile, name).write_text(text(story(game, seed)))
                    break


if __name__ == "__main__":
    main()
