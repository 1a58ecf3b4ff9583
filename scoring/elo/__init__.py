"""Elo ratings that add up, to the last digit and on every machine.

first, second = rate_two(Rated(micro_elo(1500), 20), Rated(micro_elo(1520), 20), Fraction(7, 12))
first.after, first.expected                           # the new rating, and why
(mine,), (theirs,) = error_bars_after([[bar], [other_bar]], [[first], [second]])
elo_points(first.after), mine.margin(0.95)            # what to print: 1501 ± 83
"""

from scoring.elo.error_bar import ErrorBar, error_bars_after
from scoring.elo.expected import MICRO, EloError, Score, elo_points, expected_score, micro_elo
from scoring.elo.results import PairScores
from scoring.elo.update import (
    Change,
    KSchedule,
    Rated,
    Side,
    rate_sides,
    rate_table,
    rate_two,
)

__all__ = [
    "MICRO",
    "Change",
    "EloError",
    "ErrorBar",
    "KSchedule",
    "PairScores",
    "Rated",
    "Score",
    "Side",
    "elo_points",
    "error_bars_after",
    "expected_score",
    "micro_elo",
    "rate_sides",
    "rate_table",
    "rate_two",
]
