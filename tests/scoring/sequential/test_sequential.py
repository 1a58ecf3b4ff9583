"""Sequential tests: fishtest's numbers, simulated error rates, and small samples."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.elo import Score
from scoring.sequential import (
    TEMPLATES,
    SequentialError,
    SetResults,
    SprtPlan,
    Verdict,
    confidence_interval,
    elo_of_score,
    evaluate,
    log_likelihood_ratio,
    run,
    score_of_elo,
)

scores = st.fractions(0, 1, max_denominator=12)


# --- the likelihood ratio ---


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    # Computed once, outside this repository, with a transcription of fishtest's LLR_logistic
    # (server/fishtest/stats/LLRcalc.py) on scipy's brentq; the first three histograms
    # are those of fishtest's own stat_util self-test.
    [
        ((10789, 19328, 33806, 19402, 10543), -3, 1, 2.1310678117940807),
        ((1187, 7410, 13475, 7378, 1164), -3, 1, 2.861527180592147),
        ((39, 2226, 31451, 2412, 40), 0.2, 0.9, 2.1625425800500317),
        ((5, 20, 50, 30, 8), 0, 5, 0.45572445173871046),
        ((12, 40, 70, 55, 23), 0, 20, 2.520149767483014),
        ((3, 1, 4, 1, 5), -10, 10, 0.19004013508034978),
    ],
)
def test_llr_agrees_with_fishtest(
    counts: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    ours = log_likelihood_ratio(SetResults.of_histogram(counts), elo0, elo1)
    assert math.isclose(ours, llr, rel_tol=1e-8)


def test_llr_is_the_best_likelihood_found_by_brute_force() -> None:
    # Three values, mean fixed: one parameter is free, so a fine grid finds the maximum.
    counts = {0.0: 30, 0.5: 40, 1.0: 50}

    def best(mean: float) -> float:
        candidates = (i / 100_000 for i in range(1, 100_000))
        return max(
            30 * math.log(1 - mean - half / 2)
            + 40 * math.log(half)
            + 50 * math.log(mean - half / 2)
            for half in candidates
            if half / 2 < min(mean, 1 - mean)
        )

    results = SetResults({Fraction(s): n for s, n in counts.items()})
    expected = best(score_of_elo(30)) - best(score_of_elo(0))
    assert math.isclose(log_likelihood_ratio(results, 0, 30), expected, abs_tol=1e-6)


@pytest.mark.parametrize(
    ("results", "llr"),
    [
        # Newton's first step from 0 lands beside a pole of the equation for these two.
        (SetResults({Fraction(0): 2, Fraction(1, 2): 15, Fraction(3, 5): 25}), 0.957636),
        (SetResults.of_histogram([1, 0, 2, 2, 8, 5, 3]), 0.918948),
    ],
)
def test_a_pole_of_the_equation_is_not_its_root(results: SetResults, llr: float) -> None:
    assert math.isclose(log_likelihood_ratio(results, 0, 20), llr, abs_tol=1e-6)


def llr_by_bisection(results: SetResults, elo0: float, elo1: float) -> float:
    """The same ratio with the equation solved in the plainest way there is."""
    counts = {float(score): float(count) for score, count in results.counts.items()}
    values = {0.0: 1e-3, 1.0: 1e-3, **counts}

    def log_likelihood_lost(mean: float) -> float:
        low, high = -1 / (1 - mean), 1 / mean
        x = 0.0
        for _ in range(80):
            x = (low + high) / 2
            if sum(n * (a - mean) / (1 + x * (a - mean)) for a, n in values.items()) > 0:
                low = x
            else:
                high = x
        return sum(n * math.log1p(x * (a - mean)) for a, n in values.items())

    return log_likelihood_lost(score_of_elo(elo0)) - log_likelihood_lost(score_of_elo(elo1))


sparse_counts = st.sampled_from([0, 0, 1, 1, 2, 3, 5, 8, 25, 400])


@settings(deadline=None)
@given(
    st.lists(sparse_counts, min_size=3, max_size=13).filter(any),
    st.sampled_from([(0, 20), (0, 80), (-10, 10), (-300, 5), (150, 400)]),
)
def test_llr_agrees_with_plain_bisection(counts: list[int], elos: tuple[float, float]) -> None:
    results = SetResults.of_histogram(counts)
    ours, plain = log_likelihood_ratio(results, *elos), llr_by_bisection(results, *elos)
    assert math.isclose(ours, plain, rel_tol=1e-6, abs_tol=1e-6)


def test_llr_of_every_small_skewed_record_agrees_with_plain_bisection() -> None:
    """Sets seldom lost and never won outright, where the solution lies close to a pole."""
    for lost, level, ahead in product(range(1, 4), range(8, 24), range(8, 32)):
        results = SetResults({Fraction(0): lost, Fraction(1, 2): level, Fraction(3, 5): ahead})
        ours, plain = log_likelihood_ratio(results, 0, 20), llr_by_bisection(results, 0, 20)
        assert math.isclose(ours, plain, rel_tol=1e-6, abs_tol=1e-6)


def test_a_third_as_float_and_as_fraction_both_count() -> None:
    mixed = SetResults.of([1 / 3, Fraction(1, 3), 1 / 3, Fraction(1, 3), 1])
    plain = SetResults.of([Fraction(1, 3)] * 4 + [1])
    assert math.isclose(log_likelihood_ratio(mixed, 0, 50), log_likelihood_ratio(plain, 0, 50))


@settings(deadline=None)
@given(st.lists(scores, max_size=30), st.floats(-400, 399), st.floats(1, 400))
def test_llr_is_finite_and_turns_over_when_the_sides_do(
    sets: list[Fraction], elo0: float, gap: float
) -> None:
    elo1 = elo0 + gap
    results, mirrored = SetResults.of(sets), SetResults.of([1 - s for s in sets])
    llr = log_likelihood_ratio(results, elo0, elo1)
    assert math.isfinite(llr)
    assert math.isclose(llr, -log_likelihood_ratio(mirrored, -elo1, -elo0), abs_tol=1e-6)


@settings(deadline=None)
@given(st.lists(scores, max_size=20))
def test_the_order_of_sets_does_not_matter(sets: list[Fraction]) -> None:
    assert SetResults.of(sets) == SetResults.of(reversed(sets))
    assert hash(SetResults.of(sets)) == hash(SetResults.of(reversed(sets)))


# --- verdicts ---


def test_nothing_played_decides_nothing() -> None:
    outcome = evaluate(SprtPlan(0, 10), SetResults({}))
    assert (outcome.llr, outcome.verdict, outcome.sets) == (0.0, Verdict.CONTINUE, 0)


@pytest.mark.parametrize("score", [0, Fraction(1, 2), 1])
def test_a_few_equal_sets_do_not_decide(score: Score) -> None:
    assert run(SprtPlan(0, 10), [score] * 5).verdict is Verdict.CONTINUE


@pytest.mark.parametrize(
    ("score", "verdict"),
    [(0, Verdict.ACCEPT_H0), (Fraction(1, 2), Verdict.ACCEPT_H0), (1, Verdict.ACCEPT_H1)],
)
def test_many_equal_sets_do_decide(score: Score, verdict: Verdict) -> None:
    assert run(SprtPlan(0, 50), [score] * 2000).verdict is verdict


def test_wald_bounds() -> None:
    plan = SprtPlan(0, 5, alpha=0.05, beta=0.1)
    assert math.isclose(plan.lower, math.log(0.1 / 0.95))
    assert math.isclose(plan.upper, math.log(0.9 / 0.05))


def test_verdicts_are_worded() -> None:
    plan = SprtPlan(0, 50)
    won, lost = run(plan, [1] * 2000), run(plan, [0] * 2000)
    names: dict[int | str, str] = {7: "Ana", 8: "Boris"}
    assert won.explanation(7, 8).text(names) == (
        f"The test is over (deal sets: {won.sets}): the evidence ({won.llr:.2f}) reached 2.94, "
        "so the strength of Ana minus that of Boris is taken to be more than 0 Elo."
    )
    assert lost.explanation(7, 8).text(names) == (
        f"The test is over (deal sets: {lost.sets}): the evidence ({lost.llr:.2f}) fell to -2.94, "
        "so the strength of Ana minus that of Boris is taken to be less than 50 Elo."
    )
    undecided = evaluate(plan, SetResults.of([1, 0]))
    assert undecided.explanation(7, 8).text(names) == (
        f"Nothing is decided yet between Ana and Boris (deal sets: 2): the evidence "
        f"({undecided.llr:.2f}) lies between -2.94 and 2.94. Play on."
    )
    assert {o.explanation(7, 8).code for o in (won, lost, undecided)} == set(TEMPLATES)


@pytest.mark.parametrize("score", [0, 1])
def test_a_verdict_claims_no_more_than_that_the_other_hypothesis_is_out(score: int) -> None:
    """Accepting H1 at (-7, 33) has not shown 33, nor has accepting H0 shown -7."""
    said = run(SprtPlan(-7, 33), [score] * 2000).explanation("a", "b").text()
    assert ("more than -7 Elo" in said) == (score == 1)
    assert ("less than 33 Elo" in said) == (score == 0)
    assert ("33" in said) == (score == 0)


@settings(deadline=None)
@given(st.lists(scores, max_size=40))
def test_a_live_test_says_what_its_results_say(sets: list[Fraction]) -> None:
    plan = SprtPlan(0, 100)
    live = run(plan, sets)
    assert live == evaluate(plan, SetResults.of(sets[: live.sets]))
    assert live.sets == len(sets) or live.verdict is not Verdict.CONTINUE


# --- simulated error rates ---


def deal_sets(rng: random.Random, elo: float, values: int, spread: float) -> Iterator[Fraction]:
    """Scores with exactly the wanted mean: a mixture of two outcomes around it, on a grid."""
    mean = score_of_elo(elo)
    grid = values - 1
    while True:
        low, high = max(0.0, 2 * mean - 1, mean - spread), min(1.0, 2 * mean, mean + spread)
        target = high if rng.random() < 0.5 else low
        floor = math.floor(target * grid)
        yield Fraction(floor + (rng.random() < target * grid - floor), grid)


def tilted(shape: Mapping[Fraction, float], mean: float) -> list[float]:
    """The shape's weights, tilted exponentially until it has this mean."""
    low, high = -50.0, 50.0
    while True:
        tilt = (low + high) / 2
        weights = [weight * math.exp(tilt * score) for score, weight in shape.items()]
        found = sum(w * s for w, s in zip(weights, shape, strict=True)) / sum(weights)
        if tilt in (low, high):
            return weights
        low, high = (tilt, high) if found < mean else (low, tilt)


