"""Recorded truth: counts of the game tree (perft) and whole games, in files beside this one.

Written only by ``python -m tests.arena.games.durak.recorded``, when the rules themselves have
changed; a change of the engine must leave them as they are.
"""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from arena.games import rules
from arena.games.durak.family import PROFILES
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from arena.games.durak.view import log_to_json
from tests.arena.games.durak.hidden import stacked_orders
from tests.arena.games.durak.random_play import RandomPlayer, finished, steps

PERFT = Path(__file__).parent / "perft.json"
GAMES = Path(__file__).parent / "playthroughs"
NODES = 1_500
"""A tree is followed until it has about so many nodes."""
DEEPEST = 6
LATE = 0.6
"""The second position of a profile lies so far into a game."""
WIDE = 0.1
"""Where one may cheat, hands soon offer more plays than the oracle wants to list."""
TRIED = 12
"""The shortest of so many random games is kept."""


class Position(Protocol):
    """What a walk through the tree needs; the oracle has it too."""

    def moves(self) -> Sequence[dict[str, Any]]: ...
    def after(self, move: dict[str, Any]) -> "Position": ...


class EnginePosition:
    """The engine's game as a node."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def moves(self) -> Sequence[dict[str, Any]]:
        return [action.to_json() for action in self.game.legal()]

    def after(self, move: dict[str, Any]) -> "EnginePosition":
        twin = self.game.copy()
        twin.apply(move)
        return EnginePosition(twin)


def perft(position: Position, depth: int) -> list[int]:
    """How many positions lie one, two, ... decisions ahead; those over have none after them."""
    level: list[Position] = [position]
    counts = []
    for _ in range(depth):
        level = [node.after(move) for node in level for move in node.moves()]
        counts.append(len(level))
    return counts


def fitting_depth(position: Position) -> int:
    level: list[Position] = [position]
    for depth in range(DEEPEST):
        following = sum(len(node.moves()) for node in level)
        if following > NODES or not following:
            return depth
        level = [node.after(move) for node in level for move in node.moves()]
    return DEEPEST


def deal_recorded(entry: dict[str, Any]) -> Game:
    """The position that an entry of the perft file begins at."""
    game: Game = rules(entry["profile"], players=entry["players"]).deal_stacked(
        entry["orders"], entry["dealer"]
    )
    for action in entry["played"]:
        game.apply(action)
    return game


def perft_entries() -> Iterator[dict[str, Any]]:
    """Two positions per profile: the deal, and late in a game."""
    for name, profile in PROFILES.items():
        rng = random.Random(name)
        players = profile.default_players
        rule_set = rules(name, players=players)
        late = LATE if rule_set.options.cheating == "off" else WIDE
        for share in (0.0, late):
            orders, dealer = stacked_orders(rule_set, rng), rng.randrange(players)
            game = rule_set.deal_stacked(orders, dealer)
            played = [action.to_json() for _, action in steps(game.copy(), RandomPlayer(rng))]
            entry = {
                "profile": name,
                "players": players,
                "dealer": dealer,
                "played": played[: int(len(played) * share)],
                "orders": orders,
            }
            position = EnginePosition(deal_recorded(entry))
            yield {**entry, "counts": perft(position, max(1, fitting_depth(position)))}


def playthrough(rule_set: DurakRules, seed: int) -> dict[str, Any]:
    """A whole game in JSON and in the notation for people."""
    game = finished(rule_set, seed)
    assert game.outcome is not None
    return {
        "rules": rule_set.to_json(),
        "seed": seed,
        "notation": notation_lines(game),
        "outcome": game.outcome.to_json(),
        "log": log_to_json(game.log),
    }


def notation_lines(game: Game) -> list[str]:
    """A line per bout: each entry as its seat and the short notation."""
    lines: list[list[str]] = [[]]
    for seat, action in game.log:
        if action.kind == "attack" and lines[-1]:
            lines.append([])
        lines[-1].append(f"{seat}:{game.rules.notation(action)}")
    return ["  ".join(line) for line in lines]


def playthrough_path(profile: str) -> Path:
    return GAMES / f"{profile.removeprefix('durak/')}.json"


def written(data: object) -> str:
    """JSON with a line for each member of the outermost lists and objects."""
    if isinstance(data, dict):
        inner = ",\n".join(f"{json.dumps(k)}: {written(v)}" for k, v in data.items())
        return "{\n" + inner + "\n}"
    if isinstance(data, list) and data and isinstance(data[0], dict | list | str):
        inner = ",\n".join(json.dumps(item, ensure_ascii=False) for item in data)
        return "[\n" + inner + "\n]"
    return json.dumps(data, ensure_ascii=False)


def record() -> None:
    PERFT.write_text(written(list(perft_entries())) + "\n")
    GAMES.mkdir(exist_ok=True)
    for name in PROFILES:
        rule_set = rules(name)
        shortest = min(range(TRIED), key=lambda seed: len(finished(rule_set, seed).log))
        playthrough_path(name).write_text(written(playthrough(rule_set, shortest)) + "\n")


if __name__ == "__main__":
    record()
