"""Bots of known strength: our ladders learn it sooner than ladders that pair at random would."""

from math import sqrt
from statistics import fmean

import pytest

from tests.scoring.ladder_simulation import (
    Pairing,
    SimulatedLadder,
    Welcome,
    at_random,
    from_scratch,
    ours,
    spearman,
    with_arrivals,
    with_newcomers,
)

SEEDS = range(8)


def scratch(pairing: Pairing, results_each: int) -> float:
    return fmean(
        from_scratch(pairing, bots=100, results_each=[results_each], seed=seed)[0].correlation
        for seed in SEEDS
    )


@pytest.mark.long
@pytest.mark.parametrize(("results_each", "more"), [(2, 0.02), (5, 0.01)])
def test_when_everybody_is_new(results_each: int, more: float) -> None:
    assert scratch(ours, results_each) > scratch(at_random, results_each) + more


def test_when_bots_come_one_after_the_other() -> None:
    mine, random_ = (
        fmean(with_arrivals(pairing, seed=seed, matches_between=5) for seed in SEEDS[:3])
        for pairing in (ours, at_random)
    )
    assert mine > random_ + 0.02


@pytest.mark.long
def test_newcomers_are_known_soon_and_nobody_is_forgotten_for_it() -> None:
    def welcomed(pairing: Pairing) -> list[Welcome]:
        return [with_newcomers(pairing, seed=seed, ticks=100) for seed in SEEDS[:2]]

    mine, others = welcomed(ours), welcomed(at_random)
    assert 4 * fmean(one.ticks_to_first for one in mine) < fmean(
        one.ticks_to_first for one in others
    )
    assert 2 * fmean(one.ticks_to_near for one in mine) < fmean(one.ticks_to_near for one in others)
    assert max(one.longest_wait for one in mine) < min(one.longest_wait for one in others)


def test_many_results_make_the_order_true() -> None:
    (few, many) = from_scratch(ours, bots=50, results_each=[2, 40], seed=1)
    assert many.correlation > 0.98 > few.correlation
    assert many.inaccuracy < 30 < few.inaccuracy
    assert many.fewest >= 20, "everybody has played"


@pytest.mark.parametrize("results_each", [10, 40])
def test_error_bars_hold_the_truth_and_are_not_much_wider_than_that(results_each: int) -> None:
    held, promised, off = [], [], []
    for seed in SEEDS[:3]:
        ladder = SimulatedLadder(ours, bots=40, seed=seed)
        while ladder.results_each < results_each:
            ladder.tick()
        bias = ladder.bias
        for bot in ladder.bots:
            error = bot.rating - bot.strength - bias
            held.append(abs(error) <= bot.standing.bar.margin(0.95))
            promised.append(bot.standing.bar.standard_error)
            off.append(error**2)
    assert fmean(held) > 0.95
    assert fmean(promised) < 1.8 * sqrt(fmean(off))


def test_the_correlation_of_ranks() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 400]) == pytest.approx(1)
    assert spearman([4, 3, 2, 1], [10, 20, 30, 400]) == pytest.approx(-1)
    # By hand: ranks 0, 1, 2, 3 against 1, 0, 3, 2: 1 - 6 * 4 / (4 * 15).
    assert spearman([1, 2, 3, 4], [2, 1, 4, 3]) == pytest.approx(0.6)
    # Two share the ranks 0 and 1: 0.5, 0.5, 2 against 0, 1, 2.
    assert spearman([1, 1, 5], [1, 2, 3]) == pytest.approx(1.5 / (1.5 * 2) ** 0.5)
    assert spearman([7, 7, 7], [1, 2, 3]) == 0
