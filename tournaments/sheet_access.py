"""Who may do what with a score sheet: the one place where that is decided.

A visitor is what a request brings along: an account, the secret of a session that has created
sheets, the links that it has opened. The sheet of a league's match is the league's: there its
permissions table decides. Nothing about rights is remembered: they are judged anew for
every request, and on an open page whenever something changes.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.burako import Book
from scoring.burako.book_entries import (
    Confirmation,
    Content,
    Objection,
    Reopening,
    ReopeningAnswer,
    Settlement,
)
from tournaments.league_access import LeagueVisitor
from tournaments.league_sheet_access import fixture_rights
from tournaments.models import Fixture, Sheet, SheetSeat, User

SIDES: Final = frozenset({0, 1})


class SheetRole(StrEnum):
    """What a visitor is to a sheet; the first that fits."""

    CREATOR = "creator"
    PLAYER = "player"
    SCORER = "scorer"
    """An official of the league whose match it is."""
    LINK = "link"
    READER = "reader"
    """May read the league whose match it is."""
    NONE = "none"


# Who may write, by what the creator has decided. Everybody with a role may read.
_WRITERS: Final = {
    Sheet.WritePolicy.LINK: {SheetRole.CREATOR, SheetRole.PLAYER, SheetRole.LINK},
    Sheet.WritePolicy.PLAYERS: {SheetRole.CREATOR, SheetRole.PLAYER},
    Sheet.WritePolicy.CREATOR: {SheetRole.CREATOR},
}


@dataclass(frozen=True)
class Visitor:
    """Whoever asks."""

    account: User | None = None
    secret_hash: str = ""
    link_ids: frozenset[int] = frozenset()
    league_link_ids: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SheetAccess:
    """What a visitor may do with one sheet; `sides` are those it may speak for."""

    role: SheetRole
    may_write: bool = False
    sides: frozenset[int] = frozenset()
    link_was_revoked: bool = False

    @property
    def may_read(self) -> bool:
        return self.role is not SheetRole.NONE

    @property
    def may_manage(self) -> bool:
        return self.role is SheetRole.CREATOR


class Denial(StrEnum):
    """Why not."""

    NO_SHEET = "no_sheet"
    REVOKED = "revoked"
    MAY_NOT_WRITE = "may_not_write"
    NOT_YOUR_SIDE = "not_your_side"
    MAY_NOT_MANAGE = "may_not_manage"


_SENTENCES: Final[dict[Denial, Promise]] = {
    Denial.NO_SHEET: _("There is no such sheet, or you need its link to open it."),
    Denial.REVOKED: _("This link has been switched off. Ask for the new one."),
    Denial.MAY_NOT_WRITE: _("You may read this sheet, but not write on it."),
    Denial.NOT_YOUR_SIDE: _("Only this side's own players can say that. Ask them to log in."),
    Denial.MAY_NOT_MANAGE: _("Only who has created this sheet may change that."),
}


class SheetDeniedError(Exception):
    """The visitor may not do this."""

    def __init__(self, denial: Denial) -> None:
        super().__init__(denial.value)
        self.denial = denial

    @property
    def sentence(self) -> str:
        return str(_SENTENCES[self.denial])


def sheet_access(*, sheet: Sheet, visitor: Visitor) -> SheetAccess:
    """Judge a visitor; reads the sheet's creator, its seats with their players, its links, and the
    match of a league that it belongs to."""
    seats = list(sheet.seats.all())
    present = {seat.side for seat in seats if _is_present(seat)}
    fixture: Fixture | None = getattr(sheet, "fixture", None)
    if fixture is not None:
        return _access_in_league(fixture, visitor, frozenset(present))
    role, revoked = _role(sheet, visitor)
    may_write = role in _WRITERS[_policy_in_force(sheet, has_players=bool(present))]
    account_id = visitor.account.pk if visitor.account is not None else None
    own = {
        seat.side
        for seat in seats
        if account_id is not None
        and seat.player is not None
        and seat.player.account_id == account_id
    }
    # Who has an account speaks for themselves. For people who are only names, or whose accounts are
    # suspended, whoever writes does: otherwise their matches could never count.
    sides = own | (SIDES - present if may_write else frozenset())
    return SheetAccess(role, may_write, frozenset(sides), link_was_revoked=revoked)


def _access_in_league(fixture: Fixture, visitor: Visitor, present: frozenset[int]) -> SheetAccess:
    asking = LeagueVisitor(visitor.account, visitor.league_link_ids)
    rights = fixture_rights(fixture=fixture, visitor=asking, present=present)
    if not rights.may_read:
        return SheetAccess(SheetRole.NONE, link_was_revoked=rights.link_was_revoked)
    if rights.is_official:
        role = SheetRole.LINK if rights.is_by_link else SheetRole.SCORER
    else:
        role = SheetRole.PLAYER if rights.is_player else SheetRole.READER
    return SheetAccess(role, rights.may_write, rights.sides)


def _is_present(seat: SheetSeat) -> bool:
    """Whether somebody can log in and speak for this seat."""
    account = None if seat.player is None else seat.player.account
    return account is not None and account.is_active


def _policy_in_force(sheet: Sheet, *, has_players: bool) -> Sheet.WritePolicy:
    """What the creator has decided; once they are gone or suspended, as much wider as it takes for
    somebody to be able to write: the players with an account, or else everybody with the link."""
    chosen = Sheet.WritePolicy(sheet.write_policy)
    is_guest = bool(sheet.creator_secret_hash)
    has_creator = is_guest or (sheet.creator is not None and sheet.creator.is_active)
    if has_creator or chosen is Sheet.WritePolicy.LINK:
        return chosen
    return Sheet.WritePolicy.PLAYERS if has_players else Sheet.WritePolicy.LINK


def _role(sheet: Sheet, visitor: Visitor) -> tuple[SheetRole, bool]:
    account_id = visitor.account.pk if visitor.account is not None else None
    if account_id is not None and sheet.creator_id == account_id:
        return SheetRole.CREATOR, False
    if visitor.secret_hash and sheet.creator_secret_hash == visitor.secret_hash:
        return SheetRole.CREATOR, False
    for seat in sheet.seats.all():
        if (
            account_id is not None
            and seat.player is not None
            and seat.player.account_id == account_id
        ):
            return SheetRole.PLAYER, False
    opened = [link for link in sheet.links.all() if link.pk in visitor.link_ids]
    if any(link.revoked_at is None for link in opened):
        return SheetRole.LINK, False
    return SheetRole.NONE, bool(opened)


def require_read(access: SheetAccess) -> None:
    """Strangers are not told whether the sheet exists; who had a link is told that it is dead."""
    if not access.may_read:
        raise SheetDeniedError(Denial.REVOKED if access.link_was_revoked else Denial.NO_SHEET)


def require_manage(access: SheetAccess) -> None:
    require_read(access)
    if not access.may_manage:
        raise SheetDeniedError(Denial.MAY_NOT_MANAGE)


def require_entry(access: SheetAccess, *, book: Book, content: Content) -> None:
    """Hands are written by whoever may write; a side speaks for itself."""
    require_read(access)
    side = _speaking_side(book, content)
    if side is None and not access.may_write:
        raise SheetDeniedError(Denial.MAY_NOT_WRITE)
    if side is not None and side not in access.sides:
        raise SheetDeniedError(Denial.NOT_YOUR_SIDE)


def _speaking_side(book: Book, content: Content) -> int | None:
    """Whose word an entry is; None for the hands, which are nobody's."""
    match content:
        case (
            Confirmation(side=side)
            | Objection(side=side)
            | Reopening(side=side)
            | ReopeningAnswer(side=side)
        ):
            return side
        case Settlement(accept=accept) if book.dispute is not None:
            # Whoever objected may take it back; the other side may give in.
            return 1 - book.dispute.side if accept else book.dispute.side
        case _:
            return None
