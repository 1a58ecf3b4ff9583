"""Knockout: a bracket is a value, and its state is a function of the results given so far.

Seeds stand where the best meet last: 1 and 2 in different halves, 1 to 4 in different quarters,
and so on.  Byes fall to the top seeds.  Nothing is stored on the way, so a corrected result
needs no undoing: give the corrected winners and look again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.pairing.common import CompetitorId, Message, PairingError, reason, refuse_duplicates


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


def bracket_state(bracket: Bracket, results: Results) -> tuple[MatchState, ...]:
    """Every match as it stands.  A winner who is not in the match is refused.

    After a double no-show nobody comes out of the match, and the next opponent walks over.
    """
    numbers = {match.number for match in bracket.matches}
    for number in results:
        if number not in numbers:
            raise PairingError("match_unknown", f"there is no match {number}")
    winners: dict[int, _Fate] = {}
    losers: dict[int, _Fate] = {}
    states: list[MatchState] = []
    for match in bracket.matches:
        a, b = (_fate(slot, winners, losers) for slot in (match.a, match.b))
        state = _state(match, a, b, results.get(match.number))
        states.append(state)
        winners[match.number] = _Fate(state.is_over, state.winner)
        losers[match.number] = _Fate(state.is_over, _loser(state, results.get(match.number)))
    return tuple(states)


def _loser(state: MatchState, result: CompetitorId | Outcome | None) -> CompetitorId | None:
    if not state.is_over or state.is_walkover or result is Outcome.DOUBLE_NO_SHOW:
        return None
    return state.b if state.winner == state.a else state.a


def _fate(slot: Slot, winners: Mapping[int, _Fate], losers: Mapping[int, _Fate]) -> _Fate:
    match slot:
        case Entrant(competitor, _):
            return _Fate(is_known=True, competitor=competitor)
        case WinnerOf(number):
            return winners[number]
        case LoserOf(number):
            return losers[number]


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
