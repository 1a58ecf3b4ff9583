"""When to stop testing, and how sure to be: statistics on deal sets.

The unit is the deal set: its score, a share in [0, 1], is one observation, because the games
inside it share their cards and are not independent.  This is pentanomial testing as in chess,
with any number of distinct values in place of five.

The test is the generalised sequential probability ratio test: each hypothesis fixes the mean, the
rest of the distribution is estimated under it.  Sources: A. Wald, *Sequential Analysis* (1947), for
the bounds; X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for separate
families of hypotheses", Sequential Analysis 33 (2014); M. Van den Bergh, "A practical
introduction to the GSPRT" and "The maximum likelihood estimate of a multinomial with given
expectation" (support_MLE_multinomial, Prop. 1.1), used by fishtest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist

from scoring.elo import Score
from scoring.messages import CodedError, CompetitorId, Message, Parameter, Who, message

_GHOST = 1e-3
"""Weight of an imagined result at 0 and at 1, as in fishtest: keeps every mean possible."""

TEMPLATES: Mapping[str, str] = {
    "sequential.accept_h1": (
        "The test is over (deal sets: %(sets)s): the evidence (%(llr)s) reached %(bound)s, so the "
        "strength of %(a)s minus that of %(b)s is taken to be more than %(elo0)s Elo."
    ),
    "sequential.accept_h0": (
        "The test is over (deal sets: %(sets)s): the evidence (%(llr)s) fell to %(bound)s, so the "
        "strength of %(a)s minus that of %(b)s is taken to be less than %(elo1)s Elo."
    ),
    "sequential.continue": (
        "Nothing is decided yet between %(a)s and %(b)s (deal sets: %(sets)s): the evidence "
        "(%(llr)s) lies between %(lower)s and %(upper)s. Play on."
    ),
}
"""A verdict rules out the other hypothesis and claims no more: H1 accepted at 0 against 50 says
that the difference is more than 0, not that it reaches 50."""


class SequentialError(CodedError):
    """A test was planned impossibly, or given something that is not a result."""


class Verdict(StrEnum):
    """What a sequential test says so far."""

    ACCEPT_H0 = "accept_h0"
    ACCEPT_H1 = "accept_h1"
    CONTINUE = "continue"


def score_of_elo(elo: float) -> float:
    """The expected share of the points at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float | None:
    """The Elo difference behind a share, or None where it has no end (0 and 1)."""
    if not 0 < score < 1:
        return None
    return 400 * math.log10(score / (1 - score))


class SetResults:
    """Scores of deal sets, counted; the order in which they came is forgotten."""

    def __init__(self, counts: Mapping[Fraction, int]) -> None:
        for score, count in counts.items():
            if not 0 <= score <= 1:
                raise SequentialError("score_out_of_range", f"a score lies in [0, 1]: {score}")
            if count < 0:
                raise SequentialError("count_negative", f"a count cannot be negative: {count}")
        self.counts: dict[Fraction, int] = {s: counts[s] for s in sorted(counts) if counts[s]}

    @classmethod
    def of(cls, scores: Iterable[Score]) -> SetResults:
        """From the scores of single deal sets."""
        return cls(Counter(_share(score) for score in scores))

    @classmethod
    def of_histogram(cls, counts: Iterable[int]) -> SetResults:
        """From counts of evenly spaced scores, 0 first: five of them are a pentanomial."""
        bins = list(counts)
        if len(bins) < 2:
            raise SequentialError("too_few_bins", "a histogram of scores needs two bins or more")
        return cls({Fraction(i, len(bins) - 1): count for i, count in enumerate(bins)})

    def plus(self, score: Score) -> SetResults:
        """These results and one more."""
        return SetResults(Counter(self.counts) + Counter([_share(score)]))

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values())

    @cached_property
    def mean(self) -> Fraction | None:
        if not self.total:
            return None
        return sum((s * n for s, n in self.counts.items()), Fraction()) / self.total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SetResults) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(tuple(self.counts.items()))

    def __repr__(self) -> str:
        return f"SetResults({self.counts!r})"


def _share(score: Score) -> Fraction:
    """The score of one deal set, exactly; a text is refused even where it spells a number."""
    try:
        if isinstance(score, str):
            raise TypeError(score)
        exact = Fraction(score)
    except (ValueError, OverflowError, TypeError) as error:
        raise SequentialError("score_not_finite", f"not a score: {score!r}") from error
    if not 0 <= exact <= 1:
        raise SequentialError("score_out_of_range", f"a score lies in [0, 1]: {score}")
    return exact


