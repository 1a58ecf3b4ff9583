"""The book of a match: entries are only ever added, and everything else follows from them.

book = Book(SEED_RULES, seats=4)
book = book.judge(Entry("a1", "hand", {"number": 1, "sheet": {...}}))   # or BookRefusedError
book.progress.totals, book.status, book.confirmed

A book is a value: `judge` returns the next one and leaves this one as it was.  Nothing that was
written is overwritten: a correction adds a version of its hand, an undo leaves the undone
version behind, marked as such.  There are no people in here either: who may speak
for a side is the caller's business.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Self

from scoring.burako.book_codes import BOOK_TEMPLATES, BookCode
from scoring.burako.book_entries import (
    HANDS_MAX,
    Confirmation,
    Content,
    Correction,
    Entry,
    EntryKind,
    NewHand,
    Objection,
    Reopening,
    ReopeningAnswer,
    Settlement,
    TimeUp,
    Undo,
    WrittenHand,
    read_entry,
)
from scoring.burako.match import MatchProgress, match_progress
from scoring.burako.rule_set import BurakoRuleSet
from scoring.messages import Message, message


class BookRefusedError(Exception):
    """An entry does not fit what has been written before; `message` says why."""

    def __init__(self, code: BookCode, /, **params: int) -> None:
        self.message: Message = message(BOOK_TEMPLATES, code, **params)
        super().__init__(self.message.text())

    @property
    def code(self) -> str:
        """The stable name of the reason."""
        return str(self.message.code)


class BookStatus(StrEnum):
    """Where a match is on its way to counting."""

    PLAYING = "playing"
    FINISHED = "finished"
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class HandVersion:
    """One version of one hand; `seq` is the place of the entry that wrote it.

    Versions of a hand are numbered from 1 and a number is never given twice, even after an
    undo: whoever saw version 2 must not take another version 2 for it.
    """

    number: int
    version: int
    seq: int
    hand: WrittenHand
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to the hands that can be undone, and what was there before it."""

    entry: str
    seq: int
    kind: EntryKind
    number: int | None
    hands_before: tuple[HandVersion, ...]
    time_before: bool


@dataclass(frozen=True, slots=True)
class Dispute:
    """What one side says a hand was, beside what is written."""

    id: str
    seq: int
    side: int
    number: int
    hand: WrittenHand
    reason: str


@dataclass(frozen=True, slots=True)
class ReopenRequest:
    """One side wants to open a confirmed match again."""

    id: str
    seq: int
    side: int
    reason: str


