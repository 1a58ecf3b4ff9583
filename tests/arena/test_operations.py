"""What operators do: who may, what follows, and the one trace that each step leaves."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from pytest_django import Settings

from arena.match_states import MatchState
from arena.models import ArenaState, Bot, BotBench, Match, MatchEvent, OperatorEvent
from arena.models.matches import REASON_MAX_LENGTH
from arena.selectors.benching import bot_benching
from arena.services.erasure import bots_of_account_erase
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
from tests.factories import MatchFactory, MatchRunnerFactory, UserFactory
from tournaments.models import CompetitorRecord, ResultEvent, User
from tournaments.services.results import records_rebuilt, records_stored

pytestmark = pytest.mark.django_db

Step = Callable[..., object]
Mode = ArenaState.Mode


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path, settings: Settings) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def workers() -> Iterator[MatchWorkers]:
    with match_workers(commits=False) as found:
        yield found


@pytest.fixture
def olga() -> User:
    return operator()


def mode() -> str:
    return ArenaState.objects.get().mode


def under_way() -> Match:
    return MatchFactory.create(state=MatchState.PLAYING)


def benched() -> BotBench:
    version = playing_version()
    return BotBench.objects.create(bot=version.bot, version=version, reason="It fails.")


STEPS: dict[str, Callable[[], Step]] = {
    "pause": lambda: arena_pause,
    "drain": lambda: arena_drain,
    "resume": lambda: (ArenaState.objects.create(pk=1, mode=Mode.PAUSED), arena_resume)[1],
    "requeue": lambda: partial(match_requeue, match=under_way()),
    "void": lambda: partial(match_void_by_staff, match=under_way()),
    "bench": lambda: partial(bot_bench_by_staff, bot=playing_version().bot),
    "unbench": lambda: partial(bot_unbench_by_staff, bot=benched().bot),
}
each_step = pytest.mark.parametrize("name", STEPS)

OTHERS: dict[str, Callable[[], User]] = {
    "member": UserFactory.create,
    "staff without a second factor": lambda: UserFactory.create(is_staff=True),
    "member with a second factor": lambda: operator(is_staff=False),
    "suspended staff": lambda: operator(is_active=False),
}


@each_step
def test_each_step_leaves_one_trace(name: str, workers: MatchWorkers, olga: User) -> None:
    STEPS[name]()(by=olga, reason=f"  {REASON}\r\n")
    event = OperatorEvent.objects.get()
    assert (event.action, event.by, event.reason) == (name, olga, REASON)
    assert (event.match is not None) == (name in {"requeue", "void"})
    assert (event.bot is not None) == (name in {"bench", "unbench"})


@each_step
def test_nobody_else_may(name: str, workers: MatchWorkers) -> None:
    step = STEPS[name]()
    before = _everything()
    for account in [other() for other in OTHERS.values()]:
        with pytest.raises(PermissionDenied, match="Only staff with a second factor"):
            step(by=account, reason=REASON)
    assert _everything() == before


def test_an_author_may_not_either(workers: MatchWorkers) -> None:
    match = under_way()
    participant = match.participants.select_related("version__bot__owner").first()
    assert participant is not None
    bot = participant.version.bot
    assert bot.owner is not None
    with pytest.raises(PermissionDenied):
        match_void_by_staff(match=match, by=bot.owner, reason=REASON)
    with pytest.raises(PermissionDenied):
        bot_unbench_by_staff(bot=bot, by=bot.owner, reason=REASON)


@each_step
def test_nothing_happens_without_a_reason(name: str, workers: MatchWorkers, olga: User) -> None:
    step = STEPS[name]()
    before = _everything()
    for reason, sentence in (
        ("", "Please say why"),
        (" \n\t", "Please say why"),
        ("x" * (REASON_MAX_LENGTH + 1), "at most 1000 characters"),
        ("turned \u202e around", "invisible"),
    ):
        with pytest.raises(ValidationError, match=sentence):
            step(by=olga, reason=reason)
    assert _everything() == before


@each_step
def test_twice_is_refused_with_a_sentence(name: str, workers: MatchWorkers, olga: User) -> None:
    step = STEPS[name]()
    step(by=olga, reason=REASON)
    before = _everything()
    with pytest.raises(ValidationError, match=r"already|on the bench"):
        step(by=olga, reason=REASON)
    assert _everything() == before


def _everything() -> list[object]:
    """Whatever a step could have changed."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (ArenaState, Match, MatchEvent, BotBench, OperatorEvent)
    ]


