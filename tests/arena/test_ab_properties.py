"""Whatever happens, in whatever order and however often: each deal set is evidence once, and what
is written down is what the matches add up to."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from django.db import close_old_connections
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ab_evidence import Step, added, walk
from arena.ab_terms import AHEAD, plan_of
from arena.match_states import MatchState
from arena.models import AbTest, AbTestStep
from arena.selectors.ab_tests import ab_test_faults
from arena.services.ab_test_steps import ab_tests_tend
from arena.services.ab_tests import ab_test_create, ab_test_stop
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from arena.services.operations import match_void_by_staff
from scoring.sequential import Verdict
from tests.arena.ab_kit import (
    USUAL,
    assert_sound,
    begun,
    drawn,
    open_matches,
    result_for,
    take,
    two_versions,
)
from tests.arena.match_kit import MatchWorkers, match_workers
from tests.arena.operator_kit import REASON, operator
from tests.arena.shown_matches import match_step_to
from tests.factories import MatchRunnerFactory
from tests.threads import at_once
from tournaments.models import User

State = AbTest.State
deals = st.lists(st.integers(0, 9), min_size=5, max_size=5).map(tuple)


@given(st.lists(deals, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_deal_sets_changes_only_the_way(
    found: list[tuple[int, ...]], rng: random.Random
) -> None:
    """The evidence after all of them is the same, to the last bit."""
    plan = plan_of(question="gain", elo=20, error_rate=0.05)
    shuffled = rng.sample(found, len(found))
    one, other = (list(walk(plan, map(Step, order))) for order in (found, shuffled))
    assert one[-1:] == other[-1:]


@given(st.lists(deals, min_size=1, max_size=12), st.data())
def test_what_is_taken_back_was_never_there(
    found: list[tuple[int, ...]], data: st.DataObject
) -> None:
    plan = plan_of(question="gain", elo=20, error_rate=0.05)
    gone = data.draw(st.integers(0, len(found) - 1))
    steps = [*map(Step, found), Step(found[gone], is_taken=False)]
    without = [Step(one) for place, one in enumerate(found) if place != gone]
    standing = list(walk(plan, steps))[-1]
    kept = list(walk(plan, without))[-1:]
    assert standing.sets == len(found) - 1
    assert all(standing.outcome == other.outcome for other in kept)


@given(deals)
def test_nothing_and_something_is_something(one: tuple[int, ...]) -> None:
    assert added((), Step(one)) == one


@pytest.mark.django_db
@settings(max_examples=12)
@given(
    steps=st.lists(
        st.sampled_from(["take", "take", "take", "again", "void", "lose", "tend", "stop"]),
        max_size=14,
    ),
    seed=st.integers(0, 999),
)
def test_after_every_story_the_books_are_right(steps: list[str], seed: int) -> None:
    """Random stories: settled, told again, declared void before and after, lost, stopped."""
    rng = random.Random(seed)
    staff = operator()
    with match_workers(commits=False):
        test = begun(elo=100, sets_most=25, boards=5)
        for step in steps:
            _tell(step, test, rng, staff)
            assert_sound(test)
            open_now = len(open_matches(test))
            assert open_now <= AHEAD
        ab_tests_tend()
        assert_sound(test)
        if test.is_running:
            assert len(open_matches(test)) == min(AHEAD, test.sets_most - test.sets)
        taken = test.steps.filter(kind=AbTestStep.Kind.TAKEN)
        assert taken.count() == taken.values("match").distinct().count()


def _tell(step: str, test: AbTest, rng: random.Random, staff: User) -> None:
    matches = list(test.matches.order_by("pk"))
    match = rng.choice(matches)
    if step == "take" and open_matches(test):
        take(rng.choice(open_matches(test)), drawn(rng, rng.random(), test.boards))
    elif step == "again":
        take(match, drawn(rng, 0.5, test.boards))  # refused where it is over
    elif step == "void" and match.state != MatchState.VOID:
        match_void_by_staff(match=match, by=staff, reason=REASON)
    elif step == "lose" and open_matches(test):
        match_step_to(rng.choice(open_matches(test)), MatchState.VOID)
    elif step == "tend":
        ab_tests_tend()
    elif step == "stop" and test.is_running and rng.random() < 0.3:
        assert test.owner is not None
        ab_test_stop(test=test, by=test.owner)


# Many of ours at the same moment


@pytest.mark.django_db(transaction=True)
def test_everything_at_once_counts_each_deal_set_once(workers: MatchWorkers) -> None:
    tests = [begun(boards=5), begun(boards=5)]
    MatchRunnerFactory.create(slots=2 * AHEAD)
    assert matches_dispatch() == 2 * AHEAD
    jobs: list[Callable[[], object]] = [ab_tests_tend] * 3
    for test in tests:
        for match in open_matches(test):
            result = result_for(workers, match)
            jobs += [partial(match_result_record, result=result)] * 2
    random.Random(1).shuffle(jobs)
    at_once(jobs)
    close_old_connections()
    for test in tests:
        assert_sound(test)
        assert test.sets == AHEAD
        assert len(open_matches(test)) == AHEAD


@pytest.mark.django_db(transaction=True)
def test_stopping_and_settling_at_once(workers: MatchWorkers) -> None:
    test = begun(boards=5)
    assert test.owner is not None
    MatchRunnerFactory.create(slots=1)
    assert matches_dispatch() == 1
    playing = next(one for one in open_matches(test) if one.state == MatchState.SENT)
    result = result_for(workers, playing)
    at_once(
        [
            partial(ab_test_stop, test=test, by=test.owner),
            partial(match_result_record, result=result),
            ab_tests_tend,
        ]
    )
    assert_sound(test)
    assert test.state == State.STOPPED
    assert test.sets in {0, 1}
    assert not open_matches(test)


@pytest.mark.django_db(transaction=True)
def test_forms_sent_at_once_are_one_test(workers: MatchWorkers) -> None:
    new, old = two_versions()
    assert new.bot.owner is not None
    create = partial(ab_test_create, **USUAL, by=new.bot.owner, new=new, old=old)
    assert at_once([create] * 4) == ["done"] * 4
    assert AbTest.objects.count() == 1
    assert len(open_matches(AbTest.objects.get())) == AHEAD


@pytest.mark.django_db(transaction=True)
def test_a_settlement_that_breaks_leaves_nothing_behind(
    workers: MatchWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the evidence was counted and before it was committed."""
    test = begun(boards=5)
    match = open_matches(test)[0]

    def broken(**_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("arena.services.settling.bots_bench_failing", broken)
        with pytest.raises(RuntimeError):
            take(match, [1] * 5)
    assert assert_sound(test).sets == 0
    assert not AbTestStep.objects.exists()
    assert take(match, [1] * 5)
    assert assert_sound(test).sets == 1
    assert not list(ab_test_faults(test=test))


def test_a_verdict_is_the_first_one() -> None:
    """What would come after it is never asked."""
    plan = plan_of(question="gain", elo=100, error_rate=0.05)
    steps = [Step((0, 0, 0, 0, 20)), Step((200, 0, 0, 0, 0))]
    verdicts = [standing.outcome.verdict for standing in walk(plan, steps)]
    assert verdicts == [Verdict.ACCEPT_H1, Verdict.ACCEPT_H0]