@dataclass(frozen=True)
class Book:
    """Everything that follows from the entries so far."""

    rules: BurakoRuleSet
    seats: int
    first_starter: int = 0
    seq: int = 0  # how many entries there are
    changed_seq: int = 0  # the last entry that changed hands
    hands: tuple[HandVersion, ...] = ()  # the current version of each
    versions: tuple[HandVersion, ...] = ()  # all that were ever written
    undone: frozenset[int] = frozenset()  # the places of the changes that were taken back
    time_is_up: bool = False
    changes: tuple[Change, ...] = field(default=(), repr=False)
    confirmed: tuple[bool, bool] = (False, False)
    dispute: Dispute | None = None
    reopen: ReopenRequest | None = None

    @classmethod
    def replay(
        cls, rules: BurakoRuleSet, entries: Iterable[Entry], *, seats: int, first_starter: int = 0
    ) -> Self:
        """The book of entries that were accepted before; they are not judged again."""
        book = cls(rules, seats, first_starter)
        for entry in entries:
            content = read_entry(rules, entry.kind, entry.payload, seats=seats, judged=True)
            book = book.write(entry.id, content)
        return book

    def judge(self, entry: Entry) -> Self:
        """The book with this entry, or `EntryRefusedError`, or `BookRefusedError`."""
        content = read_entry(self.rules, entry.kind, entry.payload, seats=self.seats)
        return self.write(entry.id, content)

    @cached_property
    def progress(self) -> MatchProgress:
        """The score, recounted from the current hands (2F)."""
        totals = [version.hand.score.totals for version in self.hands]
        return match_progress(
            self.rules,
            totals,
            seats=self.seats,
            first_starter=self.first_starter,
            time_is_up=self.time_is_up,
        )

    @property
    def status(self) -> BookStatus:
        """A dispute outweighs the end of the match: it has to be seen first."""
        if all(self.confirmed):
            return BookStatus.CONFIRMED
        if self.dispute is not None:
            return BookStatus.DISPUTED
        return BookStatus.FINISHED if self.progress.is_over else BookStatus.PLAYING

    @property
    def undoable(self) -> Change | None:
        """What an undo would take back now."""
        return self.changes[-1] if self.changes and not all(self.confirmed) else None

    def write(self, entry_id: str, content: Content) -> Self:  # noqa: PLR0911 - one per kind
        """The book with an entry that has been read, or `BookRefusedError`."""
        match content:
            case NewHand():
                return self._hand(entry_id, content)
            case Correction():
                return self._correct(entry_id, content)
            case Undo():
                return self._undo(content)
            case TimeUp():
                return self._time_up(entry_id)
            case Confirmation():
                return self._confirm(content)
            case Objection():
                return self._object(entry_id, content)
            case Settlement():
                return self._settle(entry_id, content)
            case Reopening():
                return self._reopen(entry_id, content)
            case ReopeningAnswer():
                return self._answer_reopening(content)

    def _hand(self, entry_id: str, new: NewHand) -> Self:
        self._require_open()
        expected = len(self.hands) + 1
        if new.number != expected:
            raise BookRefusedError(BookCode.STALE_HAND, number=new.number, expected=expected)
        if self.progress.is_over or expected > HANDS_MAX:
            raise BookRefusedError(BookCode.MATCH_OVER)
        version = self._next_version(new.number, new.hand)
        return self._changed(entry_id, EntryKind.HAND, version, (*self.hands, version))

    def _correct(self, entry_id: str, correction: Correction) -> Self:
        self._require_open()
        number, hand = correction.number, correction.hand
        current = self._current(number)
        if current.version != correction.version:
            raise BookRefusedError(BookCode.WRONG_VERSION, number=number)
        self._require_undisputed(number)
        return self._put(entry_id, EntryKind.CORRECT, number, hand, correction.reason)

    def _put(
        self, entry_id: str, kind: EntryKind, number: int, hand: WrittenHand, reason: str
    ) -> Self:
        """The book with another version of a hand that is there."""
        if self._current(number).hand == hand:
            raise BookRefusedError(BookCode.NOTHING_CHANGED, number=number)
        version = self._next_version(number, hand, reason)
        hands = (*self.hands[: number - 1], version, *self.hands[number:])
        return self._changed(entry_id, kind, version, hands)

    def _undo(self, undo: Undo) -> Self:
        self._require_open()
        change = self.undoable
        if change is None:
            raise BookRefusedError(BookCode.NOTHING_TO_UNDO)
        if change.entry != undo.entry:
            raise BookRefusedError(BookCode.STALE_UNDO)
        if change.number is not None:
            self._require_undisputed(change.number)
        return replace(
            self._after_change(),
            hands=change.hands_before,
            time_is_up=change.time_before,
            changes=self.changes[:-1],
            undone=self.undone | {change.seq},
        )

    def _time_up(self, entry_id: str) -> Self:
        self._require_open()
        if self.rules.time_limit_minutes is None:
            raise BookRefusedError(BookCode.TIME_NOT_LIMITED)
        if not self.hands:
            raise BookRefusedError(BookCode.NO_HANDS)
        if self.progress.is_over:
            raise BookRefusedError(BookCode.MATCH_OVER)
        change = self._change(entry_id, EntryKind.TIME_UP, None)
        return replace(self._after_change(), time_is_up=True, changes=(*self.changes, change))

    def _confirm(self, confirmation: Confirmation) -> Self:
        self._require_open()
        if self.dispute is not None:
            raise BookRefusedError(BookCode.DISPUTE_OPEN, number=self.dispute.number)
        if confirmation.seen != self.changed_seq:
            raise BookRefusedError(BookCode.STALE_CONFIRM)
        if not self.progress.is_over:
            raise BookRefusedError(BookCode.MATCH_NOT_OVER)
        if self.confirmed[confirmation.side]:
            raise BookRefusedError(BookCode.ALREADY_CONFIRMED)
        first, second = self.confirmed
        confirmed = (True, second) if confirmation.side == 0 else (first, True)
        return replace(self, seq=self.seq + 1, confirmed=confirmed)

    def _object(self, entry_id: str, objection: Objection) -> Self:
        self._require_open()
        if self.dispute is not None:
            raise BookRefusedError(BookCode.DISPUTE_OPEN, number=self.dispute.number)
        number = objection.number
        if self._current(number).hand.sheet == objection.hand.sheet:
            raise BookRefusedError(BookCode.NOTHING_CHANGED, number=number)
        seq = self.seq + 1
        dispute = Dispute(entry_id, seq, objection.side, number, objection.hand, objection.reason)
        # Who objects confirms no longer, and what the other side confirmed is in question.
        return replace(self, seq=seq, dispute=dispute, confirmed=(False, False))

    def _settle(self, entry_id: str, settlement: Settlement) -> Self:
        dispute = self.dispute
        if dispute is None or dispute.id != settlement.dispute:
            raise BookRefusedError(BookCode.NO_SUCH_DISPUTE)
        if not settlement.accept:
            return replace(self, seq=self.seq + 1, dispute=None)
        accepted = self._put(
            entry_id, EntryKind.SETTLE, dispute.number, dispute.hand, dispute.reason
        )
        return replace(accepted, dispute=None)

    def _reopen(self, entry_id: str, reopening: Reopening) -> Self:
        if not all(self.confirmed):
            raise BookRefusedError(BookCode.NOT_CONFIRMED)
        if self.reopen is not None:
            raise BookRefusedError(BookCode.REOPEN_ASKED)
        seq = self.seq + 1
        request = ReopenRequest(entry_id, seq, reopening.side, reopening.reason)
        return replace(self, seq=seq, reopen=request)

    def _answer_reopening(self, answer: ReopeningAnswer) -> Self:
        if self.reopen is None:
            raise BookRefusedError(BookCode.REOPEN_NOT_ASKED)
        if answer.agree and answer.side == self.reopen.side:
            raise BookRefusedError(BookCode.REOPEN_NEEDS_OTHER_SIDE)
        confirmed = (False, False) if answer.agree else self.confirmed
        return replace(self, seq=self.seq + 1, reopen=None, confirmed=confirmed)

    def _require_open(self) -> None:
        if all(self.confirmed):
            raise BookRefusedError(BookCode.CONFIRMED)

    def _require_undisputed(self, number: int) -> None:
        if self.dispute is not None and self.dispute.number == number:
            raise BookRefusedError(BookCode.DISPUTE_OPEN, number=number)

    def _current(self, number: int) -> HandVersion:
        if number > len(self.hands):
            raise BookRefusedError(BookCode.NO_SUCH_HAND, number=number)
        return self.hands[number - 1]

    def _next_version(self, number: int, hand: WrittenHand, reason: str = "") -> HandVersion:
        earlier = sum(version.number == number for version in self.versions)
        return HandVersion(number, earlier + 1, self.seq + 1, hand, reason)

    def _change(self, entry_id: str, kind: EntryKind, number: int | None) -> Change:
        return Change(entry_id, self.seq + 1, kind, number, self.hands, self.time_is_up)

    def _after_change(self) -> Self:
        """Any change to the hands clears the confirmations: they were about something else."""
        seq = self.seq + 1
        return replace(self, seq=seq, changed_seq=seq, confirmed=(False, False))

    def _changed(
        self, entry_id: str, kind: EntryKind, version: HandVersion, hands: tuple[HandVersion, ...]
    ) -> Self:
        change = self._change(entry_id, kind, version.number)
        return replace(
            self._after_change(),
            hands=hands,
            versions=(*self.versions, version),
            changes=(*self.changes, change),
        )
