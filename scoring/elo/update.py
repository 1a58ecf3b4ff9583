"""What a result does to the ratings: changes that add up, to the last digit.

All arithmetic is exact, and rounding happens once, at the end, by the method of largest
remainders.  Where all sides share K the changes therefore sum to exactly zero.

Sources: A. E. Elo, *The Rating of Chessplayers* (1978), for the update; FIDE Handbook B.02, 8.3,
for the K schedule's shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.elo.expected import MICRO, EloError, Score, expected_at
from scoring.elo.results import PairScores


def _is_exact(value: object, *kinds: type) -> bool:
    """Callers without a type checker may hand us floats, which would spoil exact sums."""
    return isinstance(value, kinds or (int, Fraction))


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


@dataclass(frozen=True, slots=True)
class Change:
    """What one result does to one member, and everything needed to explain it."""

    before: int
    delta: int
    expected: Fraction
    score: Fraction
    spread: Fraction
    """Mean of E(1-E) over the opponents: how much the result could tell."""
    gain: Fraction
    """The K that worked on this member, in Elo points: delta = gain * (score - expected)."""
    weight: Fraction
    """The member's part in the side's rating: 1, or one half in a pair."""

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
    expectations = _expectations(sides)
    # A side's K is its members' mean, so the member's share of the pot K * smallest, taken in
    # proportion to K, is the member's own K times smallest / size.
    gains = [
        [member.k * Fraction(smallest, len(side.members)) for member in side.members]
        for side in sides
    ]
    outlines = [
        (
            sum(shares, Fraction()) / others,
            (sum(scores.rows[i], Fraction()) - scores.rows[i][i]) / others,
            sum((e * (1 - e) for e in shares), Fraction()) / others,
        )
        for i, shares in enumerate(expectations)
    ]
    exact = [
        gain * (score - expected) * MICRO
        for of_side, (expected, score, _) in zip(gains, outlines, strict=True)
        for gain in of_side
    ]
    ratings = [member.rating for side in sides for member in side.members]
    shared_k = len({side.k for side in sides}) == 1
    deltas = iter(_apportioned(exact, ratings) if shared_k else [round(share) for share in exact])
    return tuple(
        tuple(
            Change(
                before=member.rating,
                delta=next(deltas),
                expected=expected,
                score=score,
                spread=spread,
                gain=gain,
                weight=Fraction(1, len(side.members)),
            )
            for member, gain in zip(side.members, of_side, strict=True)
        )
        for side, of_side, (expected, score, spread) in zip(sides, gains, outlines, strict=True)
    )


def _expectations(sides: Sequence[Side]) -> list[list[Fraction]]:
    """For each side its expected shares against the others; each pair is calculated once."""
    ratings = [side.rating for side in sides]
    shares: list[list[Fraction]] = [[] for _ in sides]
    for i, mine in enumerate(ratings):
        for j, theirs in enumerate(ratings[:i]):
            share = expected_at(mine - theirs)
            shares[i].append(share)
            shares[j].append(1 - share)
    return shares


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
