"""The entries of a match's book: what may be written, read from foreign data.

Reading asks only whether an entry makes sense by itself; whether it fits what has been written
before is the book's question.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from scoring.burako.book_codes import BOOK_TEMPLATES, BookCode
from scoring.burako.codes import TEMPLATES
from scoring.burako.hand import HandScore, HandSheet
from scoring.burako.rule_set import BurakoRuleSet
from scoring.burako.sheet import SIDES, read_sheet, sheet_as_dict
from scoring.burako.tile_hand import read_tile_hand
from scoring.reading import Reader
from scoring.refusal import FieldError, RefusedError

REASON_MAX_LENGTH: Final = 200
ID_MAX_LENGTH: Final = 64
HANDS_MAX: Final = 1_000  # as many as any rule set's hand limit may be
ENTRIES_MAX: Final = 1_000_000


class EntryKind(StrEnum):
    """What can be written into a book."""

    HAND = "hand"
    CORRECT = "correct"
    UNDO = "undo"
    TIME_UP = "time_up"
    CONFIRM = "confirm"
    DISPUTE = "dispute"
    SETTLE = "settle"
    REOPEN = "reopen"
    REOPEN_ANSWER = "reopen_answer"


class EntryRefusedError(RefusedError):
    """An entry makes no sense by itself; the fields are paths inside its payload."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as it is stored: `id` is made by whoever writes, `payload` is plain data."""

    id: str
    kind: str
    payload: object = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A hand that could be read; `tiles` is what it was counted from, if it was."""

    sheet: HandSheet
    score: HandScore
    tiles: object = None

    def as_payload(self) -> dict[str, object]:
        """The part of a payload that reads back to this hand."""
        return {"sheet": sheet_as_dict(self.sheet)} if self.tiles is None else {"tiles": self.tiles}


@dataclass(frozen=True, slots=True)
class NewHand:
    number: int
    hand: WrittenHand


@dataclass(frozen=True, slots=True)
class Correction:
    number: int
    version: int
    hand: WrittenHand
    reason: str


@dataclass(frozen=True, slots=True)
class Undo:
    entry: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The table says that the time is over."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    side: int
    seen: int


@dataclass(frozen=True, slots=True)
class Objection:
    side: int
    number: int
    hand: WrittenHand
    reason: str


@dataclass(frozen=True, slots=True)
class Settlement:
    dispute: str
    accept: bool


@dataclass(frozen=True, slots=True)
class Reopening:
    side: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReopeningAnswer:
    side: int
    agree: bool


Content = (
    NewHand
    | Correction
    | Undo
    | TimeUp
    | Confirmation
    | Objection
    | Settlement
    | Reopening
    | ReopeningAnswer
)
_HAND_FIELDS: Final = ("sheet", "tiles")
_READ: Final = {"sheet": read_sheet, "tiles": read_tile_hand}


def read_entry(
    rules: BurakoRuleSet, kind: str, payload: object, *, seats: int, judged: bool = False
) -> Content:
    """What an entry says, or `EntryRefusedError` with every fault at its field.

    `judged` as in `read_sheet`: for entries that were accepted before.
    """
    reading = _Reading(rules, seats, judged=judged)
    content = reading.content(kind, payload)
    if content is None or reading.reader.errors:
        raise EntryRefusedError(reading.reader.errors.result())
    return content


def payload_of(content: Content) -> dict[str, object]:
    """The plain form that is stored, which `read_entry` reads back to an equal content."""
    values: dict[str, object] = {
        name: getattr(content, name) for name in content.__slots__ if name != "hand"
    }
    match content:
        case NewHand(hand=hand) | Correction(hand=hand) | Objection(hand=hand):
            return {**values, **hand.as_payload()}
        case _:
            return values


def read_hand(
    rules: BurakoRuleSet, data: Mapping[str, object], *, seats: int, reader: Reader, judged: bool
) -> WrittenHand | None:
    """The hand inside ``{"sheet": …}`` or ``{"tiles": …}``; faults are noted below those names."""
    named = _named(reader, data)
    if named is None:
        return None
    value = data[named]
    reading = _READ[named](rules, value, seats=seats, judged=judged)
    reader.take(error.below(named) for error in reading.errors)
    if reading.errors or reading.sheet is None or reading.score is None:
        return None
    return WrittenHand(reading.sheet, reading.score, value if named == "tiles" else None)


def preview_hand(
    rules: BurakoRuleSet, data: object, *, seats: int
) -> tuple[HandScore | None, tuple[FieldError, ...]]:
    """What the hand inside ``{"sheet": …}`` or ``{"tiles": …}`` is worth, even while it cannot be
    true, and every objection."""
    reader = entry_reader()
    values = reader.fields("", data, (), _HAND_FIELDS)
    named = _named(reader, values)
    if named is None or reader.errors:
        return None, reader.errors.result()
    reading = _READ[named](rules, values[named], seats=seats)
    return reading.score, tuple(error.below(named) for error in reading.errors)


def _named(reader: Reader, data: Mapping[str, object]) -> str | None:
    """By which of the two a hand is given; exactly one is needed."""
    named = [name for name in _HAND_FIELDS if data.get(name) is not None]
    if len(named) != 1:
        reader.refuse("sheet", BookCode.SHEET_OR_TILES)
        return None
    return named[0]


def entry_reader() -> Reader:
    """A reader that knows the sentences of hands and of the book."""
    return Reader({**TEMPLATES, **BOOK_TEMPLATES})


class _Reading:
    """One method per kind of entry; each returns None after noting why it cannot be read."""

    def __init__(self, rules: BurakoRuleSet, seats: int, *, judged: bool) -> None:
        self.rules, self.seats, self.judged = rules, seats, judged
        self.reader = entry_reader()
        self.kinds: dict[str, Callable[[object], Content | None]] = {
            EntryKind.HAND: self._hand,
            EntryKind.CORRECT: self._correct,
            EntryKind.UNDO: self._undo,
            EntryKind.TIME_UP: self._time_up,
            EntryKind.CONFIRM: self._confirm,
            EntryKind.DISPUTE: self._dispute,
            EntryKind.SETTLE: self._settle,
            EntryKind.REOPEN: self._reopen,
            EntryKind.REOPEN_ANSWER: self._reopen_answer,
        }

    def content(self, kind: str, payload: object) -> Content | None:
        read = self.kinds.get(kind)
        if read is None:
            self.reader.refuse("kind", BookCode.UNKNOWN_KIND)
            return None
        return read(payload)

    def _hand(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("number",), _HAND_FIELDS)
        number, hand = self._number(values), self._written(values)
        return None if number is None or hand is None else NewHand(number, hand)

    def _correct(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("number", "version", "reason"), _HAND_FIELDS)
        number, hand, reason = self._number(values), self._written(values), self._reason(values)
        version = self.reader.number("version", values["version"], 1, ENTRIES_MAX)
        if number is None or version is None or hand is None or reason is None:
            return None
        return Correction(number, version, hand, reason)

    def _undo(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("entry",))
        entry = self.reader.text("entry", values["entry"], ID_MAX_LENGTH)
        return None if entry is None else Undo(entry)

    def _time_up(self, payload: object) -> Content | None:
        self.reader.fields("", payload, ())
        return TimeUp()

    def _confirm(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("side", "seen"))
        side = self._side(values)
        seen = self.reader.number("seen", values["seen"], 0, ENTRIES_MAX)
        return None if side is None or seen is None else Confirmation(side, seen)

    def _dispute(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("side", "number", "reason"), _HAND_FIELDS)
        side, number = self._side(values), self._number(values)
        hand, reason = self._written(values), self._reason(values)
        if side is None or number is None or hand is None or reason is None:
            return None
        return Objection(side, number, hand, reason)

    def _settle(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("dispute", "accept"))
        dispute = self.reader.text("dispute", values["dispute"], ID_MAX_LENGTH)
        accept = self.reader.yes_no("accept", values["accept"])
        return None if dispute is None or accept is None else Settlement(dispute, accept)

    def _reopen(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("side", "reason"))
        side, reason = self._side(values), self._reason(values)
        return None if side is None or reason is None else Reopening(side, reason)

    def _reopen_answer(self, payload: object) -> Content | None:
        values = self.reader.fields("", payload, ("side", "agree"))
        side, agree = self._side(values), self.reader.yes_no("agree", values["agree"])
        return None if side is None or agree is None else ReopeningAnswer(side, agree)

    def _number(self, values: Mapping[str, object]) -> int | None:
        return self.reader.number("number", values["number"], 1, HANDS_MAX)

    def _side(self, values: Mapping[str, object]) -> int | None:
        return self.reader.number("side", values["side"], 0, SIDES - 1)

    def _reason(self, values: Mapping[str, object]) -> str | None:
        return self.reader.text("reason", values["reason"], REASON_MAX_LENGTH)

    def _written(self, values: Mapping[str, object]) -> WrittenHand | None:
        return read_hand(
            self.rules, values, seats=self.seats, reader=self.reader, judged=self.judged
        )
