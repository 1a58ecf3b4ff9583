"""What a ladder's entries add up to for one competitor, and between two: plain values.

Settling adds one entry to them, rebuilding adds all: the same steps, so the same numbers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Final

from scoring.elo import MICRO
from scoring.ladder import Cause, LadderResult, Move, Standing

TREND_LENGTH: Final = 24
NANO: Final = 1_000_000_000
"""Shares are added up in billionths: whole numbers can be taken away again."""
_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A result with what pages tell beside its scores."""

    rated: LadderResult
    points: tuple[int, ...]
    """Of the sides, as they were played."""
    games: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSum:
    """The row of a competitor on a leaderboard."""

    standing: Standing
    won: int = 0
    level: int = 0
    lost: int = 0
    games: int = 0
    points: int = 0
    trend: tuple[int, ...] = ()
    first_at: datetime
    last_at: datetime

    def moved(self, move: Move, at: datetime) -> "RatingSum":
        """After a step; a new version alone makes no point of the trend."""
        if move.cause is Cause.VERSION:
            return replace(self, standing=move.after)
        return replace(self.standing_set(move.after), last_at=at)

    def standing_set(self, standing: Standing) -> "RatingSum":
        """With another standing from now on, without having been seen."""
        trend = (*self.trend, round(Fraction(standing.rating, MICRO)))[-TREND_LENGTH:]
        return replace(self, standing=standing, trend=trend)

    def counted(self, result: Result, side: int, sign: int = 1) -> "RatingSum":
        """With a result added to what was won and lost, or taken away again."""
        share = share_of(result.rated, side)
        return replace(
            self,
            won=self.won + sign * (share > _HALF),
            level=self.level + sign * (share == _HALF),
            lost=self.lost + sign * (share < _HALF),
            games=self.games + sign * result.games,
            points=self.points + sign * result.points[side],
        )


@dataclass(frozen=True, slots=True)
class EncounterSum:
    """What somebody took from somebody else."""

    won: int = 0
    level: int = 0
    lost: int = 0
    shares: int = 0
    squares: int = 0
    points: int = 0
    points_against: int = 0

    def plus(self, other: "EncounterSum", sign: int = 1) -> "EncounterSum":
        """With another one added, or taken away again."""
        return EncounterSum(
            self.won + sign * other.won,
            self.level + sign * other.level,
            self.lost + sign * other.lost,
            self.shares + sign * other.shares,
            self.squares + sign * other.squares,
            self.points + sign * other.points,
            self.points_against + sign * other.points_against,
        )


def share_of(result: LadderResult, side: int) -> Fraction:
    """What a side took from all others together, from 0 to 1."""
    row = result.scores.rows[side]
    return (sum(row, Fraction()) - row[side]) / (len(row) - 1)


def encounters_of(result: Result) -> Iterator[tuple[int, int, EncounterSum]]:
    """Who met whom in a result, both ways, and what the first took from the second."""
    sides = result.rated.sides
    for number, side in enumerate(sides):
        for other_number, other_side in enumerate(sides):
            if number == other_number:
                continue
            share = result.rated.scores.rows[number][other_number]
            taken = EncounterSum(
                int(share > _HALF),
                int(share == _HALF),
                int(share < _HALF),
                round(share * NANO),
                round(share * share * NANO),
                result.points[number],
                result.points[other_number],
            )
            for member in side:
                for opponent in other_side:
                    yield member.competitor, opponent.competitor, taken


def sums_after(
    sums: Mapping[int, RatingSum], result: Result, moves: Iterable[Move]
) -> dict[int, RatingSum]:
    """The rows of those who played, with the result in them."""
    after: dict[int, RatingSum] = {}
    for move in moves:
        row = after.get(move.competitor) or sums.get(move.competitor)
        row = row or RatingSum(standing=move.before, first_at=result.at, last_at=result.at)
        after[move.competitor] = row.moved(move, result.at)
    for number, side in enumerate(result.rated.sides):
        for member in side:
            after[member.competitor] = after[member.competitor].counted(result, number)
    return after


def sums_without(
    sums: Mapping[int, RatingSum],
    result: Result,
    standings: Mapping[int, Standing],
) -> dict[int, RatingSum]:
    """All rows of a ladder without a result; `standings` are what is left without it."""
    after = {}
    for who, row in sums.items():
        if (standing := standings.get(who)) is not None:
            after[who] = row if row.standing == standing else row.standing_set(standing)
    for number, side in enumerate(result.rated.sides):
        for member in side:
            if member.competitor in after:
                after[member.competitor] = after[member.competitor].counted(result, number, -1)
    return after


def corrections(
    before: Mapping[int, RatingSum], after: Mapping[int, RatingSum]
) -> dict[int, tuple[Standing, Standing]]:
    """Whose standing is another one, from what to what; nobody's is left of those who are gone."""
    found = {}
    for who, row in before.items():
        now = after[who].standing if who in after else Standing()
        if now != row.standing:
            found[who] = (row.standing, now)
    return found
