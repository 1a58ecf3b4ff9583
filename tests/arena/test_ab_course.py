"""A/B tests: how one goes on by itself, when it ends, and what is corrected later."""

import random

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.ab_terms import AHEAD, VOIDS_MAX
from arena.match_reasons import BOT_GONE, TEST_OVER
from arena.match_states import MatchState
from arena.models import AbTest, AbTestStep
from arena.selectors.matches import matches_of_account, matches_public
from arena.services.ab_test_steps import ab_tests_tend
from arena.services.ab_tests import ab_test_stop
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from arena.services.operations import match_void_by_staff
from tests.arena.ab_kit import (
    assert_sound,
    begun,
    drawn,
    open_matches,
    result_for,
    take,
)
from tests.arena.match_kit import MatchWorkers
from tests.arena.operator_kit import REASON, operator
from tests.arena.shown_matches import bench, match_step_to
from tests.factories import MatchRunnerFactory, UserFactory
from tournaments.models import CompetitorRecord, ResultEvent, User
from tournaments.services.accounts import account_delete

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("workers")]
State = AbTest.State
ALL_WON = [2] * 10
LEVEL = [1] * 10


# How it goes on


def test_each_settled_deal_set_is_evidence_and_has_the_next_one_wait() -> None:
    test = begun()
    first, second, *_ = open_matches(test)
    assert take(second, LEVEL)
    assert take(first, [2, 1, 1, 1, 0, 2, 2, 1, 1, 1])
    test = assert_sound(test)
    assert test.deals == [1, 0, 16, 0, 3]
    assert (test.sets, test.points_new, test.points_old) == (2, 44, 36)
    assert [step.match for step in test.steps.all()] == [second, first]
    assert len(open_matches(test)) == AHEAD


def test_it_ends_as_soon_as_the_answer_is_known() -> None:
    test = begun(elo=100)
    while test.is_running:
        assert take(open_matches(test)[0], ALL_WON)
        test.refresh_from_db()
    test = assert_sound(test)
    assert test.state == State.PASSED
    assert test.ended_at is not None
    assert test.llr >= test.plan.upper
    assert open_matches(test) == []
    withdrawn = test.matches.filter(state=MatchState.VOID)
    assert {match.reason for match in withdrawn} == {TEST_OVER}
    assert withdrawn.count() == AHEAD - 1


def test_a_weaker_version_does_not_pass() -> None:
    test = begun(elo=100)
    while test.is_running:
        take(open_matches(test)[0], [0] * 10)
        test.refresh_from_db()
    assert assert_sound(test).state == State.FAILED


def test_what_arrives_after_the_answer_is_not_counted() -> None:
    test = begun(elo=100)
    late = match_step_to(open_matches(test)[-1], MatchState.PLAYING)
    while test.is_running:
        take(open_matches(test)[0], ALL_WON)
        test.refresh_from_db()
    sums = (test.sets, test.deals, test.llr)
    late.refresh_from_db()
    assert late.state == MatchState.PLAYING, "it is played to its end"
    assert take(late, [0] * 10)
    test = assert_sound(test)
    assert (test.sets, test.deals, test.llr, test.state) == (*sums, State.PASSED)


def test_without_an_answer_it_ends_after_so_many_deal_sets() -> None:
    test = begun(sets_most=25, elo=10)
    while test.is_running:
        matches = open_matches(test)
        assert len(matches) == min(AHEAD, 25 - test.sets)
        take(matches[0], [0, 2, 1, 1, 1])
        test.refresh_from_db()
    assert (assert_sound(test).state, test.reason) == (State.UNDECIDED, AbTest.Reason.ENOUGH)
    assert test.sets == test.matches.count() == 25


def test_nothing_else_counts_what_its_matches_came_to() -> None:
    test = begun()
    take(open_matches(test)[0], ALL_WON)
    assert not ResultEvent.objects.exists()
    assert not CompetitorRecord.objects.exists()


