"""The measuring side of the pages' benchmark, with Django set up; `bench_pages` starts one for each
size, and they take turns.

Every line of the input is a task in JSON, every line of the output its answer.
"""

import json
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from celery import Celery
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.games.shuffle import commitment
from arena.match_verdict import MatchVerdict, Ordered, match_verdict
from arena.models import BotVersion, Match, Validation
from arena.runner.match_orders import MatchOrder, MatchResult
from arena.runner.sandbox.names import BWRAP
from arena.services import match_reports
from arena.services.match_making import match_create
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from deploy.celery_app import app
from tests.arena.match_kit import match_workers, result_of
from tests.bench.ladder_data import ladder_fill
from tests.bench.ladder_shape import BOARDS, PROFILE, SLUG, version_id
from tests.factories import MatchRunnerFactory
from tournaments.models import Ladder
from tournaments.services.ladders import house_ladders_open

STREAMED: Final = 200
"""Rows of a download that are waited for."""

Took = tuple[float, float]
"""Seconds by the clock, and seconds of the cores: ours and the database's."""


class Stopwatch:
    """Two clocks: the wall's, and that of the cores, which other people's work disturbs less."""

    def __init__(self) -> None:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._server = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def took(self, work: Callable[[], object]) -> Took:
        cores, began = self._cores(), time.perf_counter()
        work()
        return time.perf_counter() - began, self._cores() - cores

    def _cores(self) -> float:
        of_server = int(self._server.read_text().split()[0])
        return time.process_time() + of_server / 1_000_000_000


class Settling:
    """Matches of a ladder that were played, and whose results come when they are called."""

    def __init__(self, pairs: Iterable[Sequence[int]]) -> None:
        ladder = Ladder.objects.get(slug=SLUG)
        self._verdicts: dict[bytes, MatchVerdict] = {}
        with match_workers(commits=True) as workers:
            for pair in pairs:
                _match(ladder, pair)
            waiting = Match.objects.filter(ladder=ladder, state="queued").count()
            MatchRunnerFactory.create(name=f"runner-{secrets.token_hex(4)}", slots=10 * waiting)
            assert matches_dispatch() == waiting
            self._results = [self._played(order) for order in workers.orders]

    def _played(self, order: MatchOrder) -> MatchResult:
        result = result_of(order)
        ordered = Ordered(
            match=order.match,
            rules=order.rules,
            participants=tuple(program.name for program in order.programs),
            boards=order.boards,
            games_per_board=order.games_per_board,
            commitment=commitment(bytes.fromhex(order.seed)),
            clocks=order.clocks,
        )
        self._verdicts[result.replay] = match_verdict(result.replay, ordered, lambda: None)
        return result

    def settle(self) -> None:
        """The next one: the transaction alone, as in the settling's own benchmark."""
        result = self._results.pop()
        verdict = self._verdicts.pop(result.replay)
        with ExitStack() as stack:
            stack.enter_context(patch.object(match_reports, "match_verdict", return_value=verdict))
            stack.enter_context(patch.object(match_reports, "replay_store", return_value="0" * 64))
            stack.enter_context(patch.object(Celery, "send_task"))
            assert match_result_record(result=result)


def _match(ladder: Ladder, bots: Sequence[int]) -> None:
    versions = [BotVersion.objects.get(pk=version_id(bot)) for bot in bots]
    for version in versions:
        Validation.objects.get_or_create(
            version=version,
            verdict=Validation.Verdict.VALID,
            sandbox=BWRAP,
            defaults={"ended_at": timezone.now()},
        )
    match_create(
        kind=Match.Kind.LADDER, profile=PROFILE, versions=versions, boards=BOARDS, ladder=ladder
    )


class Visits:
    """Answers to what the benchmark asks for."""

    def __init__(self) -> None:
        self._client = Client()
        self._watch = Stopwatch()
        self._settling: Settling | None = None

    def queries(self, path: str) -> list[str]:
        """The statements of a page."""
        self.visit(path)  # what is found out once in the life of a process
        with CaptureQueriesContext(connection) as captured:
            self.visit(path)
        return [one["sql"] for one in captured.captured_queries]

    def visits(self, paths: Sequence[str]) -> list[Took]:
        return [self._watch.took(partial(self.visit, path)) for path in paths]

    def visit(self, path: str) -> None:
        answer = self._client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        if isinstance(answer, StreamingHttpResponse):
            for _row in islice(iter(answer), STREAMED):
                pass
            answer.close()

    def play(self, pairs: Sequence[Sequence[int]]) -> None:
        self._settling = Settling(pairs)

    def settle(self, times: int) -> list[Took]:
        assert self._settling is not None
        return [self._watch.took(self._settling.settle) for _ in range(times)]


def answer(visits: Visits, task: Mapping[str, Any]) -> object:
    """To one line."""
    match task:
        case {"queries": path}:
            return visits.queries(path)
        case {"visits": paths}:
            return visits.visits(paths)
        case {"play": pairs}:
            visits.play(pairs)
            return None
        case {"settle": times}:
            return visits.settle(times)
    raise ValueError(task)


def fill(url: str, bots: int) -> None:
    """Everything there is to see, in an empty database."""
    house_ladders_open()
    ladder_fill(url, bots)


def main() -> None:
    app.set_current()
    visits = Visits()
    for line in sys.stdin:
        print(json.dumps(answer(visits, json.loads(line))), flush=True)