def drawn_from(rng: random.Random, shape: Mapping[Fraction, float], elo: float) -> Iterator[Score]:
    weights, values = tilted(shape, score_of_elo(elo)), list(shape)
    while True:
        yield from rng.choices(values, weights, k=50)


def grid(*weights: float) -> dict[Fraction, float]:
    return {Fraction(i, len(weights) - 1): w for i, w in enumerate(weights) if w}


SHAPES: dict[str, dict[Fraction, float]] = {
    "single games": grid(1, 1),
    "pairs of games": grid(1, 5, 8, 5, 1),
    "sixths, some lost to nothing": grid(6, 0, 10, 20, 34, 25, 5),
    "twelfths": grid(1, 2, 4, 7, 10, 12, 13, 12, 10, 7, 4, 2, 1),
    "never above three fifths": {Fraction(0): 1, Fraction(1, 2): 4, Fraction(3, 5): 5},
    "never below two fifths": {Fraction(2, 5): 5, Fraction(1, 2): 4, Fraction(1): 1},
}
WIDE, EVEN, UNEQUAL = SprtPlan(0, 80), SprtPlan(0, 40), SprtPlan(-40, 40, alpha=0.1, beta=0.02)
SIMULATED = [
    ("single games", WIDE),
    ("pairs of games", WIDE),
    ("sixths, some lost to nothing", WIDE),
    ("sixths, some lost to nothing", UNEQUAL),
    ("twelfths", WIDE),
    ("never above three fifths", EVEN),
    ("never below two fifths", EVEN),
]