# The arena


def test_paused_nothing_new_is_sent_and_what_is_out_goes_on(
    workers: MatchWorkers, olga: User
) -> None:
    out = sent()
    waiting = created()
    MatchRunnerFactory.create(slots=5)
    arena_pause(by=olga, reason=REASON)
    assert matches_dispatch() == 0
    order = workers.order_of(out)
    assert match_alive_record(alive=alive_of(order))
    assert match_result_record(result=result_of(order))
    waiting.refresh_from_db()
    assert waiting.state == MatchState.QUEUED
    assert len(workers.orders) == 1


def test_resuming_sends_at_once(workers: MatchWorkers, olga: User) -> None:
    arena_pause(by=olga, reason=REASON)
    created()
    created()
    MatchRunnerFactory.create(slots=1)
    assert arena_resume(by=olga, reason=REASON) == 1
    assert mode() == Mode.RUNNING
    assert len(workers.orders) == 1


def test_draining_takes_back_what_nobody_has_begun(workers: MatchWorkers, olga: User) -> None:
    begun, not_begun = created(), created()
    MatchRunnerFactory.create(slots=2)
    assert matches_dispatch() == 2
    late = workers.order_of(not_begun)
    assert match_alive_record(alive=alive_of(workers.order_of(begun)))
    assert arena_drain(by=olga, reason=REASON) == 1
    begun.refresh_from_db()
    not_begun.refresh_from_db()
    assert (begun.state, not_begun.state) == (MatchState.PLAYING, MatchState.QUEUED)
    assert not_begun.failures == 0
    assert OperatorEvent.objects.count() == 1

    assert not match_alive_record(alive=alive_of(late)), "its order is not out any more"
    assert not match_result_record(result=result_of(late))
    assert match_result_record(result=result_of(workers.order_of(begun)))
    assert matches_dispatch() == 0

    assert arena_resume(by=olga, reason=REASON) == 1
    assert workers.order_of(not_begun).attempt == 2
    assert match_result_record(result=result_of(workers.order_of(not_begun)))


def test_a_pause_may_become_a_drain_and_the_other_way(workers: MatchWorkers, olga: User) -> None:
    out = sent()
    arena_pause(by=olga, reason=REASON)
    assert arena_drain(by=olga, reason=REASON) == 1
    out.refresh_from_db()
    assert out.state == MatchState.QUEUED
    arena_pause(by=olga, reason=REASON)
    assert mode() == Mode.PAUSED
    assert OperatorEvent.objects.count() == 3


# Matches


def test_a_requeued_match_is_played_anew_and_nobody_failed(
    workers: MatchWorkers, olga: User
) -> None:
    match = sent()
    first = workers.order_of(match)
    assert match_alive_record(alive=alive_of(first, boards_over=3))
    match.refresh_from_db()
    requeued = match_requeue(match=match, by=olga, reason=REASON)
    assert (requeued.state, requeued.failures, requeued.boards_over) == (MatchState.QUEUED, 0, 0)
    step = match.events.order_by("-pk")[0]
    assert (step.before, step.after, step.by, step.reason) == ("playing", "queued", olga, REASON)
    assert not match_result_record(result=result_of(first))
    assert matches_dispatch() == 1
    second = workers.order_of(match)
    assert second.attempt == 2
    assert not match_result_record(result=result_of(first))
    assert match_result_record(result=result_of(second))


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (MatchState.QUEUED, "waits in the queue already"),
        (MatchState.SETTLED, "is over"),
        (MatchState.VOID, "is over"),
    ],
)
def test_only_what_is_under_way_can_be_requeued(
    state: MatchState, sentence: str, olga: User
) -> None:
    with pytest.raises(ValidationError, match=sentence):
        match_requeue(match=MatchFactory.create(state=state), by=olga, reason=REASON)
    assert not OperatorEvent.objects.exists()


