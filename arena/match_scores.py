"""A deal set as one result: what each side took from each other one. Plain values, no database."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.elo import PairScores


def deal_set_scores(boards: Sequence[Mapping[str, Any]], sides: Sequence[int]) -> PairScores:
    """Board by board, more points are a win and as many a draw; the shares are the mean over all
    boards of all rotations. `boards` as a match keeps them, `sides`: the first place of each."""
    halves = [[0] * len(sides) for _ in sides]
    for board in boards:
        points = [board["points"][place] for place in sides]
        for number, mine in enumerate(points):
            for other, theirs in enumerate(points):
                halves[number][other] += 2 if mine > theirs else int(mine == theirs)
    whole = 2 * len(boards)
    return PairScores.of_matrix([[Fraction(taken, whole) for taken in row] for row in halves])
