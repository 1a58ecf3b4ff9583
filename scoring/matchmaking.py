"""Who plays whom next on a ladder: where a result teaches most, and nobody waits for ever.

A table is laid around somebody: mostly whoever there is most to learn of, by the error bar and by
the time since the last result; every few tables whoever has waited longest. The others are drawn
from those near in rating, because a result between equals tells most; some are drawn from
everybody, so that no group of bots is rated among itself only. Who has met lately meets less
likely, and who has sat behind somebody often sits elsewhere.

Everything is a function of what is given and of the random numbers, so a tick can be played again.
Its cost grows with the number of candidates as sorting them does, and with the number of tables.
What it is worth is measured by `tests.scoring.ladder_simulation`.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Final

from scoring.elo import ErrorBar
from scoring.sequential import score_of_elo

Table = tuple[int, ...]
"""Competitors in the order of their seats."""
TABLE_OF_MANY: Final = 3
_DRAWS: Final = 8
_SEAT_ORDERS: Final = 24


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could play now."""

    competitor: int
    rating: float
    """In Elo points."""
    error: float
    """The standard error of it."""
    waited: float
    """Seconds since the last match was made for it, or since it came."""
    author: int
    """Whose it is; people are their own."""


@dataclass(frozen=True, slots=True)
class MatchmakingTerms:
    """What is weighed against what."""

    patience: int = 4
    """Every so many tables one is laid around whoever has waited longest."""
    rest: float = 180.0
    """Seconds from one match to the next that is made for the sake of somebody well known: who
    waits less is only drawn as an opponent, so that machines rest when there is little to learn."""
    well_known: float = 30.0
    """The standard error of somebody well known. Of others there is more to learn: the rest is
    shorter as the variance is greater, and a newcomer begins at once."""
    exploration: float = 0.1
    """The share of opponents that are drawn from everybody."""
    nearness: float = 50.0
    """Elo points within which somebody is near; two standard errors more, as far as the rating of
    the one in question may itself be off."""
    pool: int = 48
    """How many of those near are thought of at a time."""
    again: float = 0.25
    """The weight of each meeting in the recent past."""
    same_author: int = 10
    """Two bots of one author, who meet at tables of two only, meet as if each meeting had been so
    many, and one had already been."""


TERMS: Final = MatchmakingTerms()


@dataclass(frozen=True, slots=True)
class Lately:
    """The recent past."""

    met: Mapping[tuple[int, int], int] = field(default_factory=Counter)
    """How often two were at one table, by the smaller and the larger of their numbers."""
    behind: Mapping[tuple[int, int], int] = field(default_factory=Counter)
    """How often the second sat next after the first."""

    @classmethod
    def of(cls, tables: Iterable[Table]) -> Lately:
        """From the tables themselves."""
        met: Counter[tuple[int, int]] = Counter()
        behind: Counter[tuple[int, int]] = Counter()
        for table in tables:
            met.update(combinations(sorted(table), 2))
            behind.update(_neighbours(table))
        return cls(met, behind)

    def meetings(self, one: int, other: int) -> int:
        return self.met.get((min(one, other), max(one, other)), 0)


_NOTHING: Final = Lately()


def urgency(candidate: Candidate) -> float:
    """How much there is to learn of somebody: who is twice as uncertain is chosen as often after a
    sixteenth of the time. Everybody's grows for as long as they wait."""
    return (candidate.error / ErrorBar.NEWCOMER) ** 4 * candidate.waited


def is_rested(candidate: Candidate, terms: MatchmakingTerms = TERMS) -> bool:
    """Whether it is time for another match for the sake of this one."""
    error = max(candidate.error, terms.well_known)
    learnt = 1 / error**2 - 1 / ErrorBar.NEWCOMER**2  # nothing, of somebody without a result
    return candidate.waited >= terms.rest * terms.well_known**2 * learnt


def tables_next(
    candidates: Sequence[Candidate],
    *,
    tables: int,
    sides: int,
    rng: random.Random,
    lately: Lately = _NOTHING,
    terms: MatchmakingTerms = TERMS,
) -> list[Table]:
    """At most so many tables of so many sides, the most urgent first. Nobody sits at two of them;
    at tables of three or more nobody sits with another of the same author."""
    if sides < 2:
        raise ValueError("A table needs two sides or more.")
    field_ = _Field(candidates, sides, lately, terms)
    rested = [one for one in candidates if is_rested(one, terms)]
    rng.shuffle(rested)  # among equals, nobody is the first because of a number
    teaching = iter(sorted(rested, key=urgency, reverse=True))
    waiting = iter(sorted(rested, key=lambda one: one.waited, reverse=True))
    turn = rng.randrange(terms.patience)
    found: list[Table] = []
    while len(found) < tables and field_.is_enough:
        line = waiting if len(found) % terms.patience == turn else teaching
        anchor = field_.first_free(line)
        if anchor is None:
            break
        found.append(field_.seated(anchor, rng))
    return found


