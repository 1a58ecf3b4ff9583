"""How A/B tests go on by themselves: each settled deal set is evidence, once, in the order of
settlement, until the answer is known.

Whoever calls these holds the arena's row, so that steps are taken one after the other and a match
that is settled and a test that ends never miss each other.
"""

import logging
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from arena.ab_evidence import Step, added, deals_of, results_of
from arena.ab_terms import AHEAD, VOIDS_MAX
from arena.games.errors import RulesRefused
from arena.match_reasons import TEST_OVER
from arena.match_states import OVER, MatchState
from arena.models import AbTest, AbTestStep, Match, MatchParticipant
from arena.selectors.ab_tests import ab_test_hindrance, ab_test_voids_in_a_row, versions_seated
from arena.services.match_making import match_create
from arena.services.match_steps import arena_state_lock, match_step
from arena.topics import ab_test_topic
from scoring.sequential import SprtOutcome, Verdict, evaluate
from tournaments.live.notify import live_notify
from tournaments.models import User

Kind = AbTestStep.Kind
Reason = AbTest.Reason
State = AbTest.State

logger = logging.getLogger(__name__)
_SUMS = ("steps_count", "sets", "deals", "llr", "points_new", "points_old")


def ab_test_take(*, match: Match, participants: Sequence[MatchParticipant]) -> None:
    """A deal set of a test is settled, in this transaction: count it and go on, or say what came of
    it. What arrives after the answer is not counted: the answer would be another test's."""
    assert match.ab_test_id is not None
    test = ab_test_lock(test_id=match.ab_test_id)
    if not test.is_running:
        return
    new, old = (_speakers(participants, version) for version in (test.new_id, test.old_id))
    step = AbTestStep(
        kind=Kind.TAKEN,
        match=match,
        deals=deals_of(
            match.results,
            new=[one.place for one in new],
            old=[one.place for one in old],
            rotations=match.rotations,
        ),
        points_new=sum(one.points or 0 for one in new),
        points_old=sum(one.points or 0 for one in old),
    )
    outcome = _add(test, step)
    if outcome.verdict is Verdict.ACCEPT_H1:
        ab_test_end(test=test, state=State.PASSED)
    elif outcome.verdict is Verdict.ACCEPT_H0:
        ab_test_end(test=test, state=State.FAILED)
    elif test.sets >= test.sets_most:
        ab_test_end(test=test, state=State.UNDECIDED, reason=Reason.ENOUGH)
    else:
        _proceed(test)


def ab_test_give_back(*, match: Match) -> None:
    """A match of a test was declared void by the staff: if it was counted, it is no longer. An
    answer that rested on it is taken back; the test does not begin again by itself."""
    assert match.ab_test_id is not None
    test = ab_test_lock(test_id=match.ab_test_id)
    taken = AbTestStep.objects.filter(match=match, kind=Kind.TAKEN).first()
    if taken is None:
        return  # the next look finds that it is missing, and has another played
    step = AbTestStep(
        kind=Kind.VOIDED,
        match=match,
        deals=taken.deals,
        points_new=taken.points_new,
        points_old=taken.points_old,
    )
    outcome = _add(test, step)
    answers = {State.PASSED: Verdict.ACCEPT_H1, State.FAILED: Verdict.ACCEPT_H0}
    answer = answers.get(State(test.state))
    if answer is not None and outcome.verdict is not answer:
        test.state, test.reason = State.UNDECIDED, Reason.CORRECTED
        test.save(update_fields=["state", "reason"])
    elif test.is_running and outcome.verdict is not Verdict.CONTINUE:
        is_yes = outcome.verdict is Verdict.ACCEPT_H1
        ab_test_end(test=test, state=State.PASSED if is_yes else State.FAILED)


@transaction.atomic
def ab_test_tend(*, test: AbTest) -> bool:
    """Put into the queue what is missing, or end a test that cannot go on; returns whether there
    was anything to do. Two at once do no harm."""
    arena_state_lock()
    locked = ab_test_lock(test_id=test.pk)
    if not locked.is_running:
        return False
    if ab_test_voids_in_a_row(test=locked) >= VOIDS_MAX and not ab_test_hindrance(test=locked):
        ab_test_end(test=locked, state=State.STUCK, reason=Reason.UNPLAYABLE)
        return True
    return _proceed(locked)


