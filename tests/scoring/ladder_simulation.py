"""A ladder of bots whose strength is known: how soon does the order of the ratings become true?

Strengths are drawn from a normal distribution. A deal set of 40 games comes out as so many coins
that fall as Elo says; results go through `scoring.ladder` as on the site.
"""

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.elo import PairScores, elo_points
from scoring.ladder import LadderResult, Member, Standing, moves_of
from scoring.matchmaking import Candidate, Table, tables_next
from scoring.sequential import score_of_elo

GAMES = 40
SPREAD = 200.0
TICK_SECONDS = 10.0
RECENT = 5  # of everybody's last matches, how many are remembered

Pairing = Callable[[Sequence[Candidate], int, random.Random, Counter[tuple[int, int]]], list[Table]]


def ours(
    field: Sequence[Candidate], tables: int, rng: random.Random, met: Counter[tuple[int, int]]
) -> list[Table]:
    return tables_next(field, tables=tables, sides=2, rng=rng, met=met)


def at_random(
    field: Sequence[Candidate], tables: int, rng: random.Random, _: Counter[tuple[int, int]]
) -> list[Table]:
    chosen = rng.sample([one.competitor for one in field], 2 * tables)
    return list(zip(chosen[::2], chosen[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Point:
    """Where a simulated ladder stands."""

    results_each: float
    """Deal sets of a bot, in the mean."""
    correlation: float
    """Spearman's, between ratings and strengths."""
    fewest: int
    """Deal sets of whoever has the fewest."""


def simulated(
    pairing: Pairing, *, bots: int, results_each: Sequence[int], seed: int, tables: int = 4
) -> list[Point]:
    """How it stands when so many results have been played by a bot in the mean."""
    rng = random.Random(seed)
    strengths = [rng.gauss(0, SPREAD) for _ in range(bots)]
    standings = {bot: Standing(version=1) for bot in range(bots)}
    last = dict.fromkeys(range(bots), 0.0)
    recent: deque[tuple[int, int]] = deque(maxlen=RECENT * bots // 2)
    points: list[Point] = []
    played, now = 0, 0.0
    for wanted in results_each:
        while 2 * played < wanted * bots:
            now += TICK_SECONDS
            field = [
                Candidate(
                    competitor=bot,
                    rating=float(elo_points(one.rating)),
                    error=one.bar.standard_error,
                    waited=now - last[bot],
                    author=bot,
                )
                for bot, one in standings.items()
            ]
            for table in pairing(field, min(tables, bots // 2), rng, Counter(recent)):
                played += 1
                result = _played(played, table, strengths, rng)
                for move in moves_of(result, standings):
                    standings[move.competitor] = move.after
                    last[move.competitor] = now
                recent.append((min(table), max(table)))
        points.append(
            Point(
                results_each=2 * played / bots,
                correlation=spearman([standings[bot].rating for bot in range(bots)], strengths),
                fewest=min(one.results for one in standings.values()),
            )
        )
    return points


def _played(
    number: int, table: Table, strengths: Sequence[float], rng: random.Random
) -> LadderResult:
    one, other = table
    chance = score_of_elo(strengths[one] - strengths[other])
    won = sum(rng.random() < chance for _ in range(GAMES))
    return LadderResult(
        number=number,
        sides=((Member(one, 1),), (Member(other, 1),)),
        scores=PairScores.of_two(Fraction(won, GAMES)),
    )


def spearman(found: Sequence[float], truth: Sequence[float]) -> float:
    """The correlation of the ranks; there are no ties to speak of."""
    size = len(found)
    pairs = zip(_ranks(found), _ranks(truth), strict=True)
    squares = sum(math.pow(one - other, 2) for one, other in pairs)
    return 1 - 6 * squares / (size * (size * size - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return ranks
