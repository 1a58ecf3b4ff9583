"""Entries for the tests of the book: hands that can have been played, and whole matches."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from scoring.burako import (
    SEED_RULES,
    Book,
    BookRefusedError,
    BurakoRuleSet,
    Entry,
    read_tile_hand,
    sheet_as_dict,
)
from tests.scoring.burako.play import play_hand
from tests.scoring.burako.strategies import Step

Payload = dict[str, Any]


@cache
def _played(seed: int, seats: int) -> tuple[Payload, Payload, tuple[int, int]]:
    tiles = play_hand(seed, seats).as_dict()
    reading = read_tile_hand(SEED_RULES, tiles, seats=seats)
    assert reading.sheet is not None
    return tiles, sheet_as_dict(reading.sheet), reading.accepted().totals


def played_sheet(seed: int, seats: int = 4) -> Payload:
    """The sheet of a hand that our small table has played."""
    return _played(seed, seats)[1]


def played_tiles(seed: int, seats: int = 4) -> Payload:
    return _played(seed, seats)[0]


def side(laid: int, *, closed: bool = False, pure: int = 0, rack: int = 0) -> Payload:
    return {
        "closed": closed,
        "pure_canastas": pure,
        "impure_canastas": 0,
        "muerto": "played" if closed else "untouched",
        "laid_points": laid,
        "rack_points": [rack],
        "muerto_rack": None,
    }


# Two players: 100 + 200 + 300 to -100 - 75 - 60.
HOME_WINS: Payload = {"sides": [side(300, closed=True, pure=1), side(75, rack=60)]}
AWAY_WINS: Payload = {"sides": [side(75, rack=60), side(300, closed=True, pure=1)]}
LEVEL: Payload = {"sides": [side(75, rack=60), side(75, rack=60)]}
HOME_POINTS, AWAY_POINTS = 600, -235


@dataclass
class Writer:
    """Writes into a book and keeps what was accepted, as a database would."""

    book: Book
    entries: list[Entry]

    @classmethod
    def of(cls, rules: BurakoRuleSet = SEED_RULES, seats: int = 2, starter: int = 0) -> "Writer":
        return cls(Book(rules, seats, starter), [])

    def write(self, kind: str, **payload: object) -> str:
        """Write an entry and return its id; a refused one leaves everything as it was."""
        entry = Entry(f"e{len(self.entries) + 1}", kind, payload)
        self.book = self.book.judge(entry)
        self.entries.append(entry)
        return entry.id

    def hand(self, sheet: Payload) -> str:
        return self.write("hand", number=len(self.book.hands) + 1, sheet=sheet)

    def correct(self, number: int, sheet: Payload, reason: str = "counted again") -> str:
        version = self.book.hands[number - 1].version
        return self.write("correct", number=number, version=version, sheet=sheet, reason=reason)

    def undo(self) -> str:
        change = self.book.undoable
        return self.write("undo", entry=change.entry if change else "nothing")

    def confirm(self, *sides: int) -> None:
        for each in sides:
            self.write("confirm", side=each, seen=self.book.changed_seq)


def attempt(writer: Writer, step: Step) -> None:
    """Try to do something; what does not fit is refused and leaves no trace."""
    what, which, of_side = step
    book = writer.book
    sheet = played_sheet(which, book.seats)
    number = which % max(1, len(book.hands)) + 1
    dispute = book.dispute.id if book.dispute else "none"
    doing: dict[str, tuple[str, dict[str, Any]]] = {
        "hand": ("hand", {"number": len(book.hands) + 1, "sheet": sheet}),
        "tiles": (
            "hand",
            {"number": len(book.hands) + 1, "tiles": played_tiles(which, book.seats)},
        ),
        "correct": (
            "correct",
            {
                "number": number,
                "version": book.hands[number - 1].version if book.hands else 1,
                "sheet": sheet,
                "reason": f"try {which}",
            },
        ),
        "undo": ("undo", {"entry": book.undoable.entry if book.undoable else "none"}),
        "time_up": ("time_up", {}),
        "confirm": ("confirm", {"side": of_side, "seen": book.changed_seq}),
        "dispute": ("dispute", {"side": of_side, "number": number, "sheet": sheet, "reason": "no"}),
        "settle": ("settle", {"dispute": dispute, "accept": True}),
        "withdraw": ("settle", {"dispute": dispute, "accept": False}),
        "reopen": ("reopen", {"side": of_side, "reason": "again"}),
        "agree": ("reopen_answer", {"side": of_side, "agree": True}),
        "decline": ("reopen_answer", {"side": of_side, "agree": False}),
    }
    kind, payload = doing[what]
    try:
        writer.write(kind, **payload)
    except BookRefusedError:
        assert writer.book is book
