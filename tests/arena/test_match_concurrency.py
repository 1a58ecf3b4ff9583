"""Many workers of ours at the same moment: each match is sent and settled once."""

import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, close_old_connections, connection, transaction

from arena.match_states import MatchState
from arena.models import ArenaState, Match, MatchEvent, OperatorEvent
from arena.services.benching import bot_bench
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_alive_record, match_result_record
from arena.services.match_scavenging import matches_scavenge
from tests.arena.match_kit import (
    MatchWorkers,
    alive_of,
    created,
    playing_version,
    result_of,
)
from tests.factories import MatchRunnerFactory
from tournaments.models import ResultEvent
from tournaments.services.results import records_rebuilt, records_stored

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 6


def at_once(calls: Iterable[Callable[[], object]]) -> list[object]:
    """All of them, by a few threads with connections of their own."""

    def run(call: Callable[[], object]) -> object:
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, calls))


def test_dispatchers_at_once_send_each_match_once(workers: MatchWorkers) -> None:
    for _ in range(5):
        created()
    MatchRunnerFactory.create(slots=3)
    assert sum(map(int, map(str, at_once([matches_dispatch] * THREADS)))) == 3
    assert len({order.match for order in workers.orders}) == len(workers.orders) == 3
    assert Match.objects.filter(state=MatchState.SENT, attempt=1).count() == 3


def test_everything_at_once_settles_each_match_once(workers: MatchWorkers) -> None:
    """The same few bots in all matches, so that settlements meet at the same records."""
    rng = random.Random(1)
    versions = [playing_version() for _ in range(3)]
    matches = [created(versions=rng.sample(versions, 2)) for _ in range(8)]
    MatchRunnerFactory.create(slots=8)
    assert matches_dispatch() == 8
    calls: list[Callable[[], object]] = []
    for match in matches:
        order = workers.order_of(match)
        result = result_of(order)
        calls += [lambda order=order: match_alive_record(alive=alive_of(order))]  # type: ignore[misc]
        calls += [lambda result=result: match_result_record(result=result)] * 3  # type: ignore[misc]
    calls += [matches_scavenge] * 4 + [matches_dispatch] * 4
    rng.shuffle(calls)
    at_once(calls)
    close_old_connections()
    numbers = set(Match.objects.values_list("settled_number", flat=True))
    assert numbers == set(range(1, 9))
    assert ArenaState.objects.get().settled == 8
    assert ResultEvent.objects.count() == 16
    assert MatchEvent.objects.filter(after=MatchState.SETTLED).count() == 8
    assert records_stored() == records_rebuilt()


def test_benching_at_once_is_once(workers: MatchWorkers) -> None:
    bot = playing_version().bot
    benched = at_once([lambda: bot_bench(bot=bot, reason="It fails.")] * THREADS)
    assert sum(one is not None for one in benched) == 1
    assert OperatorEvent.objects.count() == 1


def test_what_has_happened_is_never_changed(workers: MatchWorkers) -> None:
    match = created()
    MatchRunnerFactory.create()
    matches_dispatch()
    assert match_result_record(result=result_of(workers.order_of(match)))
    OperatorEvent.objects.create(action="pause", reason="A test.")
    for model in (MatchEvent, ResultEvent, OperatorEvent):
        rows = model.objects.all()
        for change in (rows.delete, lambda rows=rows: rows.update(at=match.created_at)):
            with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
                change()
