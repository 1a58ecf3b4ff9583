"""Operators at the same moment as each other and as the workers: each thing happens once."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from pytest_django import Settings

from arena.match_states import MatchState
from arena.models import ArenaState, BotBench, Match, MatchEvent, OperatorEvent
from arena.runner.match_orders import MatchAlive, MatchResult
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_alive_record, match_result_record
from arena.services.operations import (
    arena_drain,
    arena_pause,
    arena_resume,
    bot_bench_by_staff,
    bot_unbench_by_staff,
    match_requeue,
    match_void_by_staff,
)
from tests.arena.match_kit import (
    MatchWorkers,
    alive_of,
    created,
    match_workers,
    playing_version,
    result_of,
    sent,
)
from tests.arena.operator_kit import REASON, operator
from tests.factories import MatchFactory, MatchRunnerFactory
from tests.threads import at_once
from tournaments.models import ResultEvent
from tournaments.services.results import records_rebuilt, records_stored

pytestmark = pytest.mark.django_db(transaction=True)

Job = Callable[[], object]
TIMES = 3  # the same race again: who is first is a matter of luck


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path, settings: Settings) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def workers() -> Iterator[MatchWorkers]:
    with match_workers(commits=True) as found:
        yield found


def by_operator(step: Callable[..., object], **about: object) -> Job:
    return partial(step, by=operator(), reason=REASON, **about)


def paused() -> Job:
    ArenaState.objects.create(pk=1, mode=ArenaState.Mode.PAUSED)
    return by_operator(arena_resume)


def unbench() -> Job:
    version = playing_version()
    BotBench.objects.create(bot=version.bot, version=version, reason="It fails.")
    return by_operator(bot_unbench_by_staff, bot=version.bot)


STEPS: dict[str, Callable[[], Job]] = {
    "pause": lambda: by_operator(arena_pause),
    "drain": lambda: by_operator(arena_drain),
    "resume": paused,
    "requeue": lambda: by_operator(
        match_requeue, match=MatchFactory.create(state=MatchState.PLAYING)
    ),
    "void": lambda: by_operator(
        match_void_by_staff, match=MatchFactory.create(state=MatchState.PLAYING)
    ),
    "bench": lambda: by_operator(bot_bench_by_staff, bot=playing_version().bot),
    "unbench": unbench,
}


@pytest.mark.parametrize("name", STEPS)
def test_of_several_at_once_one_does_it(name: str, workers: MatchWorkers) -> None:
    said = Counter(at_once([STEPS[name]()] * 4))
    assert said["done"] == 1, said
    assert len(said) == 2, "and the others are told the same"
    assert OperatorEvent.objects.get().action == name
    assert MatchEvent.objects.count() == (1 if name in {"requeue", "void"} else 0)


def reported(workers: MatchWorkers, match: Match) -> MatchResult:
    return result_of(workers.order_of(match))


def test_a_match_is_requeued_or_settled_but_not_both(workers: MatchWorkers) -> None:
    for _ in range(TIMES):
        match = sent()
        record = partial(match_result_record, result=reported(workers, match))
        requeued, _recorded = at_once([by_operator(match_requeue, match=match), record])
        match.refresh_from_db()
        counted = ResultEvent.objects.filter(match=match.public_id).count()
        if requeued == "done":
            assert (match.state, counted) == (MatchState.QUEUED, 0)
        else:
            assert (match.state, counted) == (MatchState.SETTLED, 2)
        assert records_rebuilt() == records_stored()
        if requeued == "done":  # out of the way of the next
            match_void_by_staff(match=match, by=operator(), reason=REASON)


def test_a_void_match_counts_for_nobody_whenever_its_result_comes(workers: MatchWorkers) -> None:
    for _ in range(TIMES):
        match = sent()
        record = partial(match_result_record, result=reported(workers, match))
        void = by_operator(match_void_by_staff, match=match)
        assert at_once([void, record, record]) == ["done"] * 3
        match.refresh_from_db()
        assert match.state == MatchState.VOID
        assert records_rebuilt() == records_stored() == {}
        kinds = Counter(ResultEvent.objects.filter(match=match.public_id).values_list("kind"))
        assert len(set(kinds.values())) <= 1, "what was settled is declared void, side by side"
    assert OperatorEvent.objects.count() == TIMES


def test_drained_nothing_is_out_that_nobody_has_begun(workers: MatchWorkers) -> None:
    """While orders are sent, begun and drained at once."""
    matches = [created() for _ in range(8)]
    MatchRunnerFactory.create(slots=4)
    assert matches_dispatch() == 4
    out = [one for one in matches if Match.objects.get(pk=one.pk).state == MatchState.SENT]
    signs: list[MatchAlive] = [alive_of(workers.order_of(match)) for match in out[:2]]
    MatchRunnerFactory.create(slots=4)
    jobs: list[Job] = [
        by_operator(arena_drain),
        matches_dispatch,
        matches_dispatch,
        *(partial(match_alive_record, alive=sign) for sign in signs),
    ]
    assert at_once(jobs) == ["done"] * len(jobs)
    states = Counter(Match.objects.values_list("state", flat=True))
    assert set(states) <= {MatchState.QUEUED, MatchState.PLAYING}, states
    assert states[MatchState.PLAYING] <= len(signs)
    assert matches_dispatch() == 0
    assert OperatorEvent.objects.count() == 1


def test_pausing_while_everybody_works_waits_for_nobody_in_a_ring(workers: MatchWorkers) -> None:
    """Each takes the arena and then matches."""
    first, second = created(), created()
    created()
    MatchRunnerFactory.create(slots=2)
    assert matches_dispatch() == 2
    jobs: list[Job] = [
        partial(match_result_record, result=reported(workers, first)),
        partial(match_result_record, result=reported(workers, second)),
        matches_dispatch,
        by_operator(arena_pause),
        by_operator(match_void_by_staff, match=first),
        by_operator(match_void_by_staff, match=second),
    ]
    assert at_once(jobs) == ["done"] * len(jobs)
    assert records_rebuilt() == records_stored() == {}
    assert OperatorEvent.objects.count() == 3
