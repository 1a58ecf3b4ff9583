"""Who plays whom next on a ladder: where a result teaches most, and nobody waits for ever.

A table is laid around whoever is most urgent: the wider the error bar and the longer the wait, the
sooner.  The others are drawn from those near in rating, because a result between equals tells most;
a few are drawn from everybody, so that no group of bots is rated among itself only.  Who has met
lately meets less likely.

Everything is a function of what is given and of the random numbers, so a tick can be played again.
Its cost grows with the number of candidates as sorting them does, and with the number of tables.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from scoring.elo import ErrorBar
from scoring.sequential import score_of_elo


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

    patience: float = 600.0
    """Seconds of waiting that weigh as much as the whole error bar of a newcomer."""
    exploration: float = 0.1
    """The share of opponents that are drawn from everybody."""
    nearness: float = 50.0
    """Elo points within which somebody is near; two standard errors more, as far as the rating of
    the one in question may itself be off."""
    pool: int = 48
    """How many of those near are thought of at a time."""
    again: float = 0.25
    """The weight of each meeting in the recent past."""
    same_author: float = 0.1
    """The weight of two bots of one author, who meet at tables of two only."""


TERMS: Final = MatchmakingTerms()
Table = tuple[int, ...]
"""Competitors in the order of their seats."""


def urgency(candidate: Candidate, terms: MatchmakingTerms = TERMS) -> float:
    """How much there is to learn, from 0 to 1, and how long somebody has waited for it: that part
    grows without an end, so everybody's turn comes."""
    unknown = (candidate.error / ErrorBar.NEWCOMER) ** 2
    return unknown + candidate.waited / terms.patience


def tables_next(
    candidates: Sequence[Candidate],
    *,
    tables: int,
    sides: int,
    rng: random.Random,
    met: Mapping[tuple[int, int], int] | None = None,
    terms: MatchmakingTerms = TERMS,
) -> list[Table]:
    """At most so many tables of so many sides, the most urgent first.  Nobody sits at two of them.
    `met`: how often two have met lately, by the smaller and the larger of their numbers."""
    if sides < 2:
        raise ValueError("A table needs two sides or more.")
    field_ = _Field(candidates, met or {}, terms)
    found: list[Table] = []
    by_urgency = sorted(candidates, key=lambda one: (-urgency(one, terms), one.competitor))
    for anchor in by_urgency:
        if len(found) == tables or field_.free < sides:
            break
        if not field_.is_free(anchor):
            continue
        seats = field_.seated(anchor, sides, rng)
        if seats is not None:
            found.append(seats)
    return found


@dataclass(slots=True)
class _Field:
    """Everybody in the order of their ratings, and who is taken."""

    candidates: Sequence[Candidate]
    met: Mapping[tuple[int, int], int]
    terms: MatchmakingTerms
    _ordered: list[Candidate] = field(init=False)
    _ratings: list[float] = field(init=False)
    _taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._ordered = sorted(self.candidates, key=lambda one: (one.rating, one.competitor))
        self._ratings = [one.rating for one in self._ordered]

    @property
    def free(self) -> int:
        return len(self._ordered) - len(self._taken)

    def is_free(self, one: Candidate) -> bool:
        return one.competitor not in self._taken

    def seated(self, anchor: Candidate, sides: int, rng: random.Random) -> Table | None:
        """A table around somebody; None if there are not enough who may sit there."""
        seats = [anchor]
        while len(seats) < sides:
            drawn = self._drawn(seats, sides, rng)
            if drawn is None:
                return None
            seats.append(drawn)
        self._taken.update(one.competitor for one in seats)
        rng.shuffle(seats)  # whom one sits behind decides much, and every order is as likely
        return tuple(one.competitor for one in seats)

    def _drawn(
        self, seats: Sequence[Candidate], sides: int, rng: random.Random
    ) -> Candidate | None:
        if rng.random() < self.terms.exploration:
            far = self._anybody(seats, sides, rng)
            if far is not None:
                return far
        near = [one for one in self._near(seats[0], rng) if self._may_join(seats, one, sides)]
        weights = [self._weight(seats, one) for one in near]
        if any(weights):
            return rng.choices(near, weights)[0]
        return self._anybody(seats, sides, rng) or self._somebody(seats, sides)

    def _near(self, anchor: Candidate, rng: random.Random) -> Sequence[Candidate]:
        """Some of those near in rating; the next ones on both sides if that is hardly anybody."""
        reach = self.terms.nearness + 2 * anchor.error
        low = bisect_left(self._ratings, anchor.rating - reach)
        high = bisect_right(self._ratings, anchor.rating + reach)
        place = bisect_left(self._ratings, anchor.rating)
        half = self.terms.pool // 2
        low, high = min(low, max(0, place - half)), max(high, place + half)
        near = self._ordered[low:high]
        return near if len(near) <= self.terms.pool else rng.sample(near, self.terms.pool)

    def _anybody(
        self, seats: Sequence[Candidate], sides: int, rng: random.Random
    ) -> Candidate | None:
        """Somebody from the whole field, if a few draws find one."""
        for _ in range(8):
            one = self._ordered[rng.randrange(len(self._ordered))]
            if self._may_join(seats, one, sides):
                return one
        return None

    def _somebody(self, seats: Sequence[Candidate], sides: int) -> Candidate | None:
        """The last resort: whoever may."""
        return next((one for one in self._ordered if self._may_join(seats, one, sides)), None)

    def _may_join(self, seats: Sequence[Candidate], one: Candidate, sides: int) -> bool:
        if one.competitor in self._taken or any(one.competitor == s.competitor for s in seats):
            return False
        return sides == 2 or all(one.author != seat.author for seat in seats)

    def _weight(self, seats: Sequence[Candidate], one: Candidate) -> float:
        """How much a meeting would teach: most between equals, and about somebody unknown."""
        weight = math.sqrt(urgency(one, self.terms)) + 0.05
        for seat in seats:
            share = score_of_elo(one.rating - seat.rating)
            pair = (min(one.competitor, seat.competitor), max(one.competitor, seat.competitor))
            weight *= 4 * share * (1 - share)
            weight *= math.pow(self.terms.again, self.met.get(pair, 0))
            if one.author == seat.author:
                weight *= self.terms.same_author
        return weight
