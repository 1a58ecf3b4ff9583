"""Sending matches: as many as there is room for, in turn; what is lost waits again."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from celery import Celery
from django.core.exceptions import ValidationError
from django.utils import timezone
from kombu.exceptions import OperationalError

from arena.games.shuffle import verify_commitment
from arena.match_reasons import BOT_GONE, NOT_BEGUN, OVERTIME, SILENT
from arena.match_states import MatchState
from arena.match_verdict import MatchVerdict, Ordered, match_verdict
from arena.models import (
    ArenaState,
    BotVersion,
    Match,
    MatchEvent,
    MatchShare,
    OperatorNotice,
    WorkerPresence,
)
from arena.patience import PAUSES, with_database
from arena.runner.queues import MATCHES
from arena.services import match_reports
from arena.services.benching import bot_bench
from arena.services.match_orders import ORDER_GOOD_FOR, matches_dispatch
from arena.services.match_reports import match_alive_record, match_result_record
from arena.services.match_scavenging import (
    ATTEMPTS_MAX,
    GAP,
    LEASE,
    LONGEST,
    UNMANNED,
    matches_scavenge,
)
from arena.services.match_steps import arena_state_lock
from tests.arena.match_kit import (
    MatchWorkers,
    alive_of,
    created,
    playing_version,
    result_of,
    run_of,
    sent,
)
from tests.factories import PROFILE, MatchRunnerFactory, UserFactory
from tests.tournaments.ladder_kit import ladder_made

pytestmark = pytest.mark.django_db


def listened(long: timedelta = timedelta(hours=1)) -> None:
    """As if somebody had looked for lost matches all the time."""
    arena_state_lock()
    now = timezone.now()
    ArenaState.objects.update(looked_at=now, listening_since=now - long)


def age(match: Match, by: timedelta) -> None:
    match.refresh_from_db()
    for moment in ("sent_at", "begun_at", "heard_at"):
        if (value := getattr(match, moment)) is not None:
            setattr(match, moment, value - by)
    match.save()


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_a_match_pins_what_is_played(workers: MatchWorkers) -> None:
    match = created(boards=3)
    assert workers.dispatches == 1
    assert verify_commitment(bytes.fromhex(match.seed), match.commitment)
    assert (match.state, match.rotations, match.boards_in_all) == ("queued", 2, 6)
    assert MatchEvent.objects.get().after == "queued"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"profile": "durak/nothing"}, "rules"),
        ({"boards": 0}, "boards"),
        ({"boards": 1_001}, "boards"),
        ({"boards": 1_000, "games_per_board": 11}, "boards"),
        ({"boards": 1, "games_per_board": 0}, "boards"),
        ({"versions": []}, "sides"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        created(**changes)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("changes", "asked", "code"),
    [
        ({}, {}, "unrated"),  # its bots were not checked in a sandbox
        ({"is_open": False}, {}, "ladder"),
        ({"hosting": "people"}, {}, "ladder"),
        ({"profile": "durak/volga"}, {}, "ladder"),
        ({}, {"players": 3}, "ladder"),
    ],
)
def test_a_ladder_takes_only_what_is_played_by_its_rules(
    changes: dict[str, Any], asked: dict[str, Any], code: str
) -> None:
    ladder = ladder_made(PROFILE)
    for name, value in changes.items():
        setattr(ladder, name, value)
    with pytest.raises(ValidationError) as refused:
        created(ladder=ladder, **asked)
    assert refused.value.code == code


def test_only_checked_versions_that_know_the_rules_play() -> None:
    good = playing_version()
    other = playing_version("durak/volga")
    unchecked = BotVersion.objects.create(
        bot=good.bot, number=9, digest="0" * 64, size=1, file_name="x.py", command=["x"],
        profiles=good.profiles, state=BotVersion.State.CHECKING,
    )  # fmt: skip
    for opponent, code in ((other, "profile"), (unchecked, "invalid")):
        with pytest.raises(ValidationError) as refused:
            created(versions=[good, opponent])
        assert refused.value.code == code


def test_no_more_is_sent_than_there_is_room_for(workers: MatchWorkers) -> None:
    matches = [created() for _ in range(5)]
    assert matches_dispatch() == 0
    MatchRunnerFactory.create(slots=2)
    MatchRunnerFactory.create(slots=1)
    MatchRunnerFactory.create(slots=7, refusal="no namespaces here")
    MatchRunnerFactory.create(slots=7, queues=["validations"])
    assert matches_dispatch() == 3
    assert matches_dispatch() == 0
    assert [state(match) for match in matches] == ["sent"] * 3 + ["queued"] * 2
    assert match_result_record(result=result_of(workers.order_of(matches[0])))
    assert matches_dispatch() == 1


def test_everybody_has_their_turn(workers: MatchWorkers) -> None:
    eager, modest = UserFactory.create(), UserFactory.create()
    flood = [created(requested_by=eager) for _ in range(4)]
    late = created(requested_by=modest)
    MatchRunnerFactory.create(slots=2)
    assert matches_dispatch() == 2
    assert [state(flood[0]), state(flood[1]), state(late)] == ["sent", "queued", "sent"]
    assert MatchShare.objects.count() == 2
    assert matches_dispatch() == 0
    assert match_result_record(result=result_of(workers.order_of(late)))
    following = created(requested_by=modest)
    MatchRunnerFactory.create(slots=1)
    assert matches_dispatch() == 2
    assert [state(flood[1]), state(following)] == ["sent", "sent"]


@pytest.mark.parametrize("mode", [ArenaState.Mode.PAUSED, ArenaState.Mode.DRAINING])
def test_a_paused_arena_sends_nothing(workers: MatchWorkers, mode: str) -> None:
    created()
    MatchRunnerFactory.create()
    arena_state_lock()
    ArenaState.objects.update(mode=mode)
    assert matches_dispatch() == 0
    assert not workers.sent


def test_a_match_whose_bot_is_gone_is_void_when_its_turn_comes(workers: MatchWorkers) -> None:
    retired, benched, fine = created(), created(), created()
    bot = retired.participants.get(place=0).version.bot
    bot.retired_at = timezone.now()
    bot.save()
    assert bot_bench(bot=benched.participants.get(place=1).version.bot, reason="It fails.")
    MatchRunnerFactory.create(slots=1)
    assert matches_dispatch() == 1
    assert [state(retired), state(benched), state(fine)] == ["void", "void", "sent"]
    assert retired.reason == BOT_GONE
    assert len(workers.orders) == 1
    assert MatchShare.objects.get().finish == fine.cost  # only what is played counts


def test_an_order_that_the_queue_does_not_take_waits_again(
    workers: MatchWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = created()

    def refuse(*_: object, **__: object) -> None:
        raise OperationalError("no queue")

    with monkeypatch.context() as patched:
        patched.setattr(Celery, "send_task", refuse)
        MatchRunnerFactory.create()
        assert matches_dispatch() == 1
    assert (state(match), match.failures) == ("queued", 0)
    assert matches_dispatch() == 1
    assert workers.order_of(match).attempt == 2


def test_a_silent_worker_is_thought_lost(workers: MatchWorkers) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_alive_record(alive=alive_of(order))
    listened()
    assert matches_scavenge() == 0
    age(match, LEASE + timedelta(seconds=1))
    assert matches_scavenge() == 1
    assert (state(match), match.attempt, match.failures) == ("sent", 2, 1)  # sent again at once
    assert not match_result_record(result=result_of(order))


def test_an_order_that_nobody_begins_with_is_sent_again(workers: MatchWorkers) -> None:
    match = sent()
    listened()
    age(match, ORDER_GOOD_FOR - timedelta(seconds=5))
    assert matches_scavenge() == 0
    age(match, timedelta(seconds=10))
    assert matches_scavenge() == 1
    assert (state(match), match.attempt, match.failures) == ("sent", 2, 0)


def test_an_endless_match_ends(workers: MatchWorkers) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_alive_record(alive=alive_of(order))
    age(match, LONGEST + timedelta(seconds=1))
    assert match_alive_record(alive=alive_of(order, 2))
    listened()
    assert matches_scavenge() == 1
    assert (state(match), match.reason) == (MatchState.VOID, OVERTIME)


def test_a_match_whose_time_was_over_is_void_at_once_and_costs_its_requester(
    workers: MatchWorkers,
) -> None:
    match = sent(requested_by=UserFactory.create())
    before = MatchShare.objects.get().finish
    runs = tuple(replace(run_of(place, 0), wall_seconds=2400.0) for place in range(2))
    late = result_of(workers.order_of(match), broken="Too slow.", overtime=True, runs=runs)
    assert match_result_record(result=late)
    assert (state(match), match.reason, match.failures) == (MatchState.VOID, OVERTIME, 0)
    assert MatchShare.objects.get().finish == pytest.approx(before + 2400 - match.cost)
    assert not OperatorNotice.objects.exists()


def test_stopping_the_service_is_no_failure(workers: MatchWorkers) -> None:
    match = sent()
    for attempt in range(1, 6):
        order = workers.order_of(match)
        stopped = result_of(order, broken="The game server was stopped.", stopped=True, runs=())
        assert match_result_record(result=stopped)
        assert (state(match), match.failures, match.attempt) == ("queued", 0, attempt)
        assert matches_dispatch() == 1


def test_our_failures_cost_nobody_their_turn(workers: MatchWorkers) -> None:
    match = sent(requested_by=UserFactory.create())
    before = MatchShare.objects.get().finish
    for _ in range(2):
        order = workers.order_of(match)
        assert match_result_record(result=result_of(order, broken="Fire.", runs=()))
        assert matches_dispatch() == 1
    assert MatchShare.objects.get().finish == pytest.approx(before)


def test_a_result_that_is_being_looked_at_keeps_its_lease(
    workers: MatchWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_alive_record(alive=alive_of(order))
    listened()
    age(match, LEASE - timedelta(seconds=1))

    def slowly(replay: bytes, ordered: Ordered, meanwhile: Callable[[], None]) -> MatchVerdict:
        for _ in range(3):
            age(match, LEASE - timedelta(seconds=1))
            monkeypatch.setattr(match_reports, "BEAT_SECONDS", -1.0)  # as if they had passed
            meanwhile()
            listened()
            assert matches_scavenge() == 0
        return match_verdict(replay, ordered, meanwhile)

    monkeypatch.setattr(match_reports, "match_verdict", slowly)
    assert match_result_record(result=result_of(order))
    assert state(match) == MatchState.SETTLED


def test_after_an_outage_everybody_gets_their_time_again(workers: MatchWorkers) -> None:
    match = sent()
    assert match_alive_record(alive=alive_of(workers.order_of(match)))
    age(match, timedelta(minutes=10))
    arena_state_lock()
    long_ago = timezone.now() - GAP - timedelta(minutes=10)
    ArenaState.objects.update(looked_at=long_ago, listening_since=long_ago - timedelta(hours=1))
    assert matches_scavenge() == 0
    assert state(match) == MatchState.PLAYING
    listened(LEASE + timedelta(seconds=1))
    assert matches_scavenge() == 1


def test_lost_three_times_is_void(workers: MatchWorkers) -> None:
    match = sent()
    for _ in range(3):
        assert match_alive_record(alive=alive_of(workers.order_of(match)))
        listened()
        age(match, LEASE + timedelta(seconds=1))
        assert matches_scavenge() == 1
    assert (state(match), match.reason) == (MatchState.VOID, SILENT)


def test_orders_that_nobody_ever_begins_with_end(workers: MatchWorkers) -> None:
    match = sent()
    for _ in range(ATTEMPTS_MAX + 2):
        assert state(match) == MatchState.SENT
        listened()
        age(match, ORDER_GOOD_FOR + timedelta(seconds=1))
        assert matches_scavenge() == 1
    assert (state(match), match.reason) == (MatchState.VOID, NOT_BEGUN)


def test_runners_that_are_gone_have_no_room(workers: MatchWorkers) -> None:
    MatchRunnerFactory.create(slots=5)
    WorkerPresence.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    created()
    assert WorkerPresence.objects.get().queues == [MATCHES]
    assert matches_dispatch() == 0
    assert not workers.sent


def test_operators_are_told_once_that_nobody_plays(workers: MatchWorkers) -> None:
    created()
    listened()
    matches_scavenge()
    assert ArenaState.objects.get().unmanned_since is not None
    assert not OperatorNotice.objects.exists()

    def later(seconds: float) -> None:
        """As if so much time had passed, with somebody looking all the time."""
        state = ArenaState.objects.get()
        assert state.unmanned_since is not None
        passed = timedelta(seconds=seconds)
        ArenaState.objects.update(
            unmanned_since=state.unmanned_since - passed, looked_at=timezone.now() - GAP / 2
        )

    later(UNMANNED.total_seconds())
    matches_scavenge()
    assert OperatorNotice.objects.get().times == 1
    later(UNMANNED.total_seconds())
    matches_scavenge()
    assert OperatorNotice.objects.get().times == 1
    MatchRunnerFactory.create()
    matches_scavenge()
    assert ArenaState.objects.get().unmanned_since is None


def test_a_database_that_comes_back_is_waited_for() -> None:
    from django.db import OperationalError as Gone

    failures = [Gone("away"), Gone("away")]
    slept: list[float] = []

    def do() -> str:
        if failures:
            raise failures.pop()
        return "done"

    assert with_database(do, slept.append) == "done"
    assert slept == list(PAUSES[:2])
    failures.extend([Gone("away")] * 50)
    with pytest.raises(Gone):
        with_database(do, slept.append)


@pytest.mark.parametrize("is_own", [True, False])
def test_what_a_match_took_counts_and_not_what_was_expected(
    workers: MatchWorkers, is_own: bool
) -> None:
    account = None if is_own else UserFactory.create()
    MatchShare.objects.create(account=UserFactory.create(), finish=7.0)
    match = created(requested_by=account)
    MatchRunnerFactory.create()
    matches_dispatch()
    shares = MatchShare.objects.filter(account=account)
    assert shares.get().finish == match.cost
    # Both places of two rotations; the slower one of each is what the match took.
    walls = {(0, 0): 200.0, (1, 0): 150.0, (0, 1): 1.0, (1, 1): 100.0}
    runs = tuple(
        replace(run_of(place, rotation), wall_seconds=seconds)
        for (place, rotation), seconds in walls.items()
    )
    result = result_of(workers.order_of(match), runs=runs)
    assert match_result_record(result=result)
    assert shares.get().finish == pytest.approx(300.0)
    assert not match_result_record(result=result)  # nothing counts twice
    assert shares.get().finish == pytest.approx(300.0)
    assert MatchShare.objects.exclude(account=account).get().finish == 7.0


def test_slow_bots_take_turns_from_their_own_author_only(workers: MatchWorkers) -> None:
    slow, quick = UserFactory.create(), UserFactory.create()
    of_slow = [created(requested_by=slow) for _ in range(2)]
    of_quick = [created(requested_by=quick) for _ in range(6)]
    MatchRunnerFactory.create()
    matches_dispatch()
    long = tuple(replace(run_of(0, rotation), wall_seconds=100.0) for rotation in range(2))
    assert match_result_record(result=result_of(workers.order_of(of_slow[0]), runs=long))
    for match in of_quick:
        assert matches_dispatch() == 1
        assert match_result_record(result=result_of(workers.order_of(match)))
    assert matches_dispatch() == 1
    assert state(of_slow[1]) == "sent"
