"""What is read about score sheets."""

import uuid

from django.db.models import Prefetch, Q, QuerySet

from scoring.burako import Book, Entry
from tournaments.models import Fixture, Sheet, SheetEntry, SheetLink, SheetSeat
from tournaments.sealing import unseal
from tournaments.sheet_access import Denial, SheetDeniedError, Visitor
from tournaments.sheet_visitors import token_hash


def sheets_to_judge() -> QuerySet[Sheet]:
    """Sheets with what `sheet_access` reads."""
    seats = SheetSeat.objects.select_related("player__account").order_by("number")
    sheets = Sheet.objects.select_related("creator", "fixture__league", "fixture__result")
    return sheets.prefetch_related(Prefetch("seats", queryset=seats), "links")


def sheet_find_to_judge(*, public_id: uuid.UUID) -> Sheet:
    """A sheet with its rules and what judging a visitor needs, or `SheetDeniedError`."""
    found = sheets_to_judge().select_related("rule_version").filter(public_id=public_id).first()
    if found is None:
        raise SheetDeniedError(Denial.NO_SHEET)
    return found


def sheet_league_id(*, public_id: uuid.UUID) -> str | None:
    """The public id of the league whose match is written here, if it is a league's."""
    found = Fixture.objects.filter(sheet__public_id=public_id)
    return found.values_list("league__public_id", flat=True).first()


def sheet_find(*, public_id: uuid.UUID) -> Sheet:
    """A sheet with what judging a visitor and showing it need, or `SheetDeniedError`."""
    entries = SheetEntry.objects.select_related("by").order_by("seq")
    found = (
        sheets_to_judge()
        .select_related("rule_version__rule_set__owner")
        .prefetch_related(Prefetch("entries", queryset=entries), "wishes__by")
        .filter(public_id=public_id)
        .first()
    )
    if found is None:
        raise SheetDeniedError(Denial.NO_SHEET)
    return found


def sheet_book(*, sheet: Sheet) -> Book:
    """The book of a sheet: its entries in order, replayed."""
    entries = [
        Entry(str(entry.entry_id), entry.kind, entry.payload)
        for entry in sorted(sheet.entries.all(), key=lambda entry: entry.seq)
    ]
    return Book.replay(
        sheet.rule_version.rules,
        entries,
        seats=sheet.seats_count,
        first_starter=sheet.first_starter,
    )


def sheet_link_find(*, token: str) -> SheetLink | None:
    """The link of a token, revoked or not."""
    return SheetLink.objects.select_related("sheet").filter(token_hash=token_hash(token)).first()


def sheet_link_active(*, sheet: Sheet) -> SheetLink | None:
    """The link that opens the sheet now; the newest, if there are several."""
    active = [link for link in sheet.links.all() if link.revoked_at is None]
    return max(active, key=lambda link: link.pk, default=None)


def sheet_link_token(*, link: SheetLink) -> str:
    """The token itself, to show it to the creator."""
    return unseal(link.token_sealed)


def sheets_of_visitor(*, visitor: Visitor) -> QuerySet[Sheet]:
    """The sheets that a visitor has created, plays on or has a working link to; newest first."""
    mine = Q(links__pk__in=visitor.link_ids, links__revoked_at=None)
    if visitor.account is not None:
        mine |= Q(creator=visitor.account) | Q(seats__player__account=visitor.account)
    if visitor.secret_hash:
        mine |= Q(creator_secret_hash=visitor.secret_hash)
    seats = SheetSeat.objects.select_related("player__account").order_by("number")
    return (
        Sheet.objects.filter(pk__in=Sheet.objects.filter(mine).values("pk"))
        .select_related("rule_version__rule_set")
        .prefetch_related(Prefetch("seats", queryset=seats), "sides", "links")
        .order_by("-changed_at", "-pk")
    )


def sheets_to_adopt(*, visitor: Visitor) -> QuerySet[Sheet]:
    """Sheets of this session that an account could make its own."""
    if not visitor.secret_hash:
        return Sheet.objects.none()
    return Sheet.objects.filter(creator_secret_hash=visitor.secret_hash)
