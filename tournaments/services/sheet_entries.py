"""Writing on a score sheet: one entry at a time, judged by its book, never twice."""

import uuid
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.burako import Book, BookStatus, EntryRefusedError, payload_of, read_entry
from tournaments.live.notify import live_notify
from tournaments.live.topics import sheet_topic
from tournaments.models import Competitor, Sheet, SheetEntry, SheetResult, SheetResultSide
from tournaments.selectors.sheets import sheet_book
from tournaments.services.leagues.match_sheets import fixture_sheet_follow, sheet_league_hold
from tournaments.services.people import (
    competitor_of_pair,
    competitor_of_player,
    pair_get_or_create,
)
from tournaments.services.rated_sheets import sheet_result_rate, sheet_result_unrate
from tournaments.services.sheets import sheet_lock, sheet_players_hold
from tournaments.sheet_access import Visitor, require_entry, require_read, sheet_access

ENTRIES_MAX = 2_000  # far more than any match; a limit for those who only want to fill a disk


class Written(StrEnum):
    """What became of an entry."""

    WRITTEN = "written"
    ALREADY = "already"


_SENTENCES: Final[dict[str, Promise]] = {
    "sheet_full": _("This sheet is full. Open a new one for your next match."),
    "entry_id_used": _("Something else was saved under this id. Reload the page and try again."),
}


class EntryConflictError(Exception):
    """An entry cannot be written for a reason that the book does not know."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(_SENTENCES[self.code])


@transaction.atomic
def sheet_entry_add(
    *,
    public_id: uuid.UUID,
    visitor: Visitor,
    entry_id: uuid.UUID,
    kind: str,
    payload: object,
    device: str = "",
) -> Written:
    """Write an entry, or raise `SheetDeniedError`, `EntryRefusedError` (at a field),
    `BookRefusedError` or `EntryConflictError`.

    The sheet is locked, so that every entry is judged by what was written before it; if it is that
    of a league's match, its league before it. An entry that has been written already, by this very
    id, is not written again.
    """
    league = sheet_league_hold(public_id=public_id)
    sheet = sheet_lock(public_id=public_id)
    access = sheet_access(sheet=sheet, visitor=visitor)
    require_read(access)
    earlier = SheetEntry.objects.filter(sheet=sheet, entry_id=entry_id).first()
    if earlier is not None:
        return _already(sheet, earlier, kind, payload)
    book = sheet_book(sheet=sheet)
    content = read_entry(book.rules, kind, payload, seats=book.seats)
    require_entry(access, book=book, content=content)
    if book.seq >= ENTRIES_MAX:
        raise EntryConflictError("sheet_full")
    after = book.write(str(entry_id), content)
    SheetEntry.objects.create(
        sheet=sheet,
        seq=after.seq,
        entry_id=entry_id,
        kind=kind,
        payload=payload_of(content),
        by=visitor.account,
        role=access.role.value,
        device=device,
    )
    _store(sheet, after)
    _count(sheet, before=book, after=after)
    fixture_sheet_follow(sheet=sheet, league=league, by=visitor.account, before=book, after=after)
    live_notify(sheet_topic(sheet.public_id), str(after.seq))
    return Written.WRITTEN


def _already(sheet: Sheet, earlier: SheetEntry, kind: str, payload: object) -> Written:
    """The same entry again; another one under its id would be lost without a word."""
    rules = sheet.rule_version.rules
    try:
        content = read_entry(rules, kind, payload, seats=sheet.seats_count, judged=True)
    except EntryRefusedError:
        raise EntryConflictError("entry_id_used") from None
    if earlier.kind != kind or earlier.payload != payload_of(content):
        raise EntryConflictError("entry_id_used")
    return Written.ALREADY


def _store(sheet: Sheet, book: Book) -> None:
    """What the entries give, for lists that do not replay."""
    sheet.status = book.status.value
    sheet.last_seq = book.seq
    sheet.hands_count = len(book.progress.running)
    sheet.changed_at = timezone.now()
    sheet.save(update_fields=["status", "last_seq", "hands_count", "changed_at"])
    for side in sheet.sides.all():
        total = book.progress.totals[side.number]
        if side.total != total:
            side.total = total
            side.save(update_fields=["total"])


def _count(sheet: Sheet, *, before: Book, after: Book) -> None:
    """A match counts from the moment both have confirmed it, until both reopen it: in their
    histories, and on a ladder if they wish it."""
    was, is_now = (book.status is BookStatus.CONFIRMED for book in (before, after))
    if was and not is_now:
        _results_void(sheet)
    elif is_now and not was:
        _result_create(sheet, after)
        sheet_result_rate(sheet=sheet)


def _results_void(sheet: Sheet) -> None:
    for result in sheet.results.filter(voided_at=None):
        result.voided_at = timezone.now()
        result.save(update_fields=["voided_at"])
        sheet_result_unrate(sheet=sheet, result=result)


def _result_create(sheet: Sheet, book: Book) -> None:
    outcome, counted = book.progress.outcome, len(book.progress.running)
    assert outcome is not None
    sheet_players_hold(sheet=sheet)
    result = SheetResult.objects.create(
        sheet=sheet, confirmed_seq=book.seq, reason=outcome.reason.value, hands_count=counted
    )
    for number in (0, 1):
        played = [version.hand.sheet.sides[number] for version in book.hands[:counted]]
        SheetResultSide.objects.create(
            result=result,
            number=number,
            competitor=_competitor(sheet, number),
            points=book.progress.totals[number],
            won=outcome.winner == number,
            pure_canastas=sum(side.pure_canastas for side in played),
            impure_canastas=sum(side.impure_canastas for side in played),
            closes=sum(side.closed for side in played),
        )


def _competitor(sheet: Sheet, side: int) -> Competitor | None:
    players = [seat.player for seat in sheet.seats.all() if seat.side == side]
    match players:
        case [player] if player is not None:
            return competitor_of_player(player=player)
        case [first, second] if first is not None and second is not None:
            pair = pair_get_or_create(players=(first, second), actor=sheet.creator)
            return competitor_of_pair(pair=pair)
        case _:
            return None
