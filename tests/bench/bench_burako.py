"""Random play of Burako beside open_spiel's gin_rummy: ``python -m tests.bench.bench_burako``.

Both are driven from Python in the same way: ask for the legal actions, choose one at random, apply
it.  Burako checks legality, keeps its log and counts the hand with the kernel; gin_rummy deals by
chance nodes, which are not counted as decisions but belong to its play.  The two take turns in
short rounds, so that a busy machine disturbs both alike.
"""

import random
import time
from collections.abc import Callable
from statistics import median

import pyspiel

from arena.games import rules

ROUNDS = 12
SECONDS = 0.5  # of one round
GOAL = 3.0
WORST_RACK = (
    [f"{c}{n}#1" for c in "bg" for n in range(1, 14)] + ["J#1", "r2#1", "y2#1", "b2#2"]
)  # fmt: skip


def play_burako(name: str) -> Callable[[random.Random], int]:
    """One hand; the number of decisions."""
    rule_set = rules(name)

    def play(rng: random.Random) -> int:
        game = rule_set.deal(rng.getrandbits(64))
        decisions = 0
        while game.seat is not None:
            legal = game.legal()
            game.apply(legal[int(rng.random() * len(legal))])
            decisions += 1
        assert game.outcome is not None
        return decisions

    return play


def play_gin() -> Callable[[random.Random], int]:
    """One hand of gin rummy; the number of decisions."""
    gin = pyspiel.load_game("gin_rummy")

    def play(rng: random.Random) -> int:
        state = gin.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                decisions += 1
        assert state.returns()
        return decisions

    return play


def rate(play: Callable[[random.Random], int], rng: random.Random) -> float:
    """Decisions per second of processor time."""
    decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        decisions += play(rng)
    return decisions / spent


def largest_enumeration() -> tuple[int, float]:
    """A rack of 30 tiles made for melding: how many actions, and what listing them costs."""
    from arena.games.burako.legal import legal_plays
    from arena.games.burako.ruleset import BurakoRules
    from arena.games.burako.tiles import BY_ID, mask_of

    rule_set = rules("burako/pairs")
    assert isinstance(rule_set, BurakoRules)
    rack = mask_of(BY_ID[tile_id] for tile_id in WORST_RACK)
    start = time.process_time()
    count = len(list(legal_plays(rule_set.tables, rack, (), (0, 0))))
    return count, time.process_time() - start


def main() -> None:
    """Print one line per game: the median rate, and the ratio of neighbouring rounds."""
    rng = random.Random(1)
    games = {name: play_burako(name) for name in ("burako/pairs", "burako/duel")}
    gin = play_gin()
    for play in (*games.values(), gin):
        rate(play, rng)  # fills caches on both sides
    rates: dict[str, list[float]] = {name: [] for name in (*games, "gin_rummy")}
    for _ in range(ROUNDS):
        rates["gin_rummy"].append(rate(gin, rng))
        for name, play in games.items():
            rates[name].append(rate(play, rng))
    print(f"{'game':16}{'decisions/s':>14}{'to gin_rummy':>15}")
    for name, measured in rates.items():
        pairs = zip(measured, rates["gin_rummy"], strict=True)
        ratio = median(ours / theirs for ours, theirs in pairs)
        goal = f"  (goal {GOAL:.0f} x)" if name in games else ""
        print(f"{name:16}{median(measured):>14,.0f}{ratio:>13.2f} x{goal}")
    count, seconds = largest_enumeration()
    print(f"a rack of {len(WORST_RACK)} tiles made for melding: {count} legal actions, "
          f"all listed in {seconds * 1000:.1f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
