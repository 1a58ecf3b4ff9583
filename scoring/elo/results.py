"""What happened at a table, pair by pair."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.elo.expected import EloError, Score, exact_number, exact_score

_HALF = Fraction(1, 2)


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
            [_HALF if i == j else exact_score(value) for j, value in enumerate(row)]
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
        share = exact_score(first)
        return cls.of_matrix(((_HALF, share), (1 - share, _HALF)))

    @classmethod
    def of_points(cls, points: Sequence[Score]) -> PairScores:
        """Everyone against everyone by points: more is a win, equal is a draw."""
        exact = [exact_number(p, "points_not_finite", "points must be finite") for p in points]
        return cls.of_matrix([[_comparison(mine, theirs) for theirs in exact] for mine in exact])

    @classmethod
    def of_losers(cls, seats: int, losers: Sequence[Collection[int]]) -> PairScores:
        """Durak: every game names the seats that lost it, and everyone else survived.

        Mostly that is one seat; none is a draw, several share a loss (RULES 1J.4) or are the
        teams that did not win (1D TM6).  Two who both lost, or both survived, are level.  The
        games of a deal set are averaged into one result.
        """
        if not losers:
            raise EloError("no_games", "a deal set needs at least one game")
        lost = [0] * seats
        for game in losers:
            for seat in _seats(game, seats):
                lost[seat] += 1
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


def _seats(losers: Collection[int], seats: int) -> set[int]:
    """The losing seats of a game, each once; callers without a type checker may send anything."""
    if not isinstance(losers, Collection):
        raise EloError("losers_not_listed", f"a game lists the seats that lost it: {losers!r}")
    for seat in losers:
        if type(seat) is not int or not 0 <= seat < seats:
            raise EloError("seat_unknown", f"there is no seat {seat!r} at a table of {seats}")
    return set(losers)
