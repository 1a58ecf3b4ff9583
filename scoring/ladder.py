"""A ladder: results one after the other, and the ratings that they add up to.

Everything is a function of the results in their order and of which of them count, so a ladder can
be folded anew at any time, to the same numbers.  Elo's own arithmetic is in `scoring.elo`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.elo import (
    Change,
    EloError,
    ErrorBar,
    PairScores,
    Rated,
    Side,
    error_bars_after,
    micro_elo,
    rate_sides,
)

START: Final = micro_elo(1500)
"""Where everybody begins."""
_UNKNOWN: Final = ErrorBar()


class Member(NamedTuple):
    """Who played on a side; people have no versions, a bot's are numbered from 1."""

    competitor: int
    version: int = 0


@dataclass(frozen=True, slots=True)
class LadderResult:
    """A deal set, a match or an evening that counts as one result."""

    number: int
    """Its place in the ladder's order, from 1."""
    sides: tuple[tuple[Member, ...], ...]
    scores: PairScores

    def __post_init__(self) -> None:
        who = [member.competitor for side in self.sides for member in side]
        if len(set(who)) < len(who):
            raise EloError("member_twice", "nobody plays against themselves or beside themselves")


@dataclass(frozen=True, slots=True)
class Standing:
    """What a ladder knows about somebody."""

    rating: int = START
    """In micro-Elo."""
    bar: ErrorBar = _UNKNOWN
    version: int = 0
    results_of_version: int = 0

    @property
    def results(self) -> int:
        return self.bar.results


class Cause(StrEnum):
    """Why a standing is another one than before."""

    VERSION = "version"
    """A new version plays: the rating stays, the error bar widens."""
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Move:
    """One step of one standing."""

    number: int
    """Of the result."""
    competitor: int
    cause: Cause
    before: Standing
    after: Standing
    change: Change | None = None
    """How the result did it."""


@dataclass(frozen=True, slots=True)
class LadderTerms:
    """How quickly a ladder learns.

    A deal set tells far more than a single game, so a newcomer's first results may move it far:
    K begins at `newcomer_k` and falls as 1 / (1 + results / `half_k_results`), down to `settled_k`,
    with which a rating follows a strength that changes. It falls slowly, because the first
    opponents' ratings were as wrong as one's own, and what was learnt from them has to be
    forgotten again. In simulations (`tests.scoring.ladder_simulation`) ratings are 16 points off
    after 40 deal sets each; with 240 and 3, where K has fallen before the field has spread, 54.
    """

    newcomer_k: int = 400
    half_k_results: int = 6
    """After so many results K is half of what it was."""
    settled_k: int = 20
    provisional_results: int = 30
    version_error: float = 80.0
    """The standard error, in Elo points, that a new version adds: nobody knows what it changed."""
    version_results: int = 10
    """So many results of a new version move its rating as those of somebody with that error."""
    version_k_results: int = 12
    """A new version moves as somebody who has played as many."""
    dispersion: float = 1 / 20
    """How much results are expected to vary, as a multiple of a single game's variance, until they
    have shown it themselves: a deal set of 20 boards varies at most as 20 coins do. In simulations
    95 % error bars hold the truth of 99 % after 40 deal sets each, and the standard error is 20
    where ratings are 15 off; expected to vary as single games do, it was 45."""

    def k(self, standing: Standing) -> int:
        """The K for the next result."""
        results = standing.results
        if self._is_new_version(standing):
            results = min(results, self.version_k_results + standing.results_of_version)
        falling = self.newcomer_k * self.half_k_results // (self.half_k_results + results)
        return max(self.settled_k, falling)

    def is_provisional(self, standing: Standing) -> bool:
        """Whether the rating may still be far off, which pages say beside it."""
        return standing.results < self.provisional_results or self._is_new_version(standing)

    def _is_new_version(self, standing: Standing) -> bool:
        own = standing.results_of_version
        return own < min(self.version_results, standing.results)


TERMS: Final = LadderTerms()
"""Where a result is a deal set of 20 boards."""
SINGLE_TERMS: Final = LadderTerms(newcomer_k=100, half_k_results=10, dispersion=1.0)
"""Where a result is a single match, which is won or lost: much of it is luck, so it moves less. In
a simulation of 40 people (strengths within 150 points, twelve seeds) ratings are 102 points off
after ten matches each and 59 after forty; with the terms of deal sets, 172 and 86."""


def moves_of(
    result: LadderResult, standings: Mapping[int, Standing], terms: LadderTerms = TERMS
) -> list[Move]:
    """What a result does, in the order of sides and members; who is not among the standings is
    new.  A member whose version is another one than before makes a step of its own first."""
    moves: list[Move] = []
    ready: list[list[Standing]] = []
    for side in result.sides:
        ready.append([])
        for member in side:
            known = standings.get(member.competitor)
            standing = known or Standing(version=member.version)
            if known is not None and known.version != member.version:
                standing = _with_version(known, member.version, terms)
                moves.append(Move(result.number, member.competitor, Cause.VERSION, known, standing))
            ready[-1].append(standing)
    changes = rate_sides(
        [Side(tuple(Rated(one.rating, terms.k(one)) for one in side)) for side in ready],
        result.scores,
    )
    bars = error_bars_after(
        [[one.bar for one in side] for side in ready], changes, prior_dispersion=terms.dispersion
    )
    for members, before, moved, after in zip(result.sides, ready, changes, bars, strict=True):
        for member, standing, change, bar in zip(members, before, moved, after, strict=True):
            then = replace(
                standing,
                rating=change.after,
                bar=bar,
                results_of_version=standing.results_of_version + 1,
            )
            step = Move(result.number, member.competitor, Cause.RESULT, standing, then, change)
            moves.append(step)
    return moves


def fold(
    results: Iterable[LadderResult],
    *,
    without: Collection[int] = (),
    standings: Mapping[int, Standing] | None = None,
    terms: LadderTerms = TERMS,
) -> dict[int, Standing]:
    """What these results add up to, given in their order; those `without` do not count, as if they
    had never been played.  Begins from `standings`, or from nothing."""
    after = dict(standings or {})
    for result in results:
        if result.number not in without:
            after.update((move.competitor, move.after) for move in moves_of(result, after, terms))
    return after


def walk(
    results: Iterable[LadderResult],
    *,
    without: Collection[int] = (),
    terms: LadderTerms = TERMS,
) -> Iterator[list[Move]]:
    """Result by result, what each did; of those `without`, nothing."""
    standings: dict[int, Standing] = {}
    for result in results:
        moves = [] if result.number in without else moves_of(result, standings, terms)
        standings.update((move.competitor, move.after) for move in moves)
        yield moves


def _with_version(standing: Standing, version: int, terms: LadderTerms) -> Standing:
    """Another version of the same bot: what is known of it is known a little less well."""
    bar = standing.bar.widened(terms.version_error)
    return replace(standing, version=version, bar=bar, results_of_version=0)
