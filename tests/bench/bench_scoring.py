"""How the cost of a Swiss round and of standings grows: ``python -m tests.bench.bench_scoring``.

Ratios between sizes, never verdicts on wall-clock time.  The field has played 8 rounds, and 20:
the longer the past, the harder rematches are to avoid.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from scoring.pairing import Past, PastMeeting, SwissEntrant, as_history, pair_swiss_round
from scoring.standings import METRICS, Entry, Played, Result, standings

SIZES = (32, 128, 512)
ROUNDS = (8, 20)
REPEATS = 5


@dataclass(frozen=True)
class Event:
    """A tournament after some rounds."""

    rounds: int
    entrants: list[SwissEntrant]
    history: list[Past]
    results: list[Result]


def played_event(size: int, rounds: int) -> Event:
    """Play it; the lower number is stronger."""
    rng = random.Random(size)
    score = dict.fromkeys(range(size), Fraction())
    history: list[Past] = []
    results: list[Result] = []
    for number in range(1, rounds + 1):
        entrants = [SwissEntrant(i, i, score[i]) for i in range(size)]
        made = pair_swiss_round(number, entrants, history)
        history += as_history(made)
        for pairing in made.pairings:
            strong, weak = sorted(map(int, pairing.both))
            winner = rng.choices([strong, weak, None], [5, 3, 2])[0]
            results.append(Played(strong, weak, winner, rng.randint(2000, 3500), 2500))
            for who in (strong, weak):
                score[who] += Fraction(1, 2) if winner is None else Fraction(who == winner)
    assert all(isinstance(past, PastMeeting) for past in history)
    return Event(rounds, [SwissEntrant(i, i, score[i]) for i in range(size)], history, results)


def best_of(repeats: int, action: Callable[[], object]) -> float:
    """Seconds of the quickest run."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print one line per job: seconds at each size, and the growth from size to size."""
    metrics = tuple(METRICS.values())
    jobs: dict[str, Callable[[Event], object]] = {
        "pair a Swiss round": lambda e: pair_swiss_round(e.rounds + 1, e.entrants, e.history),
        f"standings, {len(metrics)} metrics": lambda e: standings(
            [Entry(entrant.competitor) for entrant in e.entrants], e.results, metrics=metrics
        ),
    }
    growth = [f"{b}/{a}" for a, b in pairwise(SIZES)]
    print(f"{'job':36}" + "".join(f"{f'n={size}':>11}" for size in SIZES)
          + "".join(f"{name:>10}" for name in growth))  # fmt: skip
    for rounds in ROUNDS:
        events = [played_event(size, rounds) for size in SIZES]
        for name, job in jobs.items():
            cost = [best_of(REPEATS, partial(job, event)) for event in events]
            ratios = [later / earlier for earlier, later in pairwise(cost)]
            print(
                f"{f'{name}, after {rounds} rounds':36}"
                + "".join(f"{seconds * 1000:>8.1f} ms" for seconds in cost)
                + "".join(f"{ratio:>9.1f}x" for ratio in ratios)
            )


if __name__ == "__main__":
    main()