def test_by_the_workers_own_words(workers: MatchWorkers) -> None:
    """The whole way: sent, played by the rules, told twice, verified, counted once."""
    test = begun(boards=5)
    MatchRunnerFactory.create(slots=AHEAD)
    assert matches_dispatch() == AHEAD
    for match in open_matches(test):
        result = result_for(workers, match)
        assert match_result_record(result=result)
        assert not match_result_record(result=result)
    test = assert_sound(test)
    assert test.sets == AHEAD
    assert sum(test.deals) == 5 * AHEAD
    assert len(open_matches(test)) == AHEAD


# When something happens to it


def test_void_matches_are_replaced() -> None:
    test = begun()
    lost = open_matches(test)[0]
    match_step_to(lost, MatchState.VOID)
    assert ab_tests_tend() == 1
    assert ab_tests_tend() == 0
    assert len(open_matches(test)) == AHEAD
    assert test.matches.count() == AHEAD + 1


def test_a_test_whose_matches_cannot_be_played_is_stuck() -> None:
    test = begun()
    for _ in range(VOIDS_MAX):
        match_step_to(open_matches(test)[0], MatchState.VOID)
        ab_tests_tend()
    assert (assert_sound(test).state, test.reason) == (State.STUCK, AbTest.Reason.UNPLAYABLE)
    assert open_matches(test) == []


def test_voids_between_played_ones_do_no_harm() -> None:
    test = begun()
    for _ in range(VOIDS_MAX):
        match_step_to(open_matches(test)[0], MatchState.VOID)
        take(open_matches(test)[0], LEVEL)
        ab_tests_tend()
    assert assert_sound(test).is_running


@pytest.mark.parametrize("hindrance", ["retired", "benched", "not_playing"])
def test_a_version_that_may_not_play_ends_it(hindrance: str) -> None:
    test = begun()
    bot = test.new.bot
    if hindrance == "retired":
        bot.retired_at = timezone.now()
        bot.save()
    elif hindrance == "benched":
        bench(bot)
    else:
        assert test.owner_id is not None
        User.objects.filter(pk=test.owner_id).update(is_active=False)
    assert ab_tests_tend() == 1
    assert (assert_sound(test).state, test.reason) == (State.STOPPED, hindrance)
    assert open_matches(test) == []


def test_a_settlement_finds_that_a_version_may_not_play_any_more() -> None:
    test = begun()
    bench(test.new.bot)
    take(open_matches(test)[0], LEVEL)
    assert (assert_sound(test).state, test.sets) == (State.STOPPED, 1)


def no_longer_offered(test: AbTest, fault: str) -> None:
    """As if a release had dropped its rules, or such long matches."""
    changes = {"rules": {"players": 77}, "length": {"boards": 1_000_000}}[fault]
    AbTest.objects.filter(pk=test.pk).update(**changes)
    test.refresh_from_db()


@pytest.mark.parametrize("fault", ["rules", "length"])
def test_a_test_without_possible_matches_ends_and_the_others_go_on(fault: str) -> None:
    broken, sound = begun(), begun()
    for test in (broken, sound):
        match_step_to(open_matches(test)[0], MatchState.VOID)
    no_longer_offered(broken, fault)
    assert ab_tests_tend() == 2
    assert (assert_sound(broken).state, broken.reason) == (State.STOPPED, AbTest.Reason.REFUSED)
    assert open_matches(broken) == []
    assert assert_sound(sound).is_running
    assert len(open_matches(sound)) == AHEAD
    assert ab_tests_tend() == 0


@pytest.mark.parametrize("fault", ["rules", "length"])
def test_a_match_settles_although_no_other_can_follow(fault: str) -> None:
    test = begun()
    match = open_matches(test)[0]
    no_longer_offered(test, fault)
    assert take(match, LEVEL)
    match.refresh_from_db()
    assert match.state == MatchState.SETTLED
    assert (assert_sound(test).state, test.reason) == (State.STOPPED, AbTest.Reason.REFUSED)
    assert (test.sets, open_matches(test)) == (1, [])