@pytest.mark.long
@pytest.mark.parametrize(("shape", "plan"), SIMULATED)
@pytest.mark.parametrize("truth", ["h0", "h1"])
def test_simulated_error_rates_are_within_the_nominal_ones(
    shape: str, plan: SprtPlan, truth: str
) -> None:
    rng = random.Random(f"{shape} {plan} {truth}")
    elo, nominal, wrong = (
        (plan.elo0, plan.alpha, Verdict.ACCEPT_H1)
        if truth == "h0"
        else (plan.elo1, plan.beta, Verdict.ACCEPT_H0)
    )
    trials, stream = 500, drawn_from(rng, SHAPES[shape], elo)
    errors = sum(run(plan, stream).verdict is wrong for _ in range(trials))
    # Two standard deviations of chance above the nominal rate: 34 where 25 are nominal.
    assert errors <= trials * nominal + 2 * math.sqrt(trials * nominal * (1 - nominal))


# --- confidence intervals ---


def test_interval_with_nothing_played_is_everything() -> None:
    interval = confidence_interval(SetResults({}))
    assert (interval.low, interval.high, interval.estimate) == (0.0, 1.0, None)
    assert (interval.elo, interval.elo_low, interval.elo_high) == (None, None, None)


def test_interval_of_coins_is_agresti_and_coulls() -> None:
    # n = 20, 15 won, 95 %: p~ = (15 + z2/2)/(20 + z2) = 0.70971, half width 0.18219.
    interval = confidence_interval(SetResults.of([1] * 15 + [0] * 5))
    assert math.isclose(interval.low, 0.5275, abs_tol=2e-4)
    assert math.isclose(interval.high, 0.8919, abs_tol=2e-4)


