"""Counts of the game tree from fixed positions: ``python -m tests.arena.games.burako.perft``.

Writes the data file anew; do that only when the rules have changed on purpose.
"""

import json
import random
from pathlib import Path
from typing import Any

from arena.games import replay
from arena.games.burako.family import PROFILES, make
from arena.games.burako.game import Game
from tests.arena.games.burako.table import FLAGS, keen_player, play

DATA = Path(__file__).parent / "data" / "perft.json"
MOST_NODES = 6000


def perft(game: Game, depth: int) -> int:
    """How many sequences of so many actions there are; a hand that ends before counts once."""
    if depth == 0 or game.seat is None:
        return 1
    legal = game.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        twin = game.copy()
        twin.apply(action)
        total += perft(twin, depth - 1)
    return total


def counts_of(game: Game) -> list[int]:
    counts = [perft(game, 1)]
    while counts[-1] * counts[0] < MOST_NODES and len(counts) < 6:
        counts.append(perft(game, len(counts) + 1))
    return counts


def position_of(entry: dict[str, Any]) -> Game:
    return replay(make(entry["profile"], None, entry["options"]), entry["seed"], entry["log"])


def main() -> None:
    entries = []
    for profile in PROFILES:
        for flag, options in FLAGS.items():
            for part in (0.0, 0.35, 0.8, 0.97) if flag == "plain" else (0.8,):
                seed = f"perft {profile} {flag} {part}"
                whole = play(
                    make(profile, None, options).deal(seed), keen_player, random.Random(seed)
                )
                entry: dict[str, Any] = {
                    "profile": profile,
                    "options": options,
                    "seed": seed,
                    "log": whole.log_to_json()[: int(part * len(whole.log))],
                }
                entries.append({**entry, "counts": counts_of(position_of(entry))})
    DATA.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n")


if __name__ == "__main__":
    main()
