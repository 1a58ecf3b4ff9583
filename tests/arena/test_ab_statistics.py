"""What a test promises: how often it errs, and how long it takes. Bots of known strength."""

import random
from collections.abc import Iterator
from statistics import fmean

import pytest

from arena.ab_evidence import Step, deals_of, walk
from arena.ab_terms import DEAL_VARIANCE, plan_of
from scoring.sequential import (
    SequentialError,
    SprtPlan,
    Verdict,
    expected_length,
    score_of_elo,
)
from tests.arena.ab_kit import drawn

TESTS = 200
MOST = 1_000


def played(rng: random.Random, elo: float, boards: int) -> Iterator[Step]:
    """Deal sets between versions that differ by so much."""
    for _ in range(MOST):
        counts = [0] * 5
        for won in drawn(rng, score_of_elo(elo), boards):
            counts[2 * won] += 1
        yield Step(tuple(counts))


def run(rng: random.Random, plan: SprtPlan, elo: float, boards: int) -> tuple[Verdict, int]:
    """Until the answer is known."""
    for standing in walk(plan, played(rng, elo, boards)):
        if standing.outcome.verdict is not Verdict.CONTINUE:
            return standing.outcome.verdict, standing.sets
    raise AssertionError("no answer")


@pytest.mark.parametrize(
    ("question", "elo", "boards"), [("gain", 50, 5), ("gain", 50, 25), ("keep", 100, 10)]
)
def test_wrong_answers_are_as_rare_as_promised(question: str, elo: int, boards: int) -> None:
    """With 5 in 100 promised, more than 18 of 200 would be a chance of one in a hundred."""
    plan = plan_of(question=question, elo=elo, error_rate=0.05)
    length = expected_length(plan, DEAL_VARIANCE)
    rng = random.Random(1)
    for truth, right, expected in (
        (plan.elo0, Verdict.ACCEPT_H0, length.at_elo0),
        (plan.elo1, Verdict.ACCEPT_H1, length.at_elo1),
    ):
        found = [run(rng, plan, truth, boards) for _ in range(TESTS)]
        assert sum(verdict is not right for verdict, _ in found) <= 18
        # What was foretold, and at most two deal sets more: the evidence is looked at after each.
        assert fmean(sets for _, sets in found) <= 1.3 * expected / boards + 2


def test_a_clear_difference_is_clear_soon() -> None:
    plan = plan_of(question="gain", elo=20, error_rate=0.05)
    verdict, sets = run(random.Random(1), plan, 150, 25)
    assert verdict is Verdict.ACCEPT_H1
    assert sets <= 10


def test_half_the_difference_takes_four_times_as_long() -> None:
    lengths = [
        expected_length(plan_of(question="gain", elo=elo, error_rate=0.05), DEAL_VARIANCE)
        for elo in (10, 20)
    ]
    assert 3.9 < lengths[0].between / lengths[1].between < 4.1
    assert lengths[0].at_elo0 < lengths[0].between


def test_results_that_never_vary_have_no_length() -> None:
    with pytest.raises(SequentialError):
        expected_length(SprtPlan(0, 20), 0.0)


def test_a_deal_is_what_all_its_rotations_came_to() -> None:
    boards = [
        {"board": 0, "rotation": 0, "points": [2, 0]},
        {"board": 0, "rotation": 1, "points": [1, 1]},
        {"board": 1, "rotation": 0, "points": [0, 5]},
        {"board": 1, "rotation": 1, "points": [-3, -2]},
    ]
    assert deals_of(boards, new=[0], old=[1], rotations=2) == (1, 0, 0, 1, 0)
    assert deals_of(boards, new=[1], old=[0], rotations=2) == (0, 1, 0, 0, 1)


def test_at_a_table_of_four_everybody_is_compared_with_both_others() -> None:
    board = {"board": 0, "rotation": 0, "points": [2, 2, 2, 0]}
    deals = deals_of([board], new=[0, 2], old=[1, 3], rotations=1)
    assert deals == (0, 0, 0, 0, 0, 0, 1, 0, 0), "two wins and two draws: three quarters"