def _neighbours(table: Table) -> Iterator[tuple[int, int]]:
    """Everybody with whoever sits next after them."""
    return zip(table, chain(table[1:], table[:1]), strict=True)


class _Field:
    """Everybody in the order of their ratings, and who is taken."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        sides: int,
        lately: Lately,
        terms: MatchmakingTerms,
    ) -> None:
        self._sides = sides
        self._lately = lately
        self._terms = terms
        self._taken: set[int] = set()
        self._free = len(candidates)
        self._authors = Counter(one.author for one in candidates)
        """Of those who are free."""
        self._sort(candidates)

    def _sort(self, candidates: Iterable[Candidate]) -> None:
        self._ordered = sorted(candidates, key=lambda one: (one.rating, one.competitor))
        self._ratings = [one.rating for one in self._ordered]

    @property
    def is_enough(self) -> bool:
        """Whether a table can be laid around whoever is free."""
        several = len(self._authors) if self._sides >= TABLE_OF_MANY else self._free
        return several >= self._sides

    def first_free(self, line: Iterator[Candidate]) -> Candidate | None:
        return next((one for one in line if one.competitor not in self._taken), None)

    def seated(self, anchor: Candidate, rng: random.Random) -> Table:
        """A table around somebody who is free, if there are enough others."""
        seats = [anchor]
        while len(seats) < self._sides:
            seats.append(self._drawn(seats, rng))
        self._take(seats)
        return self._in_order([one.competitor for one in seats], rng)

    def _take(self, seats: Sequence[Candidate]) -> None:
        self._taken.update(one.competitor for one in seats)
        self._free -= len(seats)
        for one in seats:
            self._authors[one.author] -= 1
            if not self._authors[one.author]:
                del self._authors[one.author]
        if self._free * 2 < len(self._ordered):  # mostly those who cannot be drawn
            self._sort([one for one in self._ordered if one.competitor not in self._taken])

    def _in_order(self, table: list[int], rng: random.Random) -> Table:
        """Everybody sits in every seat once in a deal set, but always behind the same: the order
        whose neighbours were the fewest times neighbours lately."""
        orders = [tuple(rng.sample(table, len(table))) for _ in range(_SEAT_ORDERS)]
        behind = self._lately.behind
        return min(orders, key=lambda seats: sum(behind.get(two, 0) for two in _neighbours(seats)))

    def _drawn(self, seats: Sequence[Candidate], rng: random.Random) -> Candidate:
        """Somebody to join those at the table."""
        if rng.random() < self._terms.exploration:
            far = self._anybody(seats, rng)
            if far is not None:
                return far
        near = [one for one in self._near(seats[0], rng) if self._may_join(seats, one)]
        if near:
            return rng.choices(near, self._weights(seats, near))[0]
        found = self._anybody(seats, rng)
        return found or next(one for one in self._ordered if self._may_join(seats, one))

    def _near(self, anchor: Candidate, rng: random.Random) -> Sequence[Candidate]:
        """Some of those near in rating; the next ones on both sides if that is hardly anybody."""
        reach = self._terms.nearness + 2 * anchor.error
        low = bisect_left(self._ratings, anchor.rating - reach)
        high = bisect_right(self._ratings, anchor.rating + reach)
        place = bisect_left(self._ratings, anchor.rating)
        half = self._terms.pool // 2
        low, high = min(low, max(0, place - half)), max(high, place + half)
        near = range(low, min(high, len(self._ordered)))
        chosen = near if len(near) <= self._terms.pool else rng.sample(near, self._terms.pool)
        return [self._ordered[place] for place in chosen]

    def _anybody(self, seats: Sequence[Candidate], rng: random.Random) -> Candidate | None:
        """Somebody from the whole field, if a few draws find one."""
        drawn = (rng.choice(self._ordered) for _ in range(_DRAWS))
        return next((one for one in drawn if self._may_join(seats, one)), None)

    def _may_join(self, seats: Sequence[Candidate], one: Candidate) -> bool:
        if one.competitor in self._taken or any(one.competitor == s.competitor for s in seats):
            return False
        return self._sides < TABLE_OF_MANY or all(one.author != seat.author for seat in seats)

    def _weights(self, seats: Sequence[Candidate], near: Sequence[Candidate]) -> list[float]:
        """How much a meeting with each would teach: most between equals who have not met."""
        meetings = [sum(self._meetings(one, seat) for seat in seats) for one in near]
        fewest = min(meetings)
        return [
            self._told(seats, one) * float(self._terms.again ** (met - fewest))
            for one, met in zip(near, meetings, strict=True)
        ]

    def _meetings(self, one: Candidate, other: Candidate) -> int:
        """As many as they count for."""
        met = self._lately.meetings(one.competitor, other.competitor)
        return met if one.author != other.author else (met + 1) * self._terms.same_author

    @staticmethod
    def _told(seats: Sequence[Candidate], one: Candidate) -> float:
        weight = 1.0
        for seat in seats:
            share = score_of_elo(one.rating - seat.rating)
            weight *= 4 * share * (1 - share)
        return max(weight, 1e-9)  # somebody has to be drawn, however far off