def test_an_order_that_the_operator_has_not_seen_is_left_alone(
    workers: MatchWorkers, olga: User
) -> None:
    seen = sent()
    match_requeue(match=Match.objects.get(), by=olga, reason=REASON)
    assert matches_dispatch() == 1
    with pytest.raises(ValidationError, match="since you looked"):
        match_requeue(match=seen, by=olga, reason=REASON)
    assert Match.objects.get().state == MatchState.SENT


@pytest.mark.parametrize("state", [MatchState.QUEUED, MatchState.SENT, MatchState.PLAYING])
def test_whatever_is_not_over_can_be_declared_void(
    state: MatchState, workers: MatchWorkers, olga: User
) -> None:
    match = MatchFactory.create(state=state)
    match_void_by_staff(match=match, by=olga, reason=REASON)
    match.refresh_from_db()
    assert (match.state, match.reason) == (MatchState.VOID, REASON)
    assert match.ended_at is not None
    assert workers.dispatches == (0 if state == MatchState.QUEUED else 1), "its place is free"


def test_what_is_void_is_never_settled(workers: MatchWorkers, olga: User) -> None:
    match = sent()
    match_void_by_staff(match=match, by=olga, reason=REASON)
    assert not match_alive_record(alive=alive_of(workers.order_of(match)))
    assert not match_result_record(result=result_of(workers.order_of(match)))
    assert not ResultEvent.objects.exists()


def test_a_result_that_counted_counts_no_longer(workers: MatchWorkers, olga: User) -> None:
    match = sent()
    assert match_result_record(result=result_of(workers.order_of(match)))
    assert CompetitorRecord.objects.exists()
    match.refresh_from_db()
    ended_at = match.ended_at
    match_void_by_staff(match=match, by=olga, reason=REASON)
    match.refresh_from_db()
    assert (match.state, match.reason, match.ended_at) == (MatchState.VOID, REASON, ended_at)
    assert records_rebuilt() == records_stored() == {}
    kinds = sorted(ResultEvent.objects.values_list("kind", flat=True))
    assert kinds == ["settled", "settled", "voided", "voided"], "nothing is forgotten"


# Bots


def test_a_bot_sits_out_and_comes_back(workers: MatchWorkers, olga: User) -> None:
    bot = playing_version().bot
    benching = bot_bench_by_staff(bot=bot, by=olga, reason=REASON)
    assert bot_benching(bot=bot) == benching
    bot_unbench_by_staff(bot=bot, by=olga, reason=REASON)
    assert bot_benching(bot=bot) is None
    actions = OperatorEvent.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["bench", "unbench"]


def test_a_bot_that_does_not_play_cannot_be_benched(olga: User) -> None:
    version = playing_version()
    version.bot.active_version = None
    version.bot.save()
    with pytest.raises(ValidationError, match="does not play at the moment"):
        bot_bench_by_staff(bot=version.bot, by=olga, reason=REASON)
    assert not OperatorEvent.objects.exists()


def test_the_log_outlives_a_bot_that_never_played(olga: User) -> None:
    bot = playing_version().bot
    bot_bench_by_staff(bot=bot, by=olga, reason=REASON)
    assert bot.owner is not None
    bots_of_account_erase(account=bot.owner)
    assert not Bot.objects.filter(pk=bot.pk).exists()
    event = OperatorEvent.objects.get()
    assert (event.bot, event.reason) == (None, REASON)
