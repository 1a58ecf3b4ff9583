"""Who is ahead, and how sure that is: one deal, played in all rotations, is one observation.

The games of a deal share their cards, so they are not counted one by one: the average of a side's
share over all rotations divides the luck of the deal out, and is what ratings see, too.
"""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.outcome import SURVIVED
from arena.games.interface import Rules
from arena.wire.match_spec import MatchSpec
from arena.wire.results import BoardResult
from scoring.sequential import Interval, SetResults, confidence_interval

HALF: Final = Fraction(1, 2)


def lineup(rules: Rules[Any]) -> tuple[int, ...]:
    """Per participant, whether the first bot (0) or the second (1) plays it.

    The first one takes the side of seat 0: with teams all its seats, else the one seat.
    """
    return tuple(0 if team == rules.teams[0] else 1 for team in rules.teams)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the first side stands against the others."""

    deals: int
    """Played in all rotations."""
    interval: Interval
    """Its share of the points, from 0 to 1, and the Elo behind it."""
    won: int
    drawn: int
    lost: int
    """Boards, each rotation counted by itself; in games of more than two, won is not lost."""


class Score:
    """Counts boards as they come, in any order."""

    def __init__(self, spec: MatchSpec, mine: Collection[int] = (0,)) -> None:
        """`mine`: the participants whose score it is."""
        self._spec = spec
        self._mine = frozenset(mine)
        self._open: dict[int, dict[int, Fraction]] = {}
        self.results = SetResults({})
        self.shares: list[Fraction] = []
        """One for each deal, in the order in which they were complete."""
        self._won = self._drawn = self._lost = 0

    def add(self, result: BoardResult) -> Fraction | None:
        """A board is over; the share of its deal, if that was the last rotation."""
        seating = self._spec.rotations[result.rotation]
        mine = [seat for seat, participant in enumerate(seating) if participant in self._mine]
        others = [seat for seat in range(len(seating)) if seat not in mine]
        self._count(result, mine)
        rotations = self._open.setdefault(result.board, {})
        rotations[result.rotation] = _share(self._spec, result, mine, others)
        if len(rotations) < len(self._spec.rotations):
            return None
        del self._open[result.board]
        share = sum(rotations.values(), Fraction()) / len(rotations)
        self.shares.append(share)
        self.results = self.results.plus(share)
        return share

    def standing(self, confidence: float = 0.95) -> Standing:
        """Where it stands now."""
        return Standing(
            deals=self.results.total,
            interval=confidence_interval(self.results, confidence),
            won=self._won,
            drawn=self._drawn,
            lost=self._lost,
        )

    def _count(self, result: BoardResult, mine: Collection[int]) -> None:
        if not result.losers:
            self._drawn += 1
        elif any(seat in result.losers for seat in mine):
            self._lost += 1
        else:
            self._won += 1


def _share(
    spec: MatchSpec, result: BoardResult, mine: Collection[int], others: Collection[int]
) -> Fraction:
    """Everybody of mine against everybody else: 1 for a win, a half where nothing parts them."""
    if isinstance(spec.rules, BurakoRules):
        against = [
            HALF + HALF * ((other in result.losers) - (seat in result.losers))
            for seat in mine
            for other in others
        ]
    else:
        most = 2 * SURVIVED * spec.games_per_board
        against = [
            HALF + Fraction(result.points[seat] - result.points[other], most)
            for seat in mine
            for other in others
        ]
    return sum(against, Fraction()) / len(against)
