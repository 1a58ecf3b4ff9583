"""Matchmaking beside pairing at random, and what a tick of the ladders costs.

- Simulation (`tests.scoring.ladder_simulation`): bots of known strength, normally spread by 200
  points, deal sets of 40 games.  Spearman's correlation of the ratings with the truth, and what
  the ratings are off, after so many deal sets of a bot: everybody new at once; bots that come one
  after the other; newcomers among bots that are well known.
- The choice alone: `tables_next` beside sorting the same candidates.
- The whole tick: `ladders_tick` on an embedded PostgreSQL with so many bots on one of the house's
  ladders, eight matches made, beside one plain query for the ratings of that ladder.
"""

import json
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import product
from operator import attrgetter
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Final, NamedTuple

from scoring.elo import ErrorBar
from scoring.matchmaking import Candidate, tables_next
from tests.bench.bench_pages import filled, server
from tests.bench.bench_settling import run
from tests.scoring.ladder_simulation import (
    Pairing,
    at_random,
    from_scratch,
    ours,
    with_arrivals,
    with_newcomers,
)

RESULTS_EACH: Final = (1, 2, 3, 5, 10, 20, 40)
SEEDS: Final = {100: 20, 1_000: 2}
ARRIVALS: Final = (5, 10, 20)
SIZES: Final = (100, 1_000, 10_000)
TABLES: Final = (8, 64)
ROUNDS: Final = 15
PAIRINGS: Final[dict[str, Pairing]] = {"ours": ours, "at random": at_random}
_TICKS: Final = (
    "import django; django.setup(); from tests.bench.matchmaking_ticks import main; main()"
)


class Took(NamedTuple):
    """Medians, in seconds."""

    clock: float
    cores: float
    """Ours and the database's, which other people's work disturbs less."""

    def __str__(self) -> str:
        return f"{self.clock * 1000:.0f} ms ({self.cores * 1000:.0f} of the cores)"


def main() -> None:
    for bots, seeds in SEEDS.items():
        simulate_scratch(bots, range(seeds))
    simulate_arrivals(range(SEEDS[100]))
    simulate_newcomers(range(SEEDS[100]))
    measure_choice()
    measure_ticks()


def simulate_scratch(bots: int, seeds: Sequence[int]) -> None:
    print(f"everybody new at once, {bots:,} bots, mean of {len(seeds)} seeds: correlation (off by)")
    print(f"{'deal sets each':14}" + "".join(f"{each:>13}" for each in RESULTS_EACH))
    for name, pairing in PAIRINGS.items():
        points = [
            from_scratch(pairing, bots=bots, results_each=RESULTS_EACH, seed=seed) for seed in seeds
        ]
        told = []
        for at in zip(*points, strict=True):
            off = fmean(one.inaccuracy for one in at)
            told.append(f"{fmean(one.correlation for one in at):.3f} ({off:.0f})")
        print(f"{name:14}" + "".join(f"{one:>13}" for one in told), flush=True)


def simulate_arrivals(seeds: Sequence[int]) -> None:
    print(f"from 20 to 100 bots, one coming every so many matches, mean of {len(seeds)} seeds:")
    for every in ARRIVALS:
        told = []
        for name, pairing in PAIRINGS.items():
            found = [with_arrivals(pairing, seed=seed, matches_between=every) for seed in seeds]
            error = stdev(found) / len(found) ** 0.5
            told.append(f"{name} {fmean(found):.3f} ± {error:.3f}")
        print(f"every {every:2} matches: correlation {', '.join(told)}", flush=True)


def simulate_newcomers(seeds: Sequence[int]) -> None:
    print(f"ten newcomers among 100 bots that are known, mean of {len(seeds)} seeds:")
    for name, pairing in PAIRINGS.items():
        found = [with_newcomers(pairing, seed=seed) for seed in seeds]
        print(
            f"{name}: first match after {fmean(one.ticks_to_first for one in found):.1f} ticks; "
            f"within 50 points of the truth after {fmean(one.results_to_near for one in found):.1f}"
            f" deal sets, {fmean(one.ticks_to_near for one in found):.1f} ticks; "
            f"longest wait of anybody {fmean(one.longest_wait for one in found):.0f} ticks",
            flush=True,
        )


def measure_choice() -> None:
    rng = random.Random(1)
    for bots in SIZES:
        field = [
            Candidate(
                competitor=number,
                rating=rng.gauss(1500, 200),
                error=rng.uniform(30, ErrorBar.NEWCOMER),
                waited=rng.uniform(0, 10_000),
                author=number // 5,
            )
            for number in range(bots)
        ]
        sorting = _median(partial(sorted, field, key=attrgetter("rating")))
        for tables, sides in product(TABLES, (2, 4)):
            chosen = partial(tables_next, field, tables=tables, sides=sides, rng=rng)
            took = _median(chosen)
            print(
                f"choosing {tables:2} tables of {sides} from {bots:6,} bots: "
                f"{took * 1000:7.2f} ms, {took / sorting:6.1f} x sorting them",
                flush=True,
            )


def measure_ticks() -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="durako-bench-"))
        found, environment = stack.enter_context(server(Path(folder)))
        for bots in SIZES:
            own = filled(found, environment, bots)
            told = json.loads(run(own, "-c", _TICKS))
            tick, choose, query = (Took(*told[name]) for name in ("tick", "choose", "query"))
            print(
                f"a tick with {told['candidates']:6,} candidates: {tick} for {told['made']} "
                f"matches, {choose} of it for whom to choose; {tick.cores / query.cores:.1f} x and "
                f"{choose.cores / query.cores:.1f} x one plain query for the ratings",
                flush=True,
            )


def _median(work: Callable[[], object]) -> float:
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return median(took)


if __name__ == "__main__":
    main()
