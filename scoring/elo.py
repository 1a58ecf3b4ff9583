"""Elo ratings that add up, to the last digit and on every machine.

A rating is an integer number of *micro-Elo* (1 Elo = 1,000,000).  Expected scores come from
``decimal``, whose exponential is correctly rounded, so two machines never disagree; everything
after that is exact rational arithmetic, and rounding happens once, at the end, by the method of
largest remainders.  Where all sides share K the changes therefore sum to exactly zero.

Sources: A. E. Elo, *The Rating of Chessplayers* (1978), for the expected score and the update;
FIDE Handbook B.02, 8.3, for the K schedule's shape; M. E. Glickman, "Parameter estimation in
large dynamic paired comparison experiments", Applied Statistics 48 (1999), for the error of
an unrated newcomer; McCullagh & Nelder, *Generalized Linear Models* (1989), 4.5 and 9.2,
for the dispersion.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from statistics import NormalDist

from scoring.messages import CodedError

MICRO = 1_000_000
"""Micro-Elo in one Elo."""

Score = Fraction | Decimal | float
"""A share of a result, from 0 (lost everything) to 1; ``int`` is welcome too."""

_CONTEXT = Context(prec=30, rounding=ROUND_HALF_EVEN)
_LN10_PER_MICRO = _CONTEXT.divide(Decimal(10).ln(_CONTEXT), Decimal(400 * MICRO))
_FARTHEST = 4000 * MICRO
"""Beyond ten times the 400-point scale the expectation no longer changes."""
_HALF = Fraction(1, 2)
_ELO_SLOPE = math.log(10) / 400
"""d(expected)/d(rating) is this times E(1-E)."""


class EloError(CodedError):
    """A rating calculation was given something that is not a result."""


def micro_elo(elo: Decimal | float) -> int:
    """An Elo number as people write it, in micro-Elo."""
    exact = _finite(elo, "rating_not_finite", "a rating must be a finite number")
    return round(exact * MICRO)


def elo_points(rating: int) -> Decimal:
    """A stored rating as people read it; the caller rounds for display."""
    return Decimal(rating).scaleb(-6)


def expected_score(rating: int, opponent: int) -> Fraction:
    """The share of the points expected against an opponent: 1 / (1 + 10^(-d/400)).

    ``expected_score(a, b) + expected_score(b, a)`` is exactly 1: the weaker side's share is
    calculated and the stronger side gets the rest.
    """
    return _expected(Fraction(rating) - opponent)


def _expected(difference: Fraction) -> Fraction:
    if difference > 0:
        return 1 - _expected(-difference)
    capped = max(difference, Fraction(-_FARTHEST))
    exponent = _CONTEXT.multiply(
        _CONTEXT.divide(Decimal(capped.numerator), Decimal(capped.denominator)), _LN10_PER_MICRO
    )
    odds = Fraction(exponent.exp(_CONTEXT))
    return odds / (1 + odds)


def _finite(value: Score, code: str, text: str) -> Fraction:
    try:
        return Fraction(value)
    except (ValueError, OverflowError, TypeError) as error:
        raise EloError(code, f"{text}, not {value!r}") from error


def _score(value: Score) -> Fraction:
    exact = _finite(value, "score_not_finite", "a score must be a finite number")
    if not 0 <= exact <= 1:
        raise EloError("score_out_of_range", f"a score lies between 0 and 1, not {value!r}")
    return exact


def _is_exact(value: object, *kinds: type) -> bool:
    """Callers without a type checker may hand us floats, which would spoil exact sums."""
    return isinstance(value, kinds or (int, Fraction))


# --- who plays ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rated:
    """Someone with a rating (micro-Elo) and the K (Elo points) the schedule gives them."""

    rating: int
    k: int | Fraction

    def __post_init__(self) -> None:
        if isinstance(self.rating, bool) or not _is_exact(self.rating, int):
            raise EloError("rating_not_integer", f"ratings are whole micro-Elo: {self.rating!r}")
        if not _is_exact(self.k) or self.k <= 0:
            raise EloError("k_not_positive", f"K must be a positive number, not {self.k!r}")


@dataclass(frozen=True, slots=True)
class Side:
    """A team, a pair, or one player: its rating and its K are its members' means."""

    members: tuple[Rated, ...]

    def __post_init__(self) -> None:
        if not self.members:
            raise EloError("side_empty", "a side needs at least one member")

    @property
    def rating(self) -> Fraction:
        return Fraction(sum(member.rating for member in self.members), len(self.members))

    @property
    def k(self) -> Fraction:
        return sum((Fraction(member.k) for member in self.members), Fraction()) / len(self.members)


