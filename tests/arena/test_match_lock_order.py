"""What happens at the same moment waits for each other in one order, never in a ring."""

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from arena.ab_terms import AHEAD
from arena.match_states import OVER, MatchState
from arena.models import (
    AbTest,
    ArenaState,
    Bot,
    BotBench,
    BotVersion,
    Match,
    MatchShare,
    Validation,
)
from arena.selectors.benching import bot_benching
from arena.services.ab_test_steps import ab_tests_tend
from arena.services.ab_tests import ab_test_stop
from arena.services.benching import bot_bench
from arena.services.challenges import challenge_withdraw
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_alive_record, match_result_record
from arena.services.match_scavenging import matches_scavenge
from arena.services.operations import (
    bot_bench_by_staff,
    bot_unbench_by_staff,
    match_void_by_staff,
)
from arena.services.validation_orders import bot_lock
from arena.services.validations import version_activate
from tests.arena.ab_kit import begun
from tests.arena.match_books import check_books
from tests.arena.match_kit import (
    MatchWorkers,
    alive_of,
    created,
    playing_version,
    rateable_version,
    replay_of,
    result_of,
    sent,
)
from tests.arena.operator_kit import REASON, operator
from tests.arena.shown_matches import match_step_to
from tests.arena.wire.played import Trouble
from tests.factories import (
    PROFILE,
    BotVersionFactory,
    MatchFactory,
    MatchRunnerFactory,
    UserFactory,
)
from tests.threads import while_held
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import LadderEntry, User
from tournaments.services.accounts import account_delete
from tournaments.services.rating_rebuild import ratings_rebuild

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path, settings: Settings) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def account() -> User:
    return UserFactory.create()


def test_dispatching_and_erasing_who_asked(workers: MatchWorkers, account: User) -> None:
    sent(requested_by=account)  # which leaves a share
    waiting = created(requested_by=account)
    MatchRunnerFactory.create(slots=5)
    while_held(
        matches_dispatch,
        at="arena.services.match_orders.shares_store",
        second=partial(account_delete, account=account),
    )
    waiting.refresh_from_db()
    assert (waiting.state, waiting.requested_by) == (MatchState.SENT, None)
    assert not MatchShare.objects.filter(account__isnull=False).exists()


def test_settling_and_erasing_who_asked(workers: MatchWorkers, account: User) -> None:
    match = sent(requested_by=account)
    while_held(
        partial(match_result_record, result=result_of(workers.order_of(match))),
        at="arena.services.settling.share_correct",
        second=partial(account_delete, account=account),
    )
    match.refresh_from_db()
    assert (match.state, match.requested_by) == (MatchState.SETTLED, None)


