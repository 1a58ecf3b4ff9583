"""Random play of Burako beside open_spiel's gin_rummy: ``python -m tests.bench.bench_burako``.

Both are driven from Python in the same way: ask for the legal actions, choose one at random, apply
it.  Burako checks legality, keeps its log and counts the hand with the kernel; gin_rummy deals by
chance nodes, which are not counted as decisions but belong to its play.  The engines take turns in
short rounds, in time of the processor, so that a busy machine disturbs all alike.

open_spiel documents chance nodes as sampled by the probabilities it gives.  The second line draws
among the outcomes uniformly, which gin_rummy's deals allow and which is cheaper: the goal is held
against that one.
"""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Final

from arena.games import rules
from arena.games.burako.legal import legal_plays
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.shapes import MeldTables
from arena.games.burako.tiles import BY_ID, mask_of
from scoring.burako import TileValues

Player = Callable[[random.Random], int]
GAMES: Final = ("burako/pairs", "burako/duel")
REFERENCE: Final = "gin_rummy, uniform chance"
ROUNDS = 12
SECONDS = 0.4  # of one round
GOAL = 3.0
WORST_RACK = (
    [f"{c}{n}#1" for c in "bg" for n in range(1, 14)] + ["J#1", "r2#1", "y2#1", "b2#2"]
)  # fmt: skip


def play_burako(name: str) -> Player:
    """One hand; the number of decisions."""
    rule_set: BurakoRules = rules(name)

    def play(rng: random.Random) -> int:
        game, chance, decisions = rule_set.deal(rng.getrandbits(64)), rng.random, 0
        while game.seat is not None:
            legal = game.legal()
            game.apply(legal[int(chance() * len(legal))])
            decisions += 1
        assert game.outcome is not None
        return decisions

    return play


def play_gin(*, uniform: bool) -> Player:
    """One hand of gin rummy; the number of decisions."""
    import pyspiel  # only here: the benchmark's own requirement

    gin = pyspiel.load_game("gin_rummy")

    def play(rng: random.Random) -> int:
        state, chance, decisions = gin.new_initial_state(), rng.random, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                if uniform:
                    state.apply_action(outcomes[int(chance() * len(outcomes))][0])
                else:
                    actions, weights = zip(*outcomes, strict=True)
                    state.apply_action(rng.choices(actions, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
                decisions += 1
        assert state.returns()
        return decisions

    return play


def rate(play: Player, rng: random.Random) -> float:
    """Decisions per second of processor time."""
    decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        decisions += play(rng)
    return decisions / spent


def largest_enumeration() -> tuple[int, float, float]:
    """A rack of 30 tiles made for melding: how many actions, what counting and listing them costs.

    The first look fills the tables, so that its cost is part of the answer.
    """
    rack = mask_of(BY_ID[tile_id] for tile_id in WORST_RACK)
    tables = MeldTables(TileValues(joker=49), 0, pierna_of_twos=False)  # of its own: still empty
    start = time.process_time()
    plays = legal_plays(tables, rack, (), (0, 0))
    counted = time.process_time()
    listed = list(plays)
    return len(listed), counted - start, time.process_time() - counted


def main() -> None:
    """Print one line per game: the median rate, and the median ratio of neighbouring rounds."""
    rng = random.Random(1)
    players = {
        REFERENCE: play_gin(uniform=True),
        "gin_rummy, as documented": play_gin(uniform=False),
        **{name: play_burako(name) for name in GAMES},
    }
    for play in players.values():
        rate(play, rng)  # fills caches on both sides
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, play in players.items():
            rates[name].append(rate(play, rng))
    print(f"{'game':28}{'decisions/s':>12}{'to the reference':>20}")
    for name, measured in rates.items():
        pairs = zip(measured, rates[REFERENCE], strict=True)
        ratio = median(ours / theirs for ours, theirs in pairs)
        goal = f"  (goal {GOAL:.0f} x)" if name in GAMES else ""
        print(f"{name:28}{median(measured):>12,.0f}{ratio:>18.2f} x{goal}")
    count, counting, listing = largest_enumeration()
    print(
        f"a rack of {len(WORST_RACK)} tiles made for melding: {count} legal actions, "
        f"found in {counting * 1000:.1f} ms, all listed in {listing * 1000:.1f} ms more"
    )


if __name__ == "__main__":
    main()
