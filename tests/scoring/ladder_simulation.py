"""Ladders of bots whose strength is known: how soon does the order of the ratings become true?

Strengths are drawn from a normal distribution. A deal set of 40 games comes out as so many coins
that fall as Elo says; results go through `scoring.ladder` as on the site. Time passes in ticks, in
each of which a few matches are made and played.
"""

import math
import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import fmean, median

from scoring.elo import MICRO, PairScores
from scoring.ladder import START, LadderResult, Member, Standing, moves_of
from scoring.matchmaking import Candidate, Lately, Table, tables_next
from scoring.sequential import score_of_elo

GAMES = 40
SPREAD = 200.0
TICK_SECONDS = 10.0
TABLES = 4  # in a tick
RECENT = 500  # matches that are remembered, as in the arena
NEAR_THE_TRUTH = 50.0

Pairing = Callable[[Sequence[Candidate], int, random.Random, Lately], list[Table]]


def ours(
    candidates: Sequence[Candidate], tables: int, rng: random.Random, lately: Lately
) -> list[Table]:
    return tables_next(candidates, tables=tables, sides=2, rng=rng, lately=lately)


def at_random(
    candidates: Sequence[Candidate], tables: int, rng: random.Random, _: Lately
) -> list[Table]:
    chosen = rng.sample([one.competitor for one in candidates], 2 * tables)
    return list(zip(chosen[::2], chosen[1::2], strict=True))


@dataclass(slots=True)
class Bot:
    """Somebody on the ladder, and what only we know."""

    strength: float
    came: float
    standing: Standing = field(default_factory=lambda: Standing(version=1))
    last: float = 0.0

    @property
    def rating(self) -> float:
        """Points above where everybody begins."""
        return (self.standing.rating - START) / MICRO


