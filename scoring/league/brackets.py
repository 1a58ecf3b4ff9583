"""Knockouts and play-offs: the bracket as it stands, worked out from the meetings.

A meeting counts in the bracket only while the same two still meet there.  So a corrected result
moves whoever it has to move, and later results of others fall away by themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.league.records import (
    DraftBye,
    DraftPairing,
    EntryId,
    Meeting,
    Reached,
    entry_of,
)
from scoring.league.words import say
from scoring.messages import CompetitorId, Message, Who
from scoring.pairing import (
    Bracket,
    BracketMatch,
    MatchState,
    Outcome,
    bracket_state,
    knockout,
)
from scoring.pairing import Entrant as SeededSlot
from scoring.standings import Forfeit, Played

FEWEST_FOR_THIRD_PLACE = 4


def bracket_of(seeds: Sequence[EntryId], *, third_place: bool) -> Bracket:
    """The plan for these, best first; without semi-finals nobody plays for third place."""
    return knockout(seeds, third_place=third_place and len(seeds) >= FEWEST_FOR_THIRD_PLACE)


@dataclass(frozen=True)
class BracketBook:
    """A bracket, what was drawn in it, and who has left."""

    bracket: Bracket
    meetings: tuple[Meeting, ...]
    gone: frozenset[EntryId]
    """Withdrawn or disqualified: the opponent goes through, wherever no result stands."""
    annulled: frozenset[EntryId] = frozenset()
    """Those of them whose results count for nobody."""

    @cached_property
    def _drawn(self) -> Mapping[int, Sequence[Meeting]]:
        drawn: defaultdict[int, list[Meeting]] = defaultdict(list)
        for meeting in self.meetings:
            if meeting.bracket_match is not None and not meeting.is_off:
                drawn[meeting.bracket_match].append(meeting)
        return drawn

    @cached_property
    def states(self) -> tuple[MatchState, ...]:
        """Every match as it stands; round by round, for each says who meets in the next."""
        results: dict[int, CompetitorId | Outcome] = {}
        states = bracket_state(self.bracket, results)
        for number in range(1, self.bracket.rounds + 1):
            for state in states:
                if state.match.round == number and (winner := self._outcome(state)) is not None:
                    results[state.match.number] = winner
            states = bracket_state(self.bracket, results)
        return states

    def meeting_of(self, state: MatchState) -> Meeting | None:
        """What was drawn for this match, if those drawn are those who meet there now."""
        both = {state.a, state.b}
        return next((m for m in self._drawn.get(state.match.number, ()) if m.both == both), None)

    def _outcome(self, state: MatchState) -> CompetitorId | Outcome | None:
        if state.a is None or state.b is None:
            return None
        meeting = self.meeting_of(state)
        winner = None if meeting is None else _won(state, meeting)
        if winner is None:
            return self._went_through(state) or _present(state, self.gone)
        if winner in self.annulled and winner not in self._later(state.match, played=True):
            return _present(state, self.annulled)
        return winner

    def _went_through(self, state: MatchState) -> CompetitorId | None:
        """If both have left by now, but one of them only after having gone on: that one."""
        if not {state.a, state.b} <= self.gone:
            return None
        return next((one for one in (state.a, state.b) if one in self._later(state.match)), None)

    def _later(self, match: BracketMatch, *, played: bool = False) -> set[CompetitorId]:
        """Whoever was drawn for what follows a match; only if something came of it, if so asked."""
        rounds = {m.number: m.round for m in self.bracket.matches if not m.is_third_place}
        return {
            one
            for number, meetings in self._drawn.items()
            if rounds.get(number, 0) > match.round
            for meeting in meetings
            if meeting.result is not None or not played
            for one in meeting.both
        }

    @property
    def strays(self) -> tuple[Meeting, ...]:
        """Meetings drawn for a match in which by now others meet, or nobody knows who."""
        holding = {
            meeting.id for state in self.states if (meeting := self.meeting_of(state)) is not None
        }
        return tuple(
            m
            for m in self.meetings
            if m.bracket_match is not None and not m.is_off and m.id not in holding
        )

    @property
    def to_draw(self) -> tuple[MatchState, ...]:
        """Matches that can be played and have not been drawn, of the earliest round with any."""
        ready = [s for s in self.states if s.is_ready and self.meeting_of(s) is None]
        earliest = min((state.match.round for state in ready), default=0)
        return tuple(state for state in ready if state.match.round == earliest)

    @property
    def level(self) -> Meeting | None:
        """A meeting that ended without anybody going through, if there is one."""
        for state in self.states:
            meeting = self.meeting_of(state) if state.is_ready else None
            if meeting is not None and meeting.result is not None:
                return meeting
        return None

    @property
    def is_over(self) -> bool:
        return all(state.is_over for state in self.states)

    def not_ready(self) -> Message | None:
        """Why nothing can be drawn now."""
        if self.to_draw:
            return None
        if self.is_over:
            return say("league.bracket_over")
        if (level := self.level) is not None:
            return say("league.bracket_level", a=Who(level.first), b=Who(level.second))
        waiting = sum(state.is_ready for state in self.states)
        return say("league.bracket_waits", count=waiting)

    def draft(
        self, reasons: Mapping[CompetitorId, Message] | None = None
    ) -> tuple[tuple[DraftPairing, ...], tuple[DraftBye, ...]]:
        """Everything that can be drawn; ``reasons`` are added to the matches of those they are
        about.  Who has no opponent in the first round is told so when that is drawn."""
        more = reasons or {}
        pairings = []
        for state in self.to_draw:
            a, b = entry_of(state.a), entry_of(state.b)
            why = (state.match.why, *(more[one] for one in (a, b) if one in more))
            pairings.append(
                DraftPairing(first=a, second=b, reasons=why, bracket_match=state.match.number)
            )
        byes = () if self._drawn else tuple(self._first_byes())
        return tuple(pairings), byes

    def _first_byes(self) -> Iterable[DraftBye]:
        for match in self.bracket.matches:
            for slot in (match.a, match.b):
                if isinstance(slot, SeededSlot) and match.round > 1:
                    why = say("league.bracket_bye", who=Who(slot.competitor))
                    yield DraftBye(entry=entry_of(slot.competitor), reasons=(why,))

    @property
    def ranking(self) -> tuple[Reached, ...]:
        """Who came how far, best first.  Who is still in has no place yet; those whose results
        were annulled have none any more, and come last."""
        reached: dict[CompetitorId, Reached] = {}
        for slot in sorted(self._seeded, key=lambda slot: slot.seed):
            why = say("league.still_in", who=Who(slot.competitor))
            entry = entry_of(slot.competitor)
            reached[entry] = Reached(entry=entry, rank=None, why=why)
        in_order = sorted(self.states, key=lambda state: state.match.is_third_place)
        for state in in_order:
            if state.is_over:
                for one in (state.a, state.b):
                    if one is not None and (after := self._after(state, one)) is not None:
                        reached[one] = after
        for one in reached.keys() & self.annulled:
            why = say("league.annulled", who=Who(one))
            reached[one] = Reached(entry=entry_of(one), rank=None, why=why)
        in_order_of_places = sorted(reached.values(), key=lambda one: one.rank or 0)
        return tuple(sorted(in_order_of_places, key=lambda one: one.entry in self.annulled))

    @property
    def _seeded(self) -> Iterable[SeededSlot]:
        slots = (slot for match in self.bracket.matches for slot in (match.a, match.b))
        return (slot for slot in slots if isinstance(slot, SeededSlot))

    def _after(self, state: MatchState, one: CompetitorId) -> Reached | None:
        """Where a match that is over leaves one of its two; nowhere yet if they go on."""
        won, is_final = state.winner == one, state.match.number == self.bracket.final.number
        places = 2 ** (self.bracket.rounds - state.match.round)
        who = Who(one)
        if state.match.is_third_place:
            rank, why = (
                (3, say("league.third", who=who)) if won else (4, say("league.fourth", who=who))
            )
        elif is_final:
            rank, why = (
                (1, say("league.won", who=who)) if won else (2, say("league.runner_up", who=who))
            )
        elif won:
            return None
        else:
            rank, why = places + 1, say("league.out", who=who, round=state.match.round)
        return Reached(entry=entry_of(one), rank=rank, why=why)


def _won(state: MatchState, meeting: Meeting) -> CompetitorId | Outcome | None:
    """Who goes through by the result of a meeting; None if it says nothing."""
    match meeting.result:
        case Played(winner=winner):
            return winner
        case Forfeit(absent=absent):
            return _present(state, absent)
        case _:
            return None


def _present(state: MatchState, absent: frozenset[CompetitorId]) -> CompetitorId | Outcome | None:
    """Who goes through if these are not there; None if both are."""
    there = [one for one in (state.a, state.b) if one not in absent]
    if len(there) == 2:
        return None
    return there[0] if there else Outcome.DOUBLE_NO_SHOW