def ab_tests_tend() -> int:
    """Look after all tests that go on; returns for how many there was something to do. Matches can
    be void for many reasons: nobody who declares one void needs to know about tests."""
    running = AbTest.objects.filter(state=State.RUNNING).order_by("pk")
    waiting = Count("matches", filter=~Q(matches__state__in=OVER))
    tests = running.select_related(
        "new__bot__owner",
        "new__bot__active_version",
        "old__bot__owner",
        "old__bot__active_version",
    ).annotate(open_matches=waiting)
    needy = [
        test
        for test in tests
        if test.open_matches < min(AHEAD, test.sets_most - test.sets)
        or ab_test_hindrance(test=test)
    ]
    return sum(ab_test_tend(test=test) for test in needy)


def _proceed(test: AbTest) -> bool:
    """Go on, or end if one of the versions may not play any more or no such match can be made;
    whether anything was done."""
    if hindrance := ab_test_hindrance(test=test):
        ab_test_end(test=test, state=State.STOPPED, reason=hindrance)
        return True
    try:
        with transaction.atomic():  # what was done before it stays done
            return ab_test_go_on(test=test) > 0
    except (RulesRefused, ValidationError) as refused:
        # A release may drop rules: the settled match counts, and the other tests go on.
        logger.error("The A/B test %s cannot go on: %s", test.public_id, refused)
        ab_test_end(test=test, state=State.STOPPED, reason=Reason.REFUSED)
        return True


def ab_test_go_on(*, test: AbTest) -> int:
    """Have so many matches wait as there should; returns how many are new."""
    waiting = test.matches.exclude(state__in=OVER).count()
    missing = max(0, min(AHEAD, test.sets_most - test.sets) - waiting)
    for _ in range(missing):
        match_create(
            kind=Match.Kind.AB_TEST,
            profile=test.profile,
            players=test.players,
            versions=versions_seated(test=test),
            boards=test.boards,
            ab_test=test,
            requested_by=test.owner,
        )
    return missing


def ab_test_end(*, test: AbTest, state: AbTest.State, reason: str = "") -> None:
    """It is over: what waits is withdrawn, what is being played is played to its end. The test must
    be locked, and the arena's row before it."""
    test.state = state
    test.reason = reason
    test.ended_at = timezone.now()
    test.save(update_fields=["state", "reason", "ended_at"])
    queued = test.matches.filter(state=MatchState.QUEUED).order_by("pk")
    for match in queued.select_for_update(of=("self",)):
        match_step(match=match, after=MatchState.VOID, reason=TEST_OVER)
    live_notify(ab_test_topic(test.pk))


def ab_tests_of_account_stop(*, account: User) -> None:
    """An account is being erased. The arena's row must be held."""
    running = AbTest.objects.select_for_update(of=("self",)).filter(
        owner=account, state=State.RUNNING
    )
    for test in running.order_by("pk"):
        ab_test_end(test=test, state=State.STOPPED, reason=Reason.BY_AUTHOR)


def ab_test_lock(*, test_id: int) -> AbTest:
    """A test that nobody else changes until this transaction ends."""
    return AbTest.objects.select_for_update(of=("self",)).get(pk=test_id)


def _add(test: AbTest, step: AbTestStep) -> SprtOutcome:
    """Write the step down, and what all of them add up to."""
    is_taken = step.kind == Kind.TAKEN
    sign = 1 if is_taken else -1
    test.steps_count += 1
    test.sets += sign
    test.deals = list(added(test.deals, Step(tuple(step.deals), is_taken=is_taken)))
    test.points_new += sign * step.points_new
    test.points_old += sign * step.points_old
    outcome = evaluate(test.plan, results_of(test.deals))
    test.llr = step.llr = outcome.llr
    step.test, step.number = test, test.steps_count
    step.save(force_insert=True)
    test.save(update_fields=_SUMS)
    live_notify(ab_test_topic(test.pk))
    return outcome


def _speakers(participants: Iterable[MatchParticipant], version: int) -> list[MatchParticipant]:
    """Of each side that the version plays, whoever comes first: partners share their points."""
    found: dict[int, MatchParticipant] = {}
    for one in participants:
        if one.version_id == version:
            found.setdefault(one.side, one)
    return list(found.values())