def test_interval_of_equal_results_keeps_a_width() -> None:
    drawn = confidence_interval(SetResults.of([Fraction(1, 2)] * 10))
    assert drawn.low < 0.4
    assert drawn.high > 0.6
    assert drawn.elo == 0
    won = confidence_interval(SetResults.of([1] * 3))
    assert won.elo is None
    assert won.elo_low is not None
    assert won.low < 0.5


@settings(deadline=None)
@given(st.lists(scores, min_size=1, max_size=40), st.floats(0.5, 0.999))
def test_interval_contains_the_estimate_and_stays_in_range(
    sets: list[Fraction], confidence: float
) -> None:
    interval = confidence_interval(SetResults.of(sets), confidence)
    assert interval.estimate is not None
    assert 0 <= interval.low <= interval.estimate + 1e-12
    assert interval.estimate - 1e-12 <= interval.high <= 1


@pytest.mark.parametrize("count", [5, 20, 100])
def test_interval_covers_the_truth_as_often_as_promised(count: int) -> None:
    rng = random.Random(count)
    trials = 1000
    covered = 0
    for _ in range(trials):
        elo = rng.uniform(-150, 150)
        stream = deal_sets(rng, elo, 5, 0.2)
        interval = confidence_interval(SetResults.of([next(stream) for _ in range(count)]))
        covered += interval.low <= score_of_elo(elo) <= interval.high
    assert covered / trials >= 0.935


def test_elo_and_score_are_inverse() -> None:
    for elo in (-700, -3, 0, 12.5, 400):
        back = elo_of_score(score_of_elo(elo))
        assert back is not None
        assert math.isclose(back, elo, abs_tol=1e-9)
    assert elo_of_score(0) is None
    assert elo_of_score(1) is None


# --- refusals ---


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("score_not_finite", lambda: SetResults.of([math.nan])),
        ("score_not_finite", lambda: SetResults.of([Decimal("Infinity")])),
        ("score_not_finite", lambda: SetResults({}).plus(math.inf)),
        ("score_out_of_range", lambda: SetResults.of([1.5])),
        ("score_out_of_range", lambda: SetResults.of([-0.1])),
        ("count_negative", lambda: SetResults({Fraction(1): -1})),
        ("too_few_bins", lambda: SetResults.of_histogram([3])),
        ("elo_not_finite", lambda: SprtPlan(math.nan, 5)),
        ("elo_not_finite", lambda: SprtPlan(0, math.inf)),
        ("elo_out_of_range", lambda: SprtPlan(0, 2001)),
        ("hypotheses_not_ordered", lambda: SprtPlan(5, 5)),
        ("error_rate_out_of_range", lambda: SprtPlan(0, 5, alpha=0)),
        ("error_rate_out_of_range", lambda: SprtPlan(0, 5, beta=0.5)),
        ("error_rate_out_of_range", lambda: SprtPlan(0, 5, beta=math.nan)),
        ("confidence_out_of_range", lambda: confidence_interval(SetResults({}), 1)),
        ("confidence_out_of_range", lambda: confidence_interval(SetResults({}), math.nan)),
        ("confidence_out_of_range", lambda: confidence_interval(SetResults({}), 1 - 1e-16)),
        ("score_not_finite", lambda: SetResults.of(["1/0"])),  # type: ignore[list-item]
        ("score_not_finite", lambda: SetResults.of(["1/2"])),  # type: ignore[list-item]
        ("score_not_finite", lambda: run(SprtPlan(0, 5), ["1/0"])),  # type: ignore[list-item]
        ("score_out_of_range", lambda: run(SprtPlan(0, 5), [1, 1.5])),
    ],
)
def test_refuses(code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(SequentialError) as refusal:
        call()
    assert refusal.value.code == code


@settings(deadline=None)
@given(st.lists(st.floats() | st.decimals() | st.fractions(), max_size=6))
def test_fuzzed_scores_raise_nothing_but_documented_errors(values: list[Score]) -> None:
    try:
        outcome = run(SprtPlan(-20, 20), values)
    except SequentialError:
        return
    assert math.isfinite(outcome.llr)
