"""The measuring side of the settling's benchmark, with Django set up; `bench_settling` starts it.

Prints in JSON how many statements a settlement has, then for every round the seconds for a match.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import combinations, cycle, islice
from statistics import median
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
        self.seconds: list[float] = []
        self._known: dict[bytes, MatchVerdict] = {}

    def verify(
        self, replay: bytes, ordered: Ordered, still_here: Callable[[], None]
    ) -> MatchVerdict:
        began = time.perf_counter()
        found = match_verdict(replay, ordered, still_here)
        self.seconds.append(time.perf_counter() - began)
        self._known[replay] = found
        return found

    def remember(self, replay: bytes, *_: object) -> MatchVerdict:
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


def settle(result: MatchResult) -> float:
    """Seconds for it."""
    began = time.perf_counter()
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


def replay(cursor: psycopg.Cursor[Any], statements: Sequence[Statement]) -> float:
    """The same by bare psycopg, in one transaction but for what Django had read before it began;
    seconds for it."""
    began = time.perf_counter()
    for one in statements:
        if not one.in_transaction:
            _execute(cursor, one)
    with cursor.connection.transaction():
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


class Rounds:
    """All measurements of the same results."""

    def __init__(self) -> None:
        self._results = sent()
        self._verdicts = Verdicts()
        self._databases = Databases()
        self.both()  # warms up, and tells the verdicts
        with self._databases.fresh_for_django(), transaction_alone(self._verdicts):
            self.matches = recorded(self._results)

    def both(self) -> dict[str, float]:
        """Verifying and settling, and how much of it was verifying: seconds for a match."""
        self._verdicts.seconds = []
        verifying = patch.object(match_reports, "match_verdict", self._verdicts.verify)
        with self._databases.fresh_for_django(), verifying:
            took = [settle(result) for result in self._results]
        return {"both": median(took), "verifying": median(self._verdicts.seconds)}

    def side_by_side(self) -> dict[str, float]:
        """Match by match, so that a busy machine disturbs both alike: settling, and the same
        statements bare; seconds for a match."""
        ours, bare = [], []
        with ExitStack() as stack:
            url = stack.enter_context(self._databases.fresh())
            options: dict[str, Any] = {"autocommit": True, "cursor_factory": psycopg.ClientCursor}
            other = stack.enter_context(psycopg.connect(url, **options))
            stack.enter_context(self._databases.fresh_for_django())
            stack.enter_context(transaction_alone(self._verdicts))
            cursor = other.cursor()
            for result, statements in zip(self._results, self.matches, strict=True):
                ours.append(settle(result))
                bare.append(replay(cursor, statements))
        return {"settling": median(ours), "bare": median(bare)}

    def close(self) -> None:
        self._databases.close()


def main() -> None:
    app.set_current()
    rounds = Rounds()
    print(json.dumps(len(rounds.matches[-1])), flush=True)
    for number in range(ROUNDS + 1):
        took = rounds.side_by_side() | rounds.both()
        if number:  # the first one warms up
            print(json.dumps(took), flush=True)
    rounds.close()
