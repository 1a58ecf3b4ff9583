"""The measuring side of the settling's benchmark, with Django set up; `bench_settling` starts it.

Prints in JSON how many statements a settlement has, then for every round the seconds for a match.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations, cycle, islice
from typing import Any, Final
from unittest.mock import patch

import psycopg
from celery import Celery
from django.db import connection

from arena.match_verdict import MatchVerdict, Ordered, match_verdict
from arena.runner.match_orders import MatchResult
from arena.services import match_reports
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from deploy.celery_app import app
from tests.arena.match_kit import created, match_workers, playing_version, result_of
from tests.bench.settling_databases import Databases
from tests.factories import MatchRunnerFactory

PROFILE: Final = "durak/volga"
BOARDS: Final = 50
MATCHES: Final = 20
BOTS: Final = 5
ROUNDS: Final = 7


@dataclass(frozen=True, slots=True)
class Statement:
    """As Django had it executed."""

    text: str
    params: Any
    in_transaction: bool


@dataclass(slots=True)
class Recorder:
    """Notes every statement of Django's connection."""

    statements: list[Statement] = field(default_factory=list)

    def __call__(
        self,
        execute: Callable[..., Any],
        text: str,
        params: Any,  # noqa: ANN401 - Django's
        many: bool,
        context: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        assert not many
        self.statements.append(Statement(text, params, connection.in_atomic_block))
        return execute(text, params, many, context)


class Verdicts:
    """What verifying says: found out once for real, and how long that took; then known."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._known: dict[bytes, MatchVerdict] = {}

    def verify(self, replay: bytes, ordered: Ordered) -> MatchVerdict:
        began = time.perf_counter()
        found = match_verdict(replay, ordered)
        self.seconds += time.perf_counter() - began
        self._known[replay] = found
        return found

    def remember(self, replay: bytes, _: Ordered) -> MatchVerdict:
        return self._known[replay]


def sent() -> list[MatchResult]:
    """Matches under way between some bots, and the results that are about to come: each has the
    log of its own deal set, played offline."""
    versions = [playing_version(PROFILE) for _ in range(BOTS)]
    with match_workers(commits=True) as workers:
        for pair in islice(cycle(combinations(versions, 2)), MATCHES):
            created(profile=PROFILE, versions=pair, boards=BOARDS, players=2)
        MatchRunnerFactory.create(slots=MATCHES)
        assert matches_dispatch() == MATCHES
        return [result_of(order) for order in workers.orders]


def settle(results: Sequence[MatchResult]) -> float:
    """Seconds for all."""
    began = time.perf_counter()
    for result in results:
        assert match_result_record(result=result)
    return time.perf_counter() - began


def recorded(results: Sequence[MatchResult]) -> list[list[Statement]]:
    """What settling each of them executes."""
    found = []
    for result in results:
        recorder = Recorder()
        with connection.execute_wrapper(recorder):
            assert match_result_record(result=result)
        found.append(recorder.statements)
    return found


def replay(url: str, matches: Sequence[Sequence[Statement]]) -> float:
    """The same statements by bare psycopg, each match's in one transaction but for what Django had
    read before it began; seconds for all."""
    with psycopg.connect(url, autocommit=True, cursor_factory=psycopg.ClientCursor) as bare:
        cursor = bare.cursor()
        began = time.perf_counter()
        for statements in matches:
            for one in statements:
                if not one.in_transaction:
                    _execute(cursor, one)
            with bare.transaction():
                for one in statements:
                    if one.in_transaction:
                        _execute(cursor, one)
        return time.perf_counter() - began


def _execute(cursor: psycopg.Cursor[Any], statement: Statement) -> None:
    cursor.execute(statement.text, statement.params)
    if cursor.description is not None:
        cursor.fetchall()


@contextmanager
def transaction_alone(verdicts: Verdicts) -> Iterator[None]:
    """Settling without the verification, the file of the log and the wake-up after it."""
    with (
        patch.object(match_reports, "match_verdict", verdicts.remember),
        patch.object(match_reports, "replay_store", return_value="0" * 64),
        patch.object(Celery, "send_task"),
    ):
        yield


def main() -> None:
    app.set_current()
    results = sent()
    verdicts, databases = Verdicts(), Databases()

    def both() -> float:
        verifying = patch.object(match_reports, "match_verdict", verdicts.verify)
        with databases.fresh_for_django(), verifying:
            return settle(results)

    def settling() -> float:
        with databases.fresh_for_django(), transaction_alone(verdicts):
            return settle(results)

    def bare() -> float:
        with databases.fresh() as url:
            return replay(url, matches)

    both()  # warms up, and tells the verdicts
    with databases.fresh_for_django(), transaction_alone(verdicts):
        matches = recorded(results)
    print(json.dumps(len(matches[-1])), flush=True)
    for number in range(ROUNDS + 1):
        order = [settling, bare] if number % 2 else [bare, settling]
        took = {measure.__name__: measure() for measure in order}
        verdicts.seconds = 0.0
        took["both"] = both()
        took["verifying"] = verdicts.seconds
        if number:  # the first one warms up
            print(json.dumps({name: one / MATCHES for name, one in took.items()}), flush=True)
    databases.close()
