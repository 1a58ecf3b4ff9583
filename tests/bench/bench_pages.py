"""Pages and settling with many bots beside the same with few.

Two databases of one server are filled by COPY: as many results, opponents and matches for each bot,
but a thousand bots in one and many times more in the other.  The same pages are asked for in both,
in turn, so that a busy machine disturbs both alike; who is looked at changes from visit to visit.

- queries: how many statements a page needs, which should be as many in both;
- time: the median of all visits, by the clock and by the cores (ours and the database's together,
  which others on the machine disturb less), large over small;
- settling: one match after the other, in turn, the transaction alone.

The usual run compares 1,000 with 10,000 bots.  `make bench BENCH=pages-large` has 100,000 bots and
ten million rating events, which takes a quarter of an hour and ten gigabytes of disk while it runs.
"""

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

import psycopg
from psycopg import sql

from arena.runner.queues import pgmq_url
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port, running
from tests.bench.bench_settling import run
from tests.bench.ladder_shape import BLOCK, RETIRED, SLUG, bot_name, bot_public_id
from tests.bench.table_processes import PROJECT_DIR

GOAL: Final = 1.5
SMALL: Final = 1_000
USUAL: Final = 10_000
LARGE: Final = 100_000
TURNS: Final = 20
VISITS: Final = 4
"""Of a page in one turn."""
SETTLED: Final = 40
WARMING_UP: Final = 10
"""Matches at the beginning that nobody counts."""
_SETUP: Final = "import django; django.setup(); from tests.bench.page_visits import "
_BOTS: Final = range(41, 541, 4)
"""Who is looked at: they are in both sizes, are no newcomers, and most are not retired."""
_BOARD: Final = f"/ladders/{SLUG}/"


def bots_named(number: int) -> tuple[str, str]:
    """The addresses of a bot and of one that it meets."""
    neighbour = number + 1 if number % BLOCK else number - 1
    return bot_public_id(number), bot_public_id(neighbour)


def pages(turn: int, matches: Sequence[str]) -> dict[str, str]:
    """The address of each page, of whoever's turn it is."""
    number = _BOTS[turn % len(_BOTS)]
    bot, other = bots_named(number)
    return {
        "home": "/",
        "list of ladders": "/ladders/",
        "leaderboard": _BOARD,
        "leaderboard, in the middle": f"{_BOARD}?page=10",
        "leaderboard, one name": f"{_BOARD}?q={bot_name(number).replace(' ', '+')}",
        "leaderboard, a usual word": f"{_BOARD}?q={bot_name(number).split()[0]}",
        "leaderboard, by last seen": f"{_BOARD}?sort=seen",
        "leaderboard, provisional": f"{_BOARD}?show=provisional",
        "leaderboard, CSV": f"{_BOARD}ratings.csv",
        "about a ladder": f"{_BOARD}about/",
        "list of bots": "/bots/",
        "list of matches": "/matches/",
        "bot": f"/bots/{bot}/",
        "head to head": f"/bots/{bot}/versus/{other}/",
        "match": f"/matches/{matches[turn % len(matches)]}/",
    }