# --- the test ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SprtPlan:
    """H0: the difference is ``elo0``; H1: it is ``elo1``.

    ``alpha`` bounds the chance of accepting H1 when H0 is true, ``beta`` the reverse.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1)):
            raise SequentialError("elo_not_finite", "both hypotheses must be finite Elo numbers")
        if max(abs(self.elo0), abs(self.elo1)) > 2000:
            raise SequentialError("elo_out_of_range", "hypotheses lie within 2000 Elo")
        if not self.elo0 < self.elo1:
            raise SequentialError("hypotheses_not_ordered", "elo0 must be less than elo1")
        for rate in (self.alpha, self.beta):
            if not 0 < rate < 0.5:
                raise SequentialError("error_rate_out_of_range", "error rates lie in (0, 0.5)")

    @property
    def lower(self) -> float:
        """At or below this log-likelihood ratio H0 is accepted (Wald)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this log-likelihood ratio H1 is accepted (Wald)."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class SprtOutcome:
    """Where a test stands after some results."""

    plan: SprtPlan
    sets: int
    llr: float
    verdict: Verdict

    def explanation(self, a: CompetitorId, b: CompetitorId) -> Message:
        """The verdict as a sentence; the scores were those of ``a`` against ``b``."""
        shown: dict[str, Parameter] = {
            "a": Who(a),
            "b": Who(b),
            "sets": self.sets,
            "llr": f"{self.llr:.2f}",
        }
        if self.verdict is Verdict.CONTINUE:
            bounds: dict[str, Parameter] = {
                "lower": f"{self.plan.lower:.2f}",
                "upper": f"{self.plan.upper:.2f}",
            }
            return message(TEMPLATES, "sequential.continue", **shown, **bounds)
        verdict: dict[str, Parameter] = (
            {"bound": f"{self.plan.upper:.2f}", "elo0": f"{self.plan.elo0:g}"}
            if self.verdict is Verdict.ACCEPT_H1
            else {"bound": f"{self.plan.lower:.2f}", "elo1": f"{self.plan.elo1:g}"}
        )
        return message(TEMPLATES, f"sequential.{self.verdict}", **shown, **verdict)


def evaluate(plan: SprtPlan, results: SetResults) -> SprtOutcome:
    """Where the test stands now.  A test ends at its *first* verdict; do not play on after it."""
    return _outcome(plan, results.counts, results.total)


def run(plan: SprtPlan, scores: Iterable[Score]) -> SprtOutcome:
    """Feed scores in order and stop at the first verdict, as a live test does."""
    counts: Counter[Fraction] = Counter()
    outcome = _outcome(plan, counts, 0)
    for sets, score in enumerate(scores, 1):
        counts[_share(score)] += 1
        outcome = _outcome(plan, counts, sets)
        if outcome.verdict is not Verdict.CONTINUE:
            break
    return outcome


def _outcome(plan: SprtPlan, counts: Mapping[Fraction, int], sets: int) -> SprtOutcome:
    llr = _log_likelihood_ratio(counts, plan.elo0, plan.elo1)
    if llr >= plan.upper:
        verdict = Verdict.ACCEPT_H1
    elif llr <= plan.lower:
        verdict = Verdict.ACCEPT_H0
    else:
        verdict = Verdict.CONTINUE
    return SprtOutcome(plan, sets, llr, verdict)


def log_likelihood_ratio(results: SetResults, elo0: float, elo1: float) -> float:
    """log of (best likelihood with mean at elo1) / (best likelihood with mean at elo0).

    The best distribution with mean s gives the value a the probability
    p(a) / (1 + x (a - s)), where p is the observed one and x solves
    ``sum p(a) (a - s) / (1 + x (a - s)) = 0``.
    """
    return _log_likelihood_ratio(results.counts, elo0, elo1)


def _log_likelihood_ratio(counts: Mapping[Fraction, int], elo0: float, elo1: float) -> float:
    if not counts:
        return 0.0
    observed: dict[float, float] = {}
    for score, count in counts.items():  # two scores may be one as floats: their counts add up
        observed[float(score)] = observed.get(float(score), 0.0) + count
    for extreme in (0.0, 1.0):
        observed.setdefault(extreme, _GHOST)
    values = sorted(observed.items())
    s0, s1 = score_of_elo(elo0), score_of_elo(elo1)
    x0, x1 = _tilt(values, s0), _tilt(values, s1)
    return sum(
        count * (math.log1p(x0 * (value - s0)) - math.log1p(x1 * (value - s1)))
        for value, count in values
    )