class SimulatedLadder:
    """Bots, a clock and what has been played."""

    def __init__(self, pairing: Pairing, *, bots: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.pairing = pairing
        self.bots: list[Bot] = []
        self.now = 0.0
        self.played = 0
        self._recent: deque[Table] = deque(maxlen=RECENT)
        for _ in range(bots):
            self.join()

    def join(self) -> Bot:
        """A newcomer, of whom nothing is known."""
        bot = Bot(strength=self.rng.gauss(0, SPREAD), came=self.now, last=self.now)
        self.bots.append(bot)
        return bot

    def tick(self) -> None:
        """Some seconds later: the next matches, and their results."""
        self.now += TICK_SECONDS
        candidates = [
            Candidate(
                competitor=number,
                rating=bot.rating,
                error=bot.standing.bar.standard_error,
                waited=self.now - bot.last,
                author=number,
            )
            for number, bot in enumerate(self.bots)
        ]
        tables = min(TABLES, len(self.bots) // 2)
        for table in self.pairing(candidates, tables, self.rng, Lately.of(self._recent)):
            self._play(table)

    @property
    def results_each(self) -> float:
        return 2 * self.played / len(self.bots)

    @property
    def correlation(self) -> float:
        """Spearman's, between ratings and strengths."""
        return spearman([bot.rating for bot in self.bots], [bot.strength for bot in self.bots])

    @property
    def inaccuracy(self) -> float:
        """The root of the mean square of what the ratings are off, in points."""
        bias = self.bias
        return math.sqrt(fmean((bot.rating - bot.strength - bias) ** 2 for bot in self.bots))

    @property
    def bias(self) -> float:
        """Where the whole field has moved, which ranks nobody."""
        return fmean(bot.rating - bot.strength for bot in self.bots)

    def _play(self, table: Table) -> None:
        one, other = table
        chance = score_of_elo(self.bots[one].strength - self.bots[other].strength)
        won = sum(self.rng.random() < chance for _ in range(GAMES))
        self.played += 1
        result = LadderResult(
            number=self.played,
            sides=((Member(one, 1),), (Member(other, 1),)),
            scores=PairScores.of_two(Fraction(won, GAMES)),
        )
        for move in moves_of(result, {seat: self.bots[seat].standing for seat in table}):
            self.bots[move.competitor].standing = move.after
            self.bots[move.competitor].last = self.now
        self._recent.append(table)


@dataclass(frozen=True, slots=True)
class Point:
    """Where a ladder stands on which everybody began at once."""

    results_each: float
    """Deal sets of a bot, in the mean."""
    correlation: float
    inaccuracy: float
    fewest: int
    """Deal sets of whoever has the fewest."""


def from_scratch(
    pairing: Pairing, *, bots: int, results_each: Iterable[int], seed: int
) -> list[Point]:
    """Everybody is new: how it stands when so many results have been played by a bot."""
    ladder = SimulatedLadder(pairing, bots=bots, seed=seed)
    points: list[Point] = []
    for wanted in results_each:
        while ladder.results_each < wanted:
            ladder.tick()
        fewest = min(bot.standing.results for bot in ladder.bots)
        points.append(Point(ladder.results_each, ladder.correlation, ladder.inaccuracy, fewest))
    return points


def with_arrivals(
    pairing: Pairing, *, seed: int, matches_between: int, first: int = 20, last: int = 100
) -> float:
    """Bots come one after the other, so many matches apart: the mean correlation, from when the
    ladder has twice as many as in the beginning."""
    ladder = SimulatedLadder(pairing, bots=first, seed=seed)
    found: list[float] = []
    while len(ladder.bots) < last:
        ladder.tick()
        while len(ladder.bots) < min(last, first + ladder.played // matches_between):
            ladder.join()
        if len(ladder.bots) >= 2 * first:
            found.append(ladder.correlation)
    return fmean(found)


@dataclass(frozen=True, slots=True)
class Welcome:
    """How newcomers fare among bots that are well known."""

    ticks_to_first: float
    """Until a newcomer's first match, in the mean."""
    results_to_near: float
    """Deal sets until the rating is near the truth for the first time; the median."""
    ticks_to_near: float
    """Until then, in the mean."""
    longest_wait: float
    """Ticks between two matches of whoever waited longest, newcomer or not."""


def with_newcomers(
    pairing: Pairing, *, seed: int, known: int = 100, newcomers: int = 10, ticks: int = 250
) -> Welcome:
    """All at once some come to a ladder on which everybody has played some thirty deal sets."""
    ladder = SimulatedLadder(at_random, bots=known, seed=seed)
    while ladder.results_each < 30:
        ladder.tick()
    ladder.pairing, bias, began = pairing, ladder.bias, ladder.now
    came = [ladder.join() for _ in range(newcomers)]
    first: dict[int, float] = {}
    near: dict[int, tuple[int, float]] = {}
    longest = 0.0
    for tick in range(1, ticks + 1):
        before = [bot.last for bot in ladder.bots]
        ladder.tick()
        played = [(bot, then) for bot, then in zip(ladder.bots, before, strict=True)]
        longest = max(longest, *(ladder.now - max(then, began) for _, then in played))
        for place, bot in enumerate(came):
            if bot.standing.results:
                first.setdefault(place, tick)
                if abs(bot.rating - bot.strength - bias) < NEAR_THE_TRUTH:
                    near.setdefault(place, (bot.standing.results, tick))
    never = (ticks, float(ticks))
    return Welcome(
        ticks_to_first=fmean(first.get(place, ticks) for place in range(newcomers)),
        results_to_near=median(near.get(place, never)[0] for place in range(newcomers)),
        ticks_to_near=fmean(near.get(place, never)[1] for place in range(newcomers)),
        longest_wait=longest / TICK_SECONDS,
    )


def spearman(found: Sequence[float], truth: Sequence[float]) -> float:
    """The correlation of the ranks; equal values share the mean of theirs."""
    mine, theirs = _ranks(found), _ranks(truth)
    middle = (len(found) - 1) / 2
    together = sum(
        (one - middle) * (other - middle) for one, other in zip(mine, theirs, strict=True)
    )
    spreads = [sum((rank - middle) ** 2 for rank in ranks) for ranks in (mine, theirs)]
    return together / math.sqrt(math.prod(spreads)) if all(spreads) else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [fmean(places[value]) for value in values]