class Measurer:
    """A process that looks at one size."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"{_SETUP} main; main()"],
            cwd=PROJECT_DIR,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **task: object) -> Any:  # noqa: ANN401 - what the other side says
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(task), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=60)


@dataclass(frozen=True)
class Side:
    """One of the two sizes: its process, and matches to look at."""

    measurer: Measurer
    matches: Sequence[str]

    def paths(self, turn: int) -> dict[str, str]:
        return pages(turn, self.matches)


@contextmanager
def server(folder: Path) -> Iterator[tuple[EmbeddedPostgres, dict[str, str]]]:
    """Without waiting for the disk: that would take as long in both."""
    passwords = Passwords(*(secrets.token_hex(8) for _ in range(3)))
    found = EmbeddedPostgres(folder / "postgres", free_port(), passwords, durable=False)
    with running(found):
        found.prepare(may_create_databases=True)
        yield (
            found,
            {
                **os.environ,
                "CELERY_BROKER_URL": pgmq_url(found.queue_url),
                "DURAKO_VAR": str(folder),
                "DJANGO_SETTINGS_MODULE": "deploy.settings.testing",
            },
        )


def filled(found: EmbeddedPostgres, environment: Mapping[str, str], bots: int) -> dict[str, str]:
    """A database with so many bots: what a process of its service is told."""
    name = f"ladder_of_{bots}"
    with psycopg.connect(found.data_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    url = found.data_url.rsplit("/", 1)[0] + f"/{name}"
    own = {**environment, "DATABASE_URL": url}
    began = time.perf_counter()
    run(own, "manage.py", "migrate", "-v0")
    run(own, "manage.py", "createcachetable")
    run(own, "-c", f"{_SETUP} fill; fill({url!r}, {bots})")
    with psycopg.connect(url) as connection:
        events, size = _one(
            connection,
            "SELECT (SELECT count(*) FROM tournaments_ratingevent),"
            " pg_size_pretty(pg_database_size(current_database()))",
        )
    took = time.perf_counter() - began
    print(f"{bots:,} bots, {events:,} rating events, {size}: made in {took:.0f} s", flush=True)
    return own


def _one(connection: psycopg.Connection, query: str) -> tuple[Any, ...]:
    found = connection.execute(query.encode()).fetchone()
    assert found is not None
    return found


def latest_matches(environment: Mapping[str, str]) -> list[str]:
    with psycopg.connect(environment["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT public_id FROM arena_match ORDER BY settled_number DESC LIMIT 500"
        )
        return [public_id for (public_id,) in rows]


def ratios(took: Sequence[Sequence[tuple[float, float]]]) -> tuple[float, float, float, float]:
    """Of the small and the large one's measurements: the medians by the clock in milliseconds, and
    large over small by the clock and by the cores."""
    walls, cores = ([median(one[clock] for one in side) for side in took] for clock in (0, 1))
    return walls[0] * 1000, walls[1] * 1000, walls[1] / walls[0], cores[1] / cores[0]


def said(name: str, took: Sequence[Sequence[tuple[float, float]]], note: str = "") -> None:
    small, large, wall, core = ratios(took)
    verdict = "" if wall <= GOAL else "  <- too slow"
    times = f"{small:8.1f} ms {large:8.1f} ms   x{wall:.2f} (cores x{core:.2f})"
    print(f"{name:28} {times}{note}{verdict}", flush=True)


def measure_pages(sides: Sequence[Side]) -> None:
    for name in sides[0].paths(0):
        statements = [len(one.measurer.ask(queries=one.paths(0)[name])) for one in sides]
        took: list[list[tuple[float, float]]] = [[] for _ in sides]
        for turn in range(TURNS):
            for number, one in _in_turn(sides, turn):
                paths = [one.paths(VISITS * turn + visit)[name] for visit in range(VISITS)]
                took[number] += one.measurer.ask(visits=paths)
        few, many = statements
        note = f", {few} queries" if few == many else f", {few} and {many} queries: NOT EQUAL"
        said(name, took, note)


def measure_settling(sides: Sequence[Side]) -> None:
    here = [bot for bot in _BOTS if bot % RETIRED and (bot + 1) % RETIRED]
    pairs = [(bot, bot + 1) for bot in here[:SETTLED]]
    for one in sides:
        one.measurer.ask(play=pairs)
        one.measurer.ask(settle=WARMING_UP)
    took: list[list[tuple[float, float]]] = [[] for _ in sides]
    for turn in range(SETTLED - WARMING_UP):
        for number, one in _in_turn(sides, turn):
            took[number] += one.measurer.ask(settle=1)
    said("settling a match", took)


def _in_turn(sides: Sequence[Side], turn: int) -> list[tuple[int, Side]]:
    """Each begins as often as the other."""
    numbered = list(enumerate(sides))
    return numbered[::-1] if turn % 2 else numbered


def main(large: int = USUAL) -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="durako-bench-"))
        found, environment = stack.enter_context(server(Path(folder)))
        sides = []
        for bots in (SMALL, large):
            own = filled(found, environment, bots)
            measurer = Measurer(own)
            stack.callback(measurer.close)
            sides.append(Side(measurer, latest_matches(own)))
        print(f"{'median':28} {SMALL:>8,} bots {large:>7,} bots   (goal: at most x{GOAL})")
        measure_pages(sides)
        measure_settling(sides)


if __name__ == "__main__":
    main()
