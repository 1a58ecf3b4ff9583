"""The programming interface beside bare Django views that answer the same bytes.

A database with a thousand bots, as the pages' benchmark fills it; one web server as in production
(uvicorn, the whole stack of middleware, calls counted) serves both.  One client asks in turn for a
call of the interface and for its bytes from a bare view, over connections that stay open.

- rate: calls a second of the interface over those of the bare view, by the clock; and the same by
  the server's cores and the database's together, which others on the machine disturb less;
- queries: statements of one call.
"""

import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

import psutil
import psycopg

from deploy.launcher.postgres import free_port
from tests.bench.bench_pages import SMALL, bots_named, filled, latest_matches, server
from tests.bench.bench_settling import run
from tests.bench.ladder_shape import SLUG
from tests.bench.table_processes import PROJECT_DIR

TURNS: Final = 12
CALLS: Final = 25
"""Of one kind in a turn."""
_SETUP: Final = "import django; django.setup(); "
_TOKEN: Final = (
    "from tests.factories import UserFactory; from tests.api_client import token_for; "
    "print(token_for(UserFactory.create()))"
)
_SERVE: Final = (
    "from django.conf import settings; settings.ROOT_URLCONF = 'tests.bench.api_site'; "
    "from deploy.bodies import BodyHandler; import uvicorn; "
    "uvicorn.run(BodyHandler(), host='127.0.0.1', port={port}, lifespan='off', "
    "log_level='error', access_log=False)"
)


def calls(matches: list[str]) -> dict[str, str]:
    """What is asked for."""
    bot, _other = bots_named(41)
    return {
        "list: ladders": "/api/v1/ladders/",
        "list: a leaderboard": f"/api/v1/ladders/{SLUG}/ratings/",
        "list: bots": "/api/v1/bots/",
        "list: matches": "/api/v1/matches/",
        "detail: a ladder": f"/api/v1/ladders/{SLUG}/",
        "detail: a bot": f"/api/v1/bots/{bot}/",
        "detail: a match": f"/api/v1/matches/{matches[0]}/",
        "detail: whose token it is": "/api/v1/me/",
    }


class Caller:
    """A program with a token, on one connection."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Authorization": f"Bearer {token}"}

    def ask(self, path: str) -> tuple[bytes, str]:
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {body[:200]!r}")
        return body, answer.headers["Content-Type"]

    def keep(self, name: str, body: bytes, kind: str) -> None:
        self._connection.request("POST", f"/keep/{name}/", body, {"X-Kind": kind})
        self._connection.getresponse().read()


class Cores:
    """What the web server and its database have taken of the cores so far, in seconds."""

    def __init__(self, web: int, database: str) -> None:
        self._web = psutil.Process(web)
        with psycopg.connect(database) as connection:
            found = connection.execute("SELECT pg_backend_pid()").fetchone()
            assert found is not None
            postmaster = psutil.Process(found[0]).parent()
        assert postmaster is not None
        self._postmaster = postmaster

    def now(self) -> float:
        backends = self._postmaster.children()
        return sum(sum(one.cpu_times()[:2]) for one in (self._web, *backends))


@contextmanager
def serving(environment: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """The web server's port and its process."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", _SETUP + _SERVE.format(port=port)],
        cwd=PROJECT_DIR,
        env=environment,
    )
    try:
        _wait(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait(port: int) -> None:
    for _second in range(300):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the web server does not answer")


def measure(caller: Caller, cores: Cores, name: str, path: str) -> None:
    body, kind = caller.ask(path)
    key = name.replace(":", "").replace(" ", "-").replace("'", "")
    caller.keep(key, body, kind)
    bare = f"/bare/{key}/"
    assert caller.ask(bare)[0] == body
    walls: list[list[float]] = [[], []]
    taken = [0.0, 0.0]
    for _turn in range(TURNS):
        for number, asked in enumerate((path, bare)):
            before, began = cores.now(), time.perf_counter()
            for _call in range(CALLS):
                caller.ask(asked)
            walls[number].append((time.perf_counter() - began) / CALLS)
            taken[number] += cores.now() - before
    ours, theirs = (1 / median(side) for side in walls)
    print(
        f"{name:28} {ours:6.0f}/s, bare {theirs:6.0f}/s   x{ours / theirs:.2f}"
        f" (cores x{taken[1] / max(taken[0], 1e-9):.2f}), {len(body):,} bytes",
        flush=True,
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (found, shared):
        environment = {
            **filled(found, shared, SMALL),
            "API_CALLS_A_MINUTE": "1000000000",
            "DATABASE_POOL_SIZE": "4",
        }
        matches = latest_matches(environment)
        token = run(environment, "-c", _SETUP + _TOKEN).strip()
        for name, path in calls(matches).items():
            _say_queries(environment, name, path, token)
        with serving(environment) as (port, pid):
            caller = Caller(port, token)
            cores = Cores(pid, environment["DATABASE_URL"])
            for name, path in calls(matches).items():
                measure(caller, cores, name, path)


def _say_queries(environment: Mapping[str, str], name: str, path: str, token: str) -> None:
    code = (
        "from django.test import Client; from django.db import connection; "
        "from django.test.utils import CaptureQueriesContext as C; "
        f"c = Client(headers={{'Authorization': 'Bearer {token}'}}); c.get({path!r}); "
        "q = C(connection); q.__enter__(); "
        f"c.get({path!r}); print(len(q.captured_queries))"
    )
    count = run(environment, "-c", _SETUP + code).strip()
    print(f"{name:28} {count} queries", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.testing")
    main()
