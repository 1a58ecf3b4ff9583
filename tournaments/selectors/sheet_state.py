"""A sheet as one reader may see it, in the plain form that the page and the API share."""

import uuid
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.burako import Book, HandVersion, WrittenHand, sheet_as_dict
from tournaments.models import Sheet, SheetEntry
from tournaments.names import names_joined
from tournaments.selectors.sheets import sheet_book, sheet_find
from tournaments.sheet_access import SheetAccess, Visitor, require_read, sheet_access

State = dict[str, Any]


def sheet_state(*, sheet: Sheet, access: SheetAccess, book: Book | None = None) -> State:
    """Everything the page shows. `sheet` comes from `sheet_find`, so this asks nothing more."""
    book = book or sheet_book(sheet=sheet)
    return _StateOf(sheet, book).state(access)


def sheet_state_for(*, public_id: uuid.UUID, visitor: Visitor) -> State:
    """The sheet as this visitor may see it, or `SheetDeniedError`."""
    sheet = sheet_find(public_id=public_id)
    access = sheet_access(sheet=sheet, visitor=visitor)
    require_read(access)
    return sheet_state(sheet=sheet, access=access)


def side_names(sheet: Sheet) -> list[list[str]]:
    """The names of both sides, seat by seat."""
    seats = sorted(sheet.seats.all(), key=lambda seat: seat.number)
    return [[seat.public_name for seat in seats if seat.side == side] for side in (0, 1)]


def side_title(names: list[str]) -> str:
    """A side's name."""
    return names[0] if len(names) == 1 else names_joined(*names)


def writer_name(entry: SheetEntry) -> str:
    """Who wrote an entry, as everybody on the sheet may know it."""
    if entry.by is not None:
        return entry.by.public_name
    if entry.role == SheetEntry.Role.LINK:
        return _("Guest")
    if entry.role == SheetEntry.Role.CREATOR:
        return _("Creator")
    if entry.role == SheetEntry.Role.SCORER:
        return _("Scorer")
    return _("Deleted account")


class _StateOf:
    """Puts the parts of a sheet's state together."""

    def __init__(self, sheet: Sheet, book: Book) -> None:
        self.sheet, self.book = sheet, book
        self.entries = {entry.seq: entry for entry in sheet.entries.all()}

    def state(self, access: SheetAccess) -> State:
        sheet, book, progress = self.sheet, self.book, self.book.progress
        names = side_names(sheet)
        next_hand = {"number": len(book.hands) + 1, "starter": progress.next_starter}
        outcome = progress.outcome
        return {
            "id": str(sheet.public_id),
            "seq": book.seq,
            "seats": sheet.seats_count,
            "names": names,
            "sides": [side_title(side) for side in names],
            "rules": self._rules(),
            "you": {
                "role": access.role.value,
                "may_read": access.may_read,
                "may_write": access.may_write,
                "may_manage": access.may_manage,
                "sides": sorted(access.sides),
            },
            "write_policy": sheet.write_policy,
            "hands": [self._hand(version) for version in book.hands],
            "totals": list(progress.totals),
            "to_target": progress.to_target and list(progress.to_target),
            "behind": list(progress.behind),
            "hands_left": progress.hands_left,
            "time": self._time(),
            "time_is_up": book.time_is_up,
            "next": None if progress.is_over else next_hand,
            "status": book.status.value,
            "outcome": outcome and {"reason": outcome.reason.value, "winner": outcome.winner},
            "confirmed": list(book.confirmed),
            "changed_seq": book.changed_seq,
            "wishes": sorted(wish.side for wish in sheet.wishes.all()),
            "dispute": self._dispute(),
            "reopen": self._reopen(),
            "undo": self._undo(),
        }

    def _rules(self) -> State:
        version = self.sheet.rule_version
        return {
            "name": version.rule_set.public_name,
            "number": version.number,
            "url": reverse("rule_set_version", args=[version.rule_set.public_id, version.number]),
            "values": version.values,
        }

    def _hand(self, version: HandVersion) -> State:
        index, progress = version.number - 1, self.book.progress
        counted = index < len(progress.running)
        history = [
            {**self._version(other), "undone": other.seq in self.book.undone}
            for other in self.book.versions
            if other.number == version.number and other.version != version.version
        ]
        return {
            **self._version(version),
            "number": version.number,
            "counted": counted,
            "totals": list(progress.running[index] if counted else progress.totals),
            "starter": (self.sheet.first_starter + index) % self.sheet.seats_count,
            "history": history,
        }

    def _version(self, version: HandVersion) -> State:
        return {
            "version": version.version,
            "entry": str(self.entries[version.seq].entry_id),
            "reason": version.reason,
            **_written(version.hand),
            **self._by(version.seq),
        }

    def _by(self, seq: int) -> State:
        entry = self.entries[seq]
        return {"by": writer_name(entry), "at": entry.at.isoformat()}

    def _time(self) -> State | None:
        limit = self.book.rules.time_limit_minutes
        if limit is None:
            return None
        ends_at = self.sheet.created_at + timedelta(minutes=limit)
        return {"limit": limit, "ends_at": ends_at.isoformat()}

    def _dispute(self) -> State | None:
        dispute = self.book.dispute
        if dispute is None:
            return None
        return {
            "id": dispute.id,
            "side": dispute.side,
            "number": dispute.number,
            "reason": dispute.reason,
            **_written(dispute.hand),
            **self._by(dispute.seq),
        }

    def _reopen(self) -> State | None:
        request = self.book.reopen
        if request is None:
            return None
        return {
            "id": request.id,
            "side": request.side,
            "reason": request.reason,
            **self._by(request.seq),
        }

    def _undo(self) -> State | None:
        change = self.book.undoable
        if change is None:
            return None
        return {"entry": change.entry, "kind": change.kind.value, "number": change.number}


def _written(hand: WrittenHand) -> State:
    return {
        "sheet": sheet_as_dict(hand.sheet),
        "tiles": hand.tiles,
        "score": hand.score.as_dict(),
    }