@dataclass(frozen=True, slots=True)
class KSchedule:
    """K by experience: large while provisional, so that newcomers find their level quickly."""

    provisional_k: int = 40
    provisional_results: int = 30
    settled_k: int = 20

    def __post_init__(self) -> None:
        if self.provisional_k <= 0 or self.settled_k <= 0:
            raise EloError("k_not_positive", "K must be positive")
        if self.provisional_results < 0:
            raise EloError("results_negative", "the provisional period cannot be negative")

    def is_provisional(self, results: int) -> bool:
        """Whether someone with this many rated results is still finding their level."""
        if results < 0:
            raise EloError("results_negative", f"nobody has {results} results")
        return results < self.provisional_results

    def k_after(self, results: int) -> int:
        """K for the next result of someone who already has this many."""
        return self.provisional_k if self.is_provisional(results) else self.settled_k


# --- what happened -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairScores:
    """One rated result as a table: ``rows[i][j]`` is the share i took from j.

    A deal set is one such result, however many games it held, so that the luck of the deal is
    divided out before Elo sees it.
    """

    rows: tuple[tuple[Fraction, ...], ...]

    @classmethod
    def of_matrix(cls, rows: Sequence[Sequence[Score]]) -> PairScores:
        """From explicit shares; the diagonal is ignored."""
        size = len(rows)
        if size < 2:
            raise EloError("too_few_sides", "a rated result needs at least two sides")
        if any(len(row) != size for row in rows):
            raise EloError("lengths_differ", "pair scores form a square table")
        exact = [
            [_HALF if i == j else _score(value) for j, value in enumerate(row)]
            for i, row in enumerate(rows)
        ]
        for i in range(size):
            for j in range(i):
                if exact[i][j] + exact[j][i] != 1:
                    raise EloError(
                        "scores_do_not_add_up", f"the shares of sides {j} and {i} must sum to 1"
                    )
        return cls(tuple(tuple(row) for row in exact))

    @classmethod
    def of_two(cls, first: Score) -> PairScores:
        """Two sides; the first took this share."""
        share = _score(first)
        return cls.of_matrix(((_HALF, share), (1 - share, _HALF)))

    @classmethod
    def of_points(cls, points: Sequence[Score]) -> PairScores:
        """Everyone against everyone by points: more is a win, equal is a draw."""
        exact = [_finite(p, "points_not_finite", "points must be finite") for p in points]
        return cls.of_matrix([[_comparison(mine, theirs) for theirs in exact] for mine in exact])

    @classmethod
    def of_losers(cls, seats: int, losers: Sequence[int | None]) -> PairScores:
        """Durak: every game names one loser (or none, a draw); survivors are level.

        The games of a deal set are averaged into one result.
        """
        if not losers:
            raise EloError("no_games", "a deal set needs at least one game")
        for loser in losers:
            if loser is not None and not 0 <= loser < seats:
                raise EloError("seat_unknown", f"there is no seat {loser} at a table of {seats}")
        lost = [sum(1 for loser in losers if loser == seat) for seat in range(seats)]
        games = 2 * len(losers)
        return cls.of_matrix(
            [[_HALF + Fraction(theirs - mine, games) for theirs in lost] for mine in lost]
        )

    @classmethod
    def mean(cls, results: Iterable[PairScores]) -> PairScores:
        """Several games at one table as one result."""
        tables = [result.rows for result in results]
        if not tables:
            raise EloError("no_games", "a deal set needs at least one game")
        if len({len(rows) for rows in tables}) > 1:
            raise EloError("lengths_differ", "all games of a result have the same seats")
        size = range(len(tables[0]))
        return cls.of_matrix(
            [[sum(rows[i][j] for rows in tables) / Fraction(len(tables)) for j in size]
             for i in size]
        )  # fmt: skip


def _comparison(mine: Fraction, theirs: Fraction) -> Fraction:
    return _HALF if mine == theirs else Fraction(mine > theirs)


# --- what it does to the ratings ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What one result does to one member, and everything needed to explain it."""

    before: int
    delta: int
    expected: Fraction
    score: Fraction
    spread: Fraction
    """Mean of E(1-E) over the opponents: how much the result could tell."""

    @property
    def after(self) -> int:
        return self.before + self.delta


def rate_sides(sides: Sequence[Side], scores: PairScores) -> tuple[tuple[Change, ...], ...]:
    """Rate one result between sides; one tuple of changes per side, one change per member.

    Each side meets every other with weight 1/(n-1).  What a side wins or loses is
    ``K * (score - expected)`` times the size of the *smallest* side, shared among its members
    in proportion to their K.  With sides of equal size every member moves as a single player
    would; with unequal sizes (two against three) the changes still sum to zero.
    """
    if len(sides) != len(scores.rows):
        raise EloError("lengths_differ", f"{len(sides)} sides but {len(scores.rows)} rows")
    others = len(sides) - 1
    smallest = min(len(side.members) for side in sides)
    outlines: list[tuple[Fraction, Fraction, Fraction]] = []
    exact: list[Fraction] = []
    for i, side in enumerate(sides):
        wins = [_expected(side.rating - other.rating) for j, other in enumerate(sides) if j != i]
        expected = sum(wins, Fraction()) / others
        spread = sum((e * (1 - e) for e in wins), Fraction()) / others
        score = (sum(scores.rows[i], Fraction()) - scores.rows[i][i]) / others
        outlines.append((expected, score, spread))
        pot = side.k * smallest * (score - expected) * MICRO
        weights = sum(Fraction(member.k) for member in side.members)
        exact.extend(pot * member.k / weights for member in side.members)
    ratings = [member.rating for side in sides for member in side.members]
    shared_k = len({side.k for side in sides}) == 1
    deltas = iter(_apportioned(exact, ratings) if shared_k else [round(share) for share in exact])
    return tuple(
        tuple(
            Change(member.rating, next(deltas), expected, score, spread) for member in side.members
        )
        for side, (expected, score, spread) in zip(sides, outlines, strict=True)
    )


