"""A league as a value: its tables, its bracket, and what can be drawn next.

Nothing is remembered but what happened, so a book corrected later is the book that was right from
the start, and the order in which results came in is nowhere to be found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from scoring.league.brackets import BracketBook, bracket_of
from scoring.league.conflicts import between_groups, conflicts_history, without_absent
from scoring.league.everybody import EverybodyMeets, together
from scoring.league.records import (
    DraftRound,
    Entrant,
    EntryId,
    Format,
    Meeting,
    Reached,
    Rest,
    Stage,
    Terms,
    entry_of,
)
from scoring.league.swiss import swiss_entrants, swiss_history, swiss_round
from scoring.league.words import say
from scoring.messages import CompetitorId, Message
from scoring.pairing import (
    Bracket,
    Fixed,
    MatchState,
    PlayOffs,
    play_offs,
    round_conflicts,
)
from scoring.standings import (
    Adjustment,
    Bye,
    Entry,
    Pending,
    Result,
    Standings,
    Status,
    metrics_by_code,
    standings,
)
from scoring.standings.ledger import ledger_of


@dataclass(frozen=True)
class LeagueBook:
    """Everything that happened, in published rounds; drafts too, if whoever asks draws them."""

    terms: Terms
    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...] = ()
    rests: tuple[Rest, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    play_off_seeds: tuple[EntryId, ...] = ()
    """Everybody in the bracket in order of seeds, once its first round is drawn."""

    # --- tables --------------------------------------------------------------------------

    def table(self, group: int | None = None) -> Standings:
        """Of the main stage: everybody's, or one group's."""
        members = [e for e in self._in_order if group is None or e.group == group]
        return standings(
            [Entry(entrant.entry, entrant.status) for entrant in members],
            self._results(frozenset(entrant.entry for entrant in members)),
            scheme=self.terms.scheme,
            metrics=metrics_by_code(("points", *self.terms.tie_breaks)),
            adjustments=self._adjustments(members),
        )

    def tables(self) -> dict[int | None, Standings]:
        """One, or one of each group; none of a knockout, which has a bracket."""
        if self.terms.format is Format.KNOCKOUT:
            return {}
        if self.terms.format is Format.GROUPS:
            return {group: self.table(group) for group in self._groups}
        return {None: self.table()}

    def until(self, number: int) -> LeagueBook:
        """The book when this round was the last."""
        return replace(
            self,
            meetings=tuple(m for m in self.meetings if m.round <= number),
            rests=tuple(rest for rest in self.rests if rest.round <= number),
        )

    def _results(self, members: frozenset[EntryId]) -> list[Result]:
        """Among these.  Only Swiss draws give points for a round without an opponent: elsewhere
        everybody has as many, or the bracket simply goes on."""
        results: list[Result] = [
            meeting.result or Pending(meeting.first, meeting.second)
            for meeting in self.meetings
            if meeting.stage is Stage.MAIN and not meeting.is_off and meeting.both <= members
        ]
        if self.terms.format is Format.SWISS:
            results += [Bye(rest.entry, rest.asked_for) for rest in self.rests]
        return results

    def _adjustments(self, members: Sequence[Entrant]) -> list[Adjustment]:
        known = {entrant.entry for entrant in members}
        return [a for a in self.adjustments if a.competitor in known]

    @cached_property
    def _in_order(self) -> tuple[Entrant, ...]:
        return tuple(sorted(self.entrants, key=lambda e: (e.seed, e.entry)))

    @property
    def _groups(self) -> list[int]:
        return sorted({e.group for e in self.entrants if e.group is not None})

    # --- brackets ------------------------------------------------------------------------

    @cached_property
    def bracket_book(self) -> BracketBook | None:
        """The bracket with what was drawn in it, once its first round is drawn."""
        if len(self.play_off_seeds) < 2:
            return None
        return self._bracket_book(self.play_off_seeds)

    def bracket(self) -> Bracket | None:
        """The plan of a knockout or of the play-offs, once drawn."""
        return self.bracket_book.bracket if self.bracket_book is not None else None

    def bracket_states(self) -> tuple[MatchState, ...]:
        """Every match of the bracket as it stands."""
        return self.bracket_book.states if self.bracket_book is not None else ()

    def strays(self) -> tuple[Meeting, ...]:
        """Meetings of the bracket that a correction has left without a place in it."""
        return self.bracket_book.strays if self.bracket_book is not None else ()

    def bracket_moved(self, number: int) -> Message | None:
        """That others belong into this round of the bracket than those drafted for it, if so:
        those who have won, and in the first round those whom the groups send there."""
        if any(meeting.round == number for meeting in self.strays()):
            return say("league.bracket_moved")
        drawn = [m.round for m in self.meetings if m.bracket_match is not None]
        is_first = self.terms.format is Format.GROUPS and number == min(drawn, default=0)
        if is_first and self._sent != frozenset(self.play_off_seeds):
            return say("league.bracket_moved")
        return None

    @property
    def _sent(self) -> frozenset[CompetitorId]:
        """Whom the groups send to the play-offs, in whatever order."""
        crossing = self.qualified()
        return frozenset(q.competitor for q in crossing.qualifiers) if crossing else frozenset()

    def final_ranking(self) -> tuple[Reached, ...]:
        """Of a knockout or of the play-offs: who came how far."""
        return self.bracket_book.ranking if self.bracket_book is not None else ()

    def _bracket_book(self, seeds: Sequence[EntryId]) -> BracketBook:
        return BracketBook(
            bracket_of(seeds, third_place=self.terms.third_place),
            tuple(m for m in self.meetings if m.stage is self._bracket_stage),
            frozenset(e.entry for e in self.entrants if not e.is_active),
            self._annulled,
        )

    @property
    def _bracket_stage(self) -> Stage:
        return Stage.MAIN if self.terms.format is Format.KNOCKOUT else Stage.PLAY_OFFS

    def qualified(self) -> PlayOffs | None:
        """Whom the groups, as they stand, send to the play-offs; the withdrawn make room."""
        active = {e.entry for e in self.entrants if e.is_active}
        rankings = [
            [row.competitor for row in table.rows if row.competitor in active]
            for table in self.tables().values()
        ]
        places = min([self.terms.qualifiers, *map(len, rankings)])
        if places * len(rankings) < 2:
            return None
        crossing = play_offs(rankings, places)
        seeds = [entry_of(qualifier.competitor) for qualifier in crossing.qualifiers]
        return replace(crossing, bracket=bracket_of(seeds, third_place=self.terms.third_place))

    # --- what is still to come -----------------------------------------------------------

    @property
    def last_round(self) -> int:
        """The highest number drawn so far; 0 before the first."""
        met = max((meeting.round for meeting in self.meetings), default=0)
        return max(met, max((rest.round for rest in self.rests), default=0))

    def undecided(self) -> tuple[Meeting, ...]:
        """Meetings of the main stage without a final result, that somebody could still give."""
        return tuple(
            m
            for m in self.meetings
            if m.stage is Stage.MAIN
            and m.result is None
            and not m.is_off
            and self._annulled.isdisjoint(m.both)
        )

    def rounds_in_all(self) -> int | None:
        """As far as is known now; None if a Swiss league is open-ended."""
        match self.terms.format:
            case Format.SWISS:
                return max(self.terms.rounds, self.last_round) if self.terms.rounds else None
            case Format.KNOCKOUT:
                return max(self._bracket_rounds(self._active_count), self.last_round)
            case Format.GROUPS:
                groups = max((g.rounds_planned for g in self._everybody()), default=0)
                main = [m.round for m in self.meetings if m.stage is Stage.MAIN]
                play_offs = self._bracket_rounds(self.terms.groups * self.terms.qualifiers)
                return max(max([groups, *main]) + play_offs, self.last_round)
            case _:
                return max([self.last_round, *(g.rounds_planned for g in self._everybody())])

    def _bracket_rounds(self, count: int) -> int:
        bracket = self.bracket()
        return bracket.rounds if bracket is not None else max(count - 1, 0).bit_length()

    def is_complete(self) -> bool:
        """Whether everything is drawn and decided."""
        if self.terms.format in (Format.KNOCKOUT, Format.GROUPS):
            return self.bracket_book is not None and self.bracket_book.is_over
        if not self.meetings or self.undecided():
            return False
        if self.terms.format is Format.SWISS:
            return 0 < self.terms.rounds <= self.last_round
        return not any(group.left() for group in self._everybody())

    def first_of_all(self) -> EntryId | None:
        """Who stands first alone: of a bracket once its final is decided, else of the table."""
        if self.bracket_book is not None:
            firsts = [one.entry for one in self.final_ranking() if one.rank == 1]
        else:
            rows = [row for table in self.tables().values() for row in table.rows]
            firsts = [entry_of(row.competitor) for row in rows if row.rank == 1]
        return firsts[0] if len(firsts) == 1 else None

    def not_ready(self) -> Message | None:
        """Why nothing can be drawn now; None if something can."""
        if self.bracket_book is not None:
            return self.bracket_book.not_ready()
        if self._active_count < 2:
            return say("league.too_few")
        if self.terms.format is Format.SWISS:
            return self._swiss_not_ready()
        if self.terms.format is Format.KNOCKOUT or any(g.left() for g in self._everybody()):
            return None
        if self.terms.format is Format.GROUPS:
            return self._play_offs_not_ready()
        return say("league.all_drawn")

    def _play_offs_not_ready(self) -> Message | None:
        if undecided := len(self.undecided()):
            return say("league.groups_undecided", count=undecided)
        return None if self.qualified() else say("league.too_few_qualifiers")

    def _swiss_not_ready(self) -> Message | None:
        if 0 < self.terms.rounds <= self.last_round:
            return say("league.all_drawn")
        if waiting := sum(not meeting.is_postponed for meeting in self.undecided()):
            return say("league.results_missing", count=waiting)
        return None

    def next_rounds(self, *, fixed: Sequence[Fixed] = ()) -> tuple[DraftRound, ...]:
        """What can be drawn now: a Swiss round, all rounds left of a round robin, the matches of a
        bracket for which both sides are known.  ``fixed`` are the organizer's wishes for a Swiss
        round."""
        if self.not_ready() is not None:
            return ()
        number = self.last_round + 1
        if self.bracket_book is not None or self.terms.format is Format.KNOCKOUT:
            return (self._bracket_round(number),)
        if self.terms.format is Format.SWISS:
            history = swiss_history(self.meetings, self.rests)
            return (swiss_round(number, self._in_order, self._points, history, fixed),)
        groups = self._everybody()
        if any(group.left() for group in groups):
            return together([tuple(group.drafts(number)) for group in groups], number)
        return (self._bracket_round(number),)

    def conflicts(self, edited: Sequence[Fixed], number: int) -> tuple[Message, ...]:
        """What is odd about a round made by hand: shown, not forbidden.  In a bracket nothing
        is, for its first round may stand in any order and the rest follows; but a correction may
        have brought others into it."""
        if self.bracket_book is not None:
            moved = self.bracket_moved(number)
            return () if moved is None else (moved,)
        meetings = [m for m in self.meetings if m.round != number and not m.is_off]
        rests = [rest for rest in self.rests if rest.round != number]
        field = swiss_entrants(number, self._in_order, self._points)
        history = conflicts_history(self.terms, meetings, rests)
        return (
            *round_conflicts(without_absent(edited, self.entrants, number), field, history),
            *between_groups(edited, self.entrants),
        )

    def downfloater(self, first: EntryId, second: EntryId) -> EntryId | None:
        """Of two who are to meet in a Swiss league: who has more points, if one has."""
        a, b = self._points.get(first), self._points.get(second)
        if self.terms.format is not Format.SWISS or a is None or b is None or a == b:
            return None
        return first if a > b else second

    def _bracket_round(self, number: int) -> DraftRound:
        seeds = self.play_off_seeds
        reasons: dict[CompetitorId, Message] = {}
        if not seeds and self.terms.format is Format.KNOCKOUT:
            seeds = tuple(e.entry for e in self._in_order if e.is_active)
        elif not seeds and (crossing := self.qualified()) is not None:
            seeds = tuple(
                q.competitor for q in crossing.qualifiers if isinstance(q.competitor, int)
            )
            reasons = {q.competitor: q.why for q in crossing.qualifiers}
        pairings, byes = self._bracket_book(seeds).draft(reasons)
        return DraftRound(
            number=number, stage=self._bracket_stage, pairings=pairings, byes=byes,
            play_off_seeds=() if self.play_off_seeds else seeds,
        )  # fmt: skip

    def _everybody(self) -> list[EverybodyMeets]:
        if self.terms.format is Format.GROUPS:
            members = [[e for e in self._in_order if e.group == g] for g in self._groups]
        else:
            members = [list(self._in_order)]
        main = [m for m in self.meetings if m.stage is Stage.MAIN]
        return [EverybodyMeets(group, main, self.terms.cycles) for group in members]

    @cached_property
    def _annulled(self) -> frozenset[EntryId]:
        return frozenset(e.entry for e in self.entrants if e.status is Status.ANNULLED)

    @property
    def _active_count(self) -> int:
        return sum(entrant.is_active for entrant in self.entrants)

    @cached_property
    def _points(self) -> dict[CompetitorId, Fraction]:
        """As in the table, but without comparing anybody."""
        everybody = [Entry(e.entry, e.status) for e in self._in_order]
        results = self._results(frozenset(e.entry for e in self.entrants))
        ledger = ledger_of(everybody, results, self.terms.scheme, self.adjustments)
        return dict(ledger.points)
