"""Knockout: a bracket is a value, and its state is a function of the results given so far.

Seeds stand where the best meet last: 1 and 2 in different halves, 1 to 4 in different quarters,
and so on.  Byes fall to the top seeds.  Nothing is stored on the way, so a corrected result
moves nobody by hand; but it can bring someone else into later matches, whose results then are
not theirs.  ``correct_results`` says which fall away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.pairing.common import (
    CompetitorId,
    Message,
    PairingError,
    Who,
    reason,
    refuse_duplicates,
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A slot filled from the start."""

    competitor: CompetitorId
    seed: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """A slot waiting for a match's winner."""

    match: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    """A slot waiting for a match's loser (third place)."""

    match: int


Slot = Entrant | WinnerOf | LoserOf


class Outcome(Enum):
    """Results without a winner."""

    DOUBLE_NO_SHOW = "double_no_show"


Results = Mapping[int, CompetitorId | Outcome]
"""Match number to its winner, or to a double no-show."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the plan; ``round`` counts from 1, the third-place match shares the final's."""

    number: int
    round: int
    a: Slot
    b: Slot
    why: Message
    is_third_place: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole plan, before anything is played."""

    rounds: int
    matches: tuple[BracketMatch, ...]

    @property
    def final(self) -> BracketMatch:
        return next(m for m in reversed(self.matches) if not m.is_third_place)


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match of the plan as it stands: who is known, who won, whether it can be played."""

    match: BracketMatch
    a: CompetitorId | None
    b: CompetitorId | None
    winner: CompetitorId | None
    is_over: bool
    is_walkover: bool

    @property
    def is_ready(self) -> bool:
        """Both are known and it has not been played."""
        return self.a is not None and self.b is not None and not self.is_over


@dataclass(frozen=True, slots=True)
class DroppedResult:
    """A result that a correction made void, because others meet in that match now."""

    match: int
    result: CompetitorId | Outcome
    a: CompetitorId
    b: CompetitorId
    """Those who played it."""

    @property
    def why(self) -> Message:
        return reason("knockout.dropped", match=self.match, a=Who(self.a), b=Who(self.b))


