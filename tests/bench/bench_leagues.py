"""What a large league costs: drawing a round, the table, and reading all of it.

Swiss leagues of 32, 128 and 512 competitors in one database, each after 20 rounds (drawing: the
20th, after 19).  Medians of the cores' time, ours and the database's together; how it grows from
size to size; and how many times a plain reading of the same rows it takes, measured in the same
run and in turn.
"""

import json
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final

import psycopg

from tests.bench.bench_pages import server
from tests.bench.bench_settling import run

SIZES: Final = (32, 128, 512)
ROUNDS: Final = 20
TURNS: Final = 5
_REFERENCE: Final = "plain reading"
_MEASURE: Final = (
    "import django; django.setup(); from tests.bench.league_seasons import main; main()"
)


def report(took: Mapping[str, Mapping[str, list[float]]]) -> None:
    """One line for each job."""
    sizes = "".join(f"{f'n={size}':>12}" for size in SIZES)
    growth = "".join(f"{f'{b}/{a}':>10}" for a, b in pairwise(SIZES))
    print(f"{f'cores, {ROUNDS} rounds':20}{sizes}{growth}   over {_REFERENCE}")
    costs = {name: [median(of[str(size)]) for size in SIZES] for name, of in took.items()}
    for name, cost in costs.items():
        over = [mine / plain for mine, plain in zip(cost, costs[_REFERENCE], strict=True)]
        print(
            f"{name:20}"
            + "".join(f"{seconds * 1000:>9.1f} ms" for seconds in cost)
            + "".join(f"{f'x{later / earlier:.1f}':>10}" for earlier, later in pairwise(cost))
            + "   "
            + " ".join(f"x{ratio:.1f}" for ratio in over)
        )


def main() -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="durako-bench-"))
        found, environment = stack.enter_context(server(Path(folder)))
        with psycopg.connect(found.data_url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE leagues")
        url = found.data_url.rsplit("/", 1)[0] + "/leagues"
        own = {**environment, "DATABASE_URL": url}
        run(own, "manage.py", "migrate", "-v0")
        run(own, "manage.py", "createcachetable")
        report(json.loads(run(own, "-c", _MEASURE, json.dumps([SIZES, ROUNDS, TURNS]))))


if __name__ == "__main__":
    main()