def rate_table(seats: Sequence[Rated], scores: PairScores) -> tuple[Change, ...]:
    """Rate one result of a table where everyone plays alone."""
    return tuple(change for (change,) in rate_sides([Side((seat,)) for seat in seats], scores))


def rate_two(first: Rated, second: Rated, score: Score) -> tuple[Change, Change]:
    """Rate one result between two; ``score`` is the first one's share."""
    one, other = rate_table((first, second), PairScores.of_two(score))
    return one, other


def _apportioned(exact: Sequence[Fraction], ratings: Sequence[int]) -> list[int]:
    """Round shares that sum to zero to whole numbers that sum to zero.

    Largest remainders: everyone gets the floor, and the micro-Elo left over go to the largest
    fractional parts; among equal parts to the lower rating, then to the earlier seat.  Nobody is
    ever more than one micro-Elo from the exact share.
    """
    floors = [math.floor(share) for share in exact]
    left_over = -sum(floors)
    by_remainder = sorted(range(len(exact)), key=lambda i: (floors[i] - exact[i], ratings[i], i))
    for i in by_remainder[:left_over]:
        floors[i] += 1
    return floors


# --- how sure we are ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ErrorBar:
    """How far a rating may be from the strength behind it, learnt from the results themselves.

    The Elo update ``r += K (S - E)`` is a stochastic approximation; to first order its error
    obeys ``error' = (1 - K q e) error + K noise`` with ``q = ln 10 / 400`` and ``e`` the mean of
    E(1-E).  So the variance follows
    ``V' = (1 - K q e)^2 V + K^2 (phi e + (q e)^2 V_opponents)``.
    It starts at Glickman's 350 for an unrated newcomer, falls with results, and settles
    where a constant K keeps it, which a naive 1/sqrt(n) would deny.  ``phi`` is the Pearson
    dispersion of the residuals: deal sets are steadier than single games, and say so.
    It is drawn towards 1 by ``PRIOR_RESULTS`` imagined results and never falls below
    ``LEAST_DISPERSION``, so that a run of draws does not promise certainty.
    """

    NEWCOMER = 350.0
    PRIOR_RESULTS = 10
    LEAST_DISPERSION = 0.05

    variance: float = NEWCOMER**2
    results: int = 0
    squared_residuals: float = 0.0

    @property
    def standard_error(self) -> float:
        """In Elo points."""
        return math.sqrt(self.variance)

    @property
    def dispersion(self) -> float:
        """The results' variance as a multiple of a coin's with the same expectation."""
        pooled = (self.PRIOR_RESULTS + self.squared_residuals) / (self.PRIOR_RESULTS + self.results)
        return max(self.LEAST_DISPERSION, pooled)

    def margin(self, confidence: float = 0.95) -> float:
        """The half-width to print after the ±, in Elo points."""
        if not 0 < confidence < 1:
            raise EloError("confidence_out_of_range", f"confidence lies in (0, 1): {confidence!r}")
        return NormalDist().inv_cdf((1 + confidence) / 2) * self.standard_error

    def after(self, change: Change, k: int | Fraction, opponents_error: float = 0.0) -> ErrorBar:
        """The error bar after one rated result; say the opponents' mean error if known."""
        if k <= 0:
            raise EloError("k_not_positive", f"K must be a positive number, not {k!r}")
        if not opponents_error >= 0 or math.isinf(opponents_error):
            raise EloError("error_negative", f"not a standard error: {opponents_error!r}")
        spread = float(change.spread)
        residual = float((change.score - change.expected) ** 2 / change.spread)
        learnt = ErrorBar(self.variance, self.results + 1, self.squared_residuals + residual)
        pull = float(k) * _ELO_SLOPE * spread
        noise = learnt.dispersion * spread + (_ELO_SLOPE * spread * opponents_error) ** 2
        variance = (1 - pull) ** 2 * self.variance + float(k) ** 2 * noise
        return ErrorBar(variance, learnt.results, learnt.squared_residuals)

    def widened(self, by: float) -> ErrorBar:
        """After a change of unknown effect (a bot's new version): add this standard error."""
        if not by >= 0 or math.isinf(by):
            raise EloError("error_negative", f"not a standard error: {by!r}")
        widest = max(self.variance, self.NEWCOMER**2)
        return ErrorBar(min(self.variance + by**2, widest), self.results, self.squared_residuals)