def _tilt(values: list[tuple[float, float]], mean: float) -> float:
    """Solve the secular equation for x; Newton's steps, kept inside a shrinking bracket.

    No probability p / (1 + x offset) of the solution exceeds 1, so the extreme values bound x,
    well inside the poles.  The height of the falling curve, measured against the size of
    its terms, says when to stop: near a pole x hardly moves while the height is enormous.
    """
    offsets = [(value - mean, count) for value, count in values]
    total = sum(count for _, count in values)
    (lowest, at_lowest), (highest, at_highest) = offsets[0], offsets[-1]
    low, high = (at_highest / total - 1) / highest, (at_lowest / total - 1) / lowest
    x = 0.0
    for _ in range(200):
        height = slope = size = 0.0
        for offset, count in offsets:
            part = offset / (1 + x * offset)
            height += count * part
            slope -= count * part * part
            size += count * abs(part)
        if abs(height) <= 1e-12 * size:
            break
        if height > 0:
            low = x
        else:
            high = x
        step = x - height / slope
        following = step if low < step < high else (low + high) / 2
        if following in (low, high):
            break  # neighbouring numbers: no closer one exists
        x = following
    return x


# --- confidence intervals ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Interval:
    """A range for the mean score of a deal set, and the Elo differences behind it.

    An Elo end is None where the range is open: nothing played yet, or all won.
    """

    low: float
    high: float
    estimate: float | None
    confidence: float

    @property
    def elo(self) -> float | None:
        return None if self.estimate is None else elo_of_score(self.estimate)

    @property
    def elo_low(self) -> float | None:
        return elo_of_score(self.low)

    @property
    def elo_high(self) -> float | None:
        return elo_of_score(self.high)


def confidence_interval(results: SetResults, confidence: float = 0.95) -> Interval:
    """Where the mean score lies, for a number of deal sets fixed beforehand.

    Agresti and Coull's adjusted interval (The American Statistician 52, 1998), carried
    over from coins to scores: z^2/2 imagined sets won and as many lost are added, then
    mean and variance are taken as usual.  With nothing played it is all of [0, 1]; with equal
    results it keeps a width; with many it is the ordinary interval.
    """
    level = (1 + confidence) / 2
    if not 0.5 < level < 1:  # also where confidence is so near 0 or 1 that it rounds away
        raise SequentialError("confidence_out_of_range", f"confidence lies in (0, 1): {confidence}")
    if results.mean is None:
        return Interval(0.0, 1.0, None, confidence)
    z = NormalDist().inv_cdf(level)
    weight = results.total + z * z
    first = sum(float(s) * n for s, n in results.counts.items()) + z * z / 2
    second = sum(float(s) ** 2 * n for s, n in results.counts.items()) + z * z / 2
    centre = first / weight
    half_width = z * math.sqrt(max(0.0, second / weight - centre * centre) / weight)
    low, high = max(0.0, centre - half_width), min(1.0, centre + half_width)
    return Interval(low, high, float(results.mean), confidence)


# --- how long it takes -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExpectedLength:
    """After how many results a test is expected to be over."""

    at_elo0: float
    """If the difference is ``elo0``."""
    at_elo1: float
    between: float
    """If it lies in the middle, which takes longest."""


def expected_length(plan: SprtPlan, variance: float) -> ExpectedLength:
    """Wald's approximation, for results that vary so much around their mean: the evidence walks
    from zero to a bound, and what it goes beyond the bound in its last step is left out."""
    if not variance > 0:
        raise SequentialError("variance_not_positive", f"results vary: {variance}")
    distance = score_of_elo(plan.elo1) - score_of_elo(plan.elo0)
    drift = distance * distance / (2 * variance)
    lower, upper = plan.lower, plan.upper
    return ExpectedLength(
        at_elo0=-(plan.alpha * upper + (1 - plan.alpha) * lower) / drift,
        at_elo1=((1 - plan.beta) * upper + plan.beta * lower) / drift,
        between=-lower * upper / (2 * drift),
    )
