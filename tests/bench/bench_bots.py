"""How strong and how fast the reference bots are: ``python -m tests.bench.bench_bots``.

Every deal is played from every seat; what is shown is the average per deal with its standard error.
At Durak it is the share of the games survived by one bot among others of the next weaker kind (of
two players half survive if they are equal, of four three quarters), at Burako the points by which a
side is ahead in a hand.  Speed is that of a table of equal bots, in time of the processor, beside
random bots in the same run.
"""

import argparse
import time
from itertools import pairwise
from typing import Final, NamedTuple

from arena.games import rules
from arena.sdk.bot import plays
from arena.sdk.bots import REFERENCE
from tests.arena.sdk.offline import duel, play


class Pairing(NamedTuple):
    """Who meets whom, where, and how many deals it takes to see a difference."""

    one: str
    other: str
    profile: str
    players: int
    deals: int


TABLES: Final = (
    ("durak/volga", 2), ("durak/duel24", 2), ("durak/german", 2), ("durak/volga", 4),
    ("burako/duel", 2), ("burako/pairs", 4),
)  # fmt: skip
DEALS: Final = {"greedy": 50, "heuristic": 50, "search": 20}
"""By the stronger bot; one that thinks longer plays fewer."""


def pairings() -> list[Pairing]:
    """Each bot against the one before it, wherever it plays."""
    return [
        Pairing(one, other, profile, players, DEALS[one])
        for other, one in pairwise(REFERENCE)
        for profile, players in TABLES
        if plays(REFERENCE[one], profile)
    ]


def seconds_per_game(bot: str, profile: str, players: int, games: int) -> float:
    """Of a table of equal bots."""
    rule_set = rules(profile, players=players)
    start = time.process_time()
    for seed in range(games):
        play(rule_set.deal(seed), [REFERENCE[bot]] * players, str(seed))
    return (time.process_time() - start) / games


def main(more: float = 1.0) -> None:
    """All matches, then all speeds; `more` times as many deals as usual."""
    for match in pairings():
        rule_set = rules(match.profile, players=match.players)
        deals = max(2, round(match.deals * more))
        result = duel(rule_set, REFERENCE[match.one], REFERENCE[match.other], deals)
        unit = "points a hand" if match.profile.startswith("burako") else "survived"
        print(
            f"{match.one:>9} against {match.other:9} {match.profile:14} {match.players} players"
            f" {deals:4} deals: {result.mean:8.3f} ± {result.error:.3f} {unit}",
            flush=True,
        )
    for profile, players in TABLES:
        reference = seconds_per_game("random", profile, players, 20)
        for bot, bot_class in REFERENCE.items():
            if plays(bot_class, profile):
                taken = seconds_per_game(bot, profile, players, 2 if bot == "search" else 10)
                print(
                    f"{bot:>9} {profile:14} {players} players: {1 / taken:8.1f} games/s of a core, "
                    f"{taken / reference:7.1f} x random",
                    flush=True,
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--more", type=float, default=1.0, help="times as many deals as usual")
    main(parser.parse_args().more)
