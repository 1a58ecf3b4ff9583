"""Decisions per second of Durak beside open_spiel: ``python -m tests.bench.bench_durak``.

Both engines are driven from Python in one run, a slice of each in turn, in time of the processor
that this process had to itself, so that a busy machine slows both.  A decision is one question
to one player, answered at random; dealing and all that the engine does in between is inside the
time.  Ours checks legality and keeps the log.

open_spiel's `crazy_eights` is driven as its documentation does: chance nodes are sampled by the
probabilities it gives.  The second line draws among its chance outcomes uniformly, which its
deals allow and which is cheaper.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Protocol

from arena.games import rules
from arena.games.durak.ruleset import DurakRules

PROFILES = ("concise", "volga-plain", "volga", "german", "german-push", "german-number-trump-high")
SEATS = (2, 3, 4, 5, 6)
SEATS_PROFILES = ("concise", "german")
ROUNDS = 12
SLICE = 0.12  # seconds of each contender in a round


class State(Protocol):
    """What is used of open_spiel's state at a chance node."""

    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def legal_actions(self) -> list[int]: ...


Contender = Callable[[int, random.Random], int]
"""Plays one game of a seed and answers how many decisions it had."""


def durak(rule_set: DurakRules) -> Contender:
    def play(seed: int, rng: random.Random) -> int:
        game, chance, decisions = rule_set.deal(seed), rng.random, 0
        while game.seat is not None:
            legal = game.legal()
            game.apply(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return play


def crazy_eights(*, uniform: bool) -> Contender:
    import pyspiel  # only here: the benchmark's own requirement

    spiel = pyspiel.load_game("crazy_eights", {"players": 2})

    def by_probability(state: State, rng: random.Random) -> int:
        outcomes = state.chance_outcomes()
        return rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]

    def among_all(state: State, rng: random.Random) -> int:
        actions = state.legal_actions()
        return actions[int(rng.random() * len(actions))]

    draw = among_all if uniform else by_probability

    def play(_seed: int, rng: random.Random) -> int:
        state, chance, decisions = spiel.new_initial_state(), rng.random, 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state, rng))
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return play


@dataclass
class Clock:
    """Decisions per second of one contender, slice by slice."""

    play: Contender
    rng: random.Random
    seed: int = 0

    def slice(self) -> float:
        decisions, start = 0, time.process_time()
        while time.process_time() - start < SLICE:
            decisions += self.play(self.seed, self.rng)
            self.seed += 1
        return decisions / (time.process_time() - start)


def race(contenders: dict[str, Contender]) -> dict[str, list[float]]:
    """Rates per round, everybody once a round; the first round only warms up."""
    clocks = {name: Clock(play, random.Random(7)) for name, play in contenders.items()}
    rounds = [{name: clock.slice() for name, clock in clocks.items()} for _ in range(ROUNDS + 1)]
    return {name: [rates[name] for rates in rounds[1:]] for name in clocks}


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the rounds' ratios."""
    return median(one / other for one, other in zip(ours, theirs, strict=True))


def beside_open_spiel() -> None:
    ours = {name: durak(rules(f"durak/{name}", players=2)) for name in PROFILES}
    theirs = {
        "crazy_eights": crazy_eights(uniform=False),
        "crazy_eights, uniform chance": crazy_eights(uniform=True),
    }
    rates = race({**theirs, **ours})
    for name in theirs:
        print(f"{name}: {median(rates[name]):,.0f} decisions/s")
    for name in ours:
        against = " and ".join(f"{ratio(rates[name], rates[other]):.2f}" for other in theirs)
        print(f"durak/{name}: {median(rates[name]):,.0f} decisions/s = {against} x")


def by_seats() -> None:
    """What a decision costs with more seats, in decisions with two."""
    for name in SEATS_PROFILES:
        tables = {str(n): durak(rules(f"durak/{name}", players=n)) for n in SEATS}
        rates = race(tables)
        costs = [f"{n}: {ratio(rates['2'], rates[n]):.2f}" for n in tables]
        print(f"durak/{name}, cost of a decision by seats: {'  '.join(costs)}")


def main() -> None:
    beside_open_spiel()
    by_seats()


if __name__ == "__main__":
    main()
