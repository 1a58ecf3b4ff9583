"""The score sheet of a league's match, and who writes on it, for tests."""

from dataclasses import dataclass

from scoring.burako import Book
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, Payload
from tests.tournaments.leagues.match_kit import now, organizer, player
from tests.tournaments.sheet_table import write
from tournaments.league_access import LeagueVisitor
from tournaments.models import Fixture, Sheet
from tournaments.selectors.sheets import sheet_book, sheet_find
from tournaments.services.leagues.match_sheets import fixture_sheet_open
from tournaments.sheet_access import SheetAccess, Visitor, sheet_access


def as_sheets_know(visitor: LeagueVisitor) -> Visitor:
    """The same person at a sheet."""
    return Visitor(account=visitor.account, league_link_ids=visitor.link_ids)


@dataclass(frozen=True)
class Scene:
    """A match of two people with its sheet."""

    fixture: Fixture
    sheet: Sheet

    @classmethod
    def of(cls, fixture: Fixture, by: LeagueVisitor | None = None) -> "Scene":
        opener = by or organizer(fixture)
        return cls(fixture, fixture_sheet_open(fixture_id=fixture.public_id, visitor=opener))

    @property
    def state(self) -> str:
        return now(self.fixture).state

    @property
    def book(self) -> Book:
        return sheet_book(sheet=sheet_find(public_id=self.sheet.public_id))

    def player(self, side: int) -> Visitor:
        return as_sheets_know(player(self.fixture, side))

    def access(self, visitor: LeagueVisitor | Visitor) -> SheetAccess:
        asking = as_sheets_know(visitor) if isinstance(visitor, LeagueVisitor) else visitor
        return sheet_access(sheet=sheet_find(public_id=self.sheet.public_id), visitor=asking)

    def play(self, *, winner: int = 0, by: Visitor | None = None) -> None:
        """Hand after hand for this side, until the match is over."""
        hand: Payload = (HOME_WINS, AWAY_WINS)[winner]
        visitor = by or self.player(0)
        while (found := Sheet.objects.get(pk=self.sheet.pk)).status == Sheet.Status.PLAYING:
            write(self.sheet, "hand", visitor, number=found.hands_count + 1, sheet=hand)

    def confirm(self, *sides: int, by: Visitor | None = None) -> None:
        for side in sides or (0, 1):
            seen = self.book.changed_seq
            write(self.sheet, "confirm", by or self.player(side), side=side, seen=seen)

    def reopen(self) -> None:
        write(self.sheet, "reopen", self.player(0), side=0, reason="counted wrongly")
        write(self.sheet, "reopen_answer", self.player(1), side=1, agree=True)
