"""People of known strength, whose matches are won or lost: why a single match moves less."""

import math
import random
from fractions import Fraction
from statistics import fmean

import pytest

from scoring.elo import MICRO, PairScores
from scoring.ladder import (
    SINGLE_TERMS,
    START,
    TERMS,
    LadderResult,
    LadderTerms,
    Member,
    Standing,
    moves_of,
)
from scoring.sequential import score_of_elo

PEOPLE = 40
SPREAD = 150.0
SEEDS = range(12)


def ladder_of_people(
    terms: LadderTerms, matches_each: int, seed: int
) -> list[tuple[float, Standing]]:
    """Everybody's strength and standing after so many matches of a person in the mean."""
    rng = random.Random(seed)
    strengths = [rng.gauss(0, SPREAD) for _ in range(PEOPLE)]
    standings = {number: Standing() for number in range(PEOPLE)}
    for number in range(PEOPLE * matches_each // 2):
        one, other = rng.sample(range(PEOPLE), 2)
        won = rng.random() < score_of_elo(strengths[one] - strengths[other])
        result = LadderResult(
            number + 1,
            ((Member(one),), (Member(other),)),
            PairScores.of_two(Fraction(int(won))),
        )
        for move in moves_of(result, standings, terms):
            standings[move.competitor] = move.after
    mean = fmean(strengths)
    return [(strength - mean, standings[who]) for who, strength in enumerate(strengths)]


def off(strength: float, standing: Standing) -> float:
    return (standing.rating - START) / MICRO - strength


def inaccuracy(terms: LadderTerms, matches_each: int) -> float:
    """What ratings are off, in points: the mean over the seeds."""
    return fmean(
        math.sqrt(fmean(off(*one) ** 2 for one in ladder_of_people(terms, matches_each, seed)))
        for seed in SEEDS
    )


@pytest.mark.long
def test_a_single_match_should_move_less_than_a_deal_set() -> None:
    assert [round(inaccuracy(SINGLE_TERMS, each)) for each in (10, 40)] == [102, 59]
    assert [round(inaccuracy(TERMS, each)) for each in (10, 40)] == [172, 86]


def test_error_bars_of_people_hold_the_truth() -> None:
    for each in (10, 40):
        held = [
            abs(off(strength, standing)) <= standing.bar.margin(0.95)
            for seed in SEEDS
            for strength, standing in ladder_of_people(SINGLE_TERMS, each, seed)
        ]
        assert fmean(held) > 0.95