@dataclass(frozen=True, slots=True)
class Correction:
    """What stands after a correction, and what does not."""

    kept: Results
    dropped: tuple[DroppedResult, ...]


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of a bracket to its bottom, for a power of two."""
    if size < 1 or size & (size - 1):
        raise PairingError("size_not_power_of_two", f"a full bracket has 2, 4, 8, ... not {size}")
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        # The better seed stays on its outer side, so that 1 stands at the top, 2 at the bottom.
        order = [
            seed
            for i, better in enumerate(order)
            for seed in ((better, total - better) if i % 2 == 0 else (total - better, better))
        ]
    return tuple(order)


def knockout(seeds: Sequence[CompetitorId], *, third_place: bool = False) -> Bracket:
    """The bracket for competitors in seeding order, best first."""
    refuse_duplicates(seeds)
    if len(seeds) < 2:
        raise PairingError("too_few_competitors", "a knockout needs two competitors or more")
    if third_place and len(seeds) < 4:
        raise PairingError("no_semi_finals", "a match for third place needs four competitors")
    size = 1 << (len(seeds) - 1).bit_length()
    line: list[Slot | None] = [
        Entrant(seeds[seed - 1], seed) if seed <= len(seeds) else None for seed in seed_order(size)
    ]
    matches: list[BracketMatch] = []
    rounds = size.bit_length() - 1
    for number in range(1, rounds + 1):
        if third_place and number == rounds:
            a, b = (LoserOf(slot.match) for slot in line if isinstance(slot, WinnerOf))
            third = reason("knockout.third_place")
            matches.append(BracketMatch(len(matches) + 1, number, a, b, third, is_third_place=True))
        line = [_joined(matches, number, line[i], line[i + 1]) for i in range(0, len(line), 2)]
    return Bracket(rounds, tuple(matches))


def _joined(
    matches: list[BracketMatch], number: int, a: Slot | None, b: Slot | None
) -> Slot | None:
    """The slot that two neighbours lead to: a match, or whoever has a bye."""
    if a is None or b is None:
        return a or b
    matches.append(BracketMatch(len(matches) + 1, number, a, b, _why(a, b)))
    return WinnerOf(len(matches))


def _why(a: Slot, b: Slot) -> Message:
    if isinstance(a, Entrant) and isinstance(b, Entrant):
        return reason("knockout.seeds", a=a.seed, b=b.seed)
    return reason("knockout.advance", a=(_origin(a),), b=(_origin(b),))


def _origin(slot: Slot) -> Message:
    if isinstance(slot, Entrant):
        return reason("knockout.seed", seed=slot.seed)
    return reason("knockout.winner_of", match=slot.match)


@dataclass(frozen=True, slots=True)
class _Fate:
    """What is known about a slot: decided or not, and by whom it is filled (perhaps nobody)."""

    is_known: bool
    competitor: CompetitorId | None = None


class _Fates:
    """What the matches so far, in the order of the plan, say about later slots."""

    def __init__(self) -> None:
        self._winners: dict[int, _Fate] = {}
        self._losers: dict[int, _Fate] = {}

    def learn(self, state: MatchState, result: CompetitorId | Outcome | None) -> None:
        number = state.match.number
        self._winners[number] = _Fate(state.is_over, state.winner)
        self._losers[number] = _Fate(state.is_over, _loser(state, result))

    def of(self, match: BracketMatch) -> tuple[_Fate, _Fate]:
        return self._slot(match.a), self._slot(match.b)

    def _slot(self, slot: Slot) -> _Fate:
        match slot:
            case Entrant(competitor, _):
                return _Fate(is_known=True, competitor=competitor)
            case WinnerOf(number):
                return self._winners[number]
            case LoserOf(number):
                return self._losers[number]


def bracket_state(bracket: Bracket, results: Results) -> tuple[MatchState, ...]:
    """Every match as it stands.  A winner who is not in the match is refused.

    After a double no-show nobody comes out of the match, and the next opponent walks over.
    """
    numbers = {match.number for match in bracket.matches}
    for number in results:
        if number not in numbers:
            raise PairingError("match_unknown", f"there is no match {number}")
    fates = _Fates()
    states: list[MatchState] = []
    for match in bracket.matches:
        result = results.get(match.number)
        states.append(_state(match, *fates.of(match), result))
        fates.learn(states[-1], result)
    return tuple(states)


def correct_results(
    bracket: Bracket,
    results: Results,
    corrections: Mapping[int, CompetitorId | Outcome | None],
) -> Correction:
    """Put in the corrected results (None takes one back) and drop what they make void.

    A later result is kept if the same two still meet in its match.  Corrections are refused like
    results: someone who does not play the match cannot have won it.
    """
    before = {state.match.number: state for state in bracket_state(bracket, results)}
    for number in corrections:
        if number not in before:
            raise PairingError("match_unknown", f"there is no match {number}")
    kept: dict[int, CompetitorId | Outcome] = {}
    dropped: list[DroppedResult] = []
    fates = _Fates()
    for match in bracket.matches:
        was, now = before[match.number], fates.of(match)
        result = corrections.get(match.number, results.get(match.number))
        if (
            result is not None
            and match.number not in corrections
            and was.a is not None
            and was.b is not None
            and (was.a, was.b) != tuple(fate.competitor for fate in now)
        ):
            dropped.append(DroppedResult(match.number, result, was.a, was.b))
            result = None
        fates.learn(_state(match, *now, result), result)
        if result is not None:
            kept[match.number] = result
    return Correction(kept, tuple(dropped))


def _loser(state: MatchState, result: CompetitorId | Outcome | None) -> CompetitorId | None:
    if not state.is_over or state.is_walkover or result is Outcome.DOUBLE_NO_SHOW:
        return None
    return state.b if state.winner == state.a else state.a


def _state(
    match: BracketMatch, a: _Fate, b: _Fate, result: CompetitorId | Outcome | None
) -> MatchState:
    both_known = a.is_known and b.is_known
    if both_known and (a.competitor is None or b.competitor is None):
        if result is not None:
            raise PairingError("match_is_walkover", f"match {match.number} has no two opponents")
        through = b.competitor if a.competitor is None else a.competitor
        return MatchState(
            match, a.competitor, b.competitor, through, is_over=True, is_walkover=True
        )
    if result is None:
        return MatchState(match, a.competitor, b.competitor, None, is_over=False, is_walkover=False)
    if not both_known:
        raise PairingError("match_not_ready", f"match {match.number} has no two opponents yet")
    if result is Outcome.DOUBLE_NO_SHOW:
        return MatchState(match, a.competitor, b.competitor, None, is_over=True, is_walkover=False)
    if result not in (a.competitor, b.competitor):
        raise PairingError("winner_not_in_match", f"{result!r} does not play match {match.number}")
    return MatchState(match, a.competitor, b.competitor, result, is_over=True, is_walkover=False)