def test_a_lost_match_and_its_late_result(
    workers: MatchWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result was looked at when the match was found silent, and settles at the same moment."""
    match = sent()
    order = workers.order_of(match)
    assert match_alive_record(alive=alive_of(order))
    long_ago = timezone.now() - timedelta(hours=1)
    Match.objects.update(heard_at=long_ago)
    ArenaState.objects.update(listening_since=long_ago, looked_at=timezone.now())
    monkeypatch.setattr("arena.services.match_reports._StillHere.say", lambda _self: None)
    while_held(
        matches_scavenge,
        at="arena.services.match_failures.share_give_back",
        second=partial(match_result_record, result=result_of(order)),
    )
    match.refresh_from_db()
    assert (match.state, match.attempt, match.failures) == (MatchState.SENT, 2, 1)


def test_benching_after_a_match_and_erasing_its_author(
    workers: MatchWorkers, account: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.services.benching.FAILURES_IN_A_ROW", 1)
    versions = [playing_version(), playing_version(bot__owner=account)]
    match = sent(versions=versions, requested_by=account)
    order = workers.order_of(match)
    failed = result_of(order, replay=replay_of(order, Trouble(absent=(1,))))
    while_held(
        partial(match_result_record, result=failed),
        at="arena.services.settling.bots_bench_failing",
        second=partial(account_delete, account=account),
    )
    bot = Bot.objects.get(pk=versions[1].bot_id)
    assert bot.owner is None
    assert bot_benching(bot=bot) is not None


def test_withdrawing_and_erasing_oneself(workers: MatchWorkers, account: User) -> None:
    match = created(requested_by=account)
    while_held(
        partial(challenge_withdraw, match=match, by=account),
        at="arena.services.challenges.match_step",
        second=partial(account_delete, account=account),
    )
    assert Match.objects.get().state == MatchState.VOID
    assert not User.objects.filter(pk=account.pk).exists()


def test_an_operators_void_and_erasing_who_asked(workers: MatchWorkers, account: User) -> None:
    """Erasing an account holds those of all superusers."""
    match = created(requested_by=account)
    superuser = operator(is_superuser=True)
    while_held(
        partial(match_void_by_staff, match=match, by=superuser, reason=REASON),
        at="arena.services.operations.match_step",
        second=partial(account_delete, account=account),
    )
    match.refresh_from_db()
    assert (match.state, match.requested_by) == (MatchState.VOID, None)


def test_an_operators_benching_and_erasing_the_author(workers: MatchWorkers, account: User) -> None:
    version = playing_version(bot__owner=account)
    created(versions=[version, playing_version()])
    while_held(
        partial(bot_bench_by_staff, bot=version.bot, by=operator(is_superuser=True), reason=REASON),
        at="arena.services.benching.bot_benching",
        second=partial(account_delete, account=account),
    )
    assert Bot.objects.get(pk=version.bot_id).owner is None


def test_activating_and_an_operator_who_brings_it_back(account: User) -> None:
    version = playing_version(bot__owner=account)
    better = BotVersionFactory.create(bot=version.bot, state=BotVersion.State.VALID)
    bot_bench(bot=version.bot, reason=REASON, match=MatchFactory.create())
    Validation.objects.create(version=better, verdict="valid", ended_at=timezone.now())

    @transaction.atomic
    def activate() -> None:
        version_activate(bot=bot_lock(bot_id=version.bot_id), version=better, by=None)

    while_held(
        activate,
        at="arena.services.validations.bot_unbench",
        second=partial(_bring_back, version.bot),
    )
    assert BotBench.objects.get().ended_at is not None


def _bring_back(bot: Bot) -> None:
    """Which somebody else has done by then."""
    with pytest.raises(ValidationError, match="not on the bench"):
        bot_unbench_by_staff(bot=bot, by=operator(), reason=REASON)


def test_counting_for_a_test_and_erasing_its_author(workers: MatchWorkers) -> None:
    test = begun(boards=5)
    assert test.owner is not None
    MatchRunnerFactory.create(slots=1)
    assert matches_dispatch() == 1
    match = test.matches.get(state=MatchState.SENT)
    while_held(
        partial(match_result_record, result=result_of(workers.order_of(match))),
        at="arena.services.ab_test_steps.match_create",
        second=partial(account_delete, account=test.owner),
    )
    test.refresh_from_db()
    assert (test.sets, test.state, test.owner_id) == (1, AbTest.State.STOPPED, None)
    assert not test.matches.exclude(state__in=OVER).exists()


def test_stopping_a_test_and_erasing_oneself(workers: MatchWorkers) -> None:
    test = begun()
    assert test.owner is not None
    while_held(
        partial(ab_test_stop, test=test, by=test.owner),
        at="arena.services.ab_test_steps.match_step",
        second=partial(account_delete, account=test.owner),
    )
    test.refresh_from_db()
    assert (test.state, test.owner_id) == (AbTest.State.STOPPED, None)


def test_tending_a_test_and_sending_its_matches(workers: MatchWorkers) -> None:
    test = begun()
    match_step_to(test.matches.earliest("pk"), MatchState.VOID)
    MatchRunnerFactory.create(slots=5)
    while_held(
        ab_tests_tend,
        at="arena.services.ab_test_steps.match_create",
        second=matches_dispatch,
    )
    assert test.matches.exclude(state__in=OVER).count() == AHEAD


@pytest.mark.parametrize("void_first", [True, False])
def test_settling_on_a_ladder_and_an_operator_who_declares_another_of_its_matches_void(
    workers: MatchWorkers, *, void_first: bool
) -> None:
    """Both hold the arena's row before the ladder's."""
    ladder, versions = ladder_made(PROFILE), [rateable_version() for _ in range(2)]
    first, second = (
        sent(ladder=ladder, kind=Match.Kind.LADDER, versions=versions) for _ in range(2)
    )
    match_result_record(result=result_of(workers.order_of(first)))
    settle = partial(match_result_record, result=result_of(workers.order_of(second)))
    void = partial(match_void_by_staff, match=first, by=operator(), reason=REASON)
    if void_first:
        while_held(void, at="tournaments.services.results.rating_result_void", second=settle)
    else:
        while_held(settle, at="tournaments.services.results.rating_result_record", second=void)
    assert LadderEntry.objects.count() == 3
    check_books()


def test_settling_on_a_ladder_that_is_being_rebuilt(workers: MatchWorkers) -> None:
    ladder, versions = ladder_made(PROFILE), [rateable_version() for _ in range(2)]
    match = sent(ladder=ladder, kind=Match.Kind.LADDER, versions=versions)
    while_held(
        partial(ratings_rebuild, ladder_id=ladder.pk),
        at="tournaments.services.rating_rebuild._compared",
        second=partial(match_result_record, result=result_of(workers.order_of(match))),
    )
    check_books()
    assert LadderEntry.objects.count() == 1