def test_a_bot_that_is_gone_when_its_turn_comes(workers: MatchWorkers) -> None:
    test = begun()
    bench(test.new.bot)
    MatchRunnerFactory.create(slots=5)
    assert matches_dispatch() == 0
    assert {match.reason for match in test.matches.all()} == {BOT_GONE}
    ab_tests_tend()
    assert (assert_sound(test).state, test.reason) == (State.STOPPED, AbTest.Reason.BENCHED)


def test_only_its_author_stops_it_and_once() -> None:
    test = begun()
    for stranger in (UserFactory.create(), operator()):
        with pytest.raises(PermissionDenied):
            ab_test_stop(test=test, by=stranger)
    assert test.owner is not None
    playing = match_step_to(open_matches(test)[0], MatchState.PLAYING)
    ab_test_stop(test=test, by=test.owner)
    assert open_matches(test) == [playing], "what is being played goes on"
    with pytest.raises(ValidationError, match="over already"):
        ab_test_stop(test=test, by=test.owner)
    assert take(playing, ALL_WON)
    assert assert_sound(test).sets == 0
    assert not list(test.steps.all())


def test_an_erased_author_leaves_a_test_that_is_over() -> None:
    test = begun()
    take(open_matches(test)[0], LEVEL)
    assert test.owner is not None
    account_delete(account=test.owner)
    test = assert_sound(test)
    assert (test.state, test.owner) == (State.STOPPED, None)
    assert open_matches(test) == []


# Corrections


def test_a_deal_set_declared_void_counts_no_longer() -> None:
    test = begun()
    first, second, *_ = open_matches(test)
    take(first, ALL_WON)
    take(second, LEVEL)
    match_void_by_staff(match=first, by=operator(), reason=REASON)
    test = assert_sound(test)
    assert (test.sets, test.deals, test.points_new) == (1, [0, 0, 10, 0, 0], 20)
    assert [step.kind for step in test.steps.all()] == ["taken", "taken", "voided"]
    assert test.is_running
    ab_tests_tend()
    assert len(open_matches(test)) == AHEAD


def test_an_answer_that_rested_on_a_void_deal_set_is_taken_back() -> None:
    test = begun(elo=100)
    while test.is_running:
        take(open_matches(test)[0], ALL_WON)
        test.refresh_from_db()
    match_void_by_staff(match=test.steps.latest("number").match, by=operator(), reason=REASON)
    test = assert_sound(test)
    assert (test.state, test.reason) == (State.UNDECIDED, AbTest.Reason.CORRECTED)


def test_a_waiting_match_declared_void_is_only_replaced() -> None:
    test = begun()
    match_void_by_staff(match=open_matches(test)[0], by=operator(), reason=REASON)
    assert not test.steps.exists()
    ab_tests_tend()
    assert len(open_matches(test)) == AHEAD


def test_what_has_been_counted_is_never_changed() -> None:
    test = begun()
    take(open_matches(test)[0], LEVEL)
    rows = AbTestStep.objects.all()
    for change in (rows.delete, lambda: rows.update(llr=5.0)):
        with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
            change()


def test_the_check_finds_what_is_wrong() -> None:
    test = begun()
    take(open_matches(test)[0], drawn(random.Random(1), 0.6, 10))
    assert_sound(test)
    AbTest.objects.filter(pk=test.pk).update(llr=0.1)
    with pytest.raises(AssertionError):
        assert_sound(test)


def test_matches_of_tests_are_in_nobodys_list() -> None:
    test = begun()
    assert test.owner is not None
    assert not matches_public().exists()
    assert not matches_of_account(account=test.owner).exists()


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    test = begun()
    take(open_matches(test)[0], LEVEL)
    call_command("check_ab_tests")
    assert "1 A/B tests are what their matches say" in capsys.readouterr().out
    AbTest.objects.filter(pk=test.pk).update(points_new=0)
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("check_ab_tests")
    assert test.public_id in capsys.readouterr().err
