"""People with accounts whose matches may be rated, for tests."""

from dataclasses import dataclass

from tests.factories import UserFactory
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, Payload
from tests.tournaments.sheet_table import Plain, open_sheet, write
from tournaments.models import Ladder, Player, Rating, Sheet, User
from tournaments.selectors.sheets import sheet_book, sheet_find
from tournaments.services.people import player_of_account
from tournaments.services.rated_sheets import sheet_wish_give, sheet_wish_take_back
from tournaments.services.sheets import SeatSpec
from tournaments.sheet_access import Visitor

HANDS = 5
"""So many of ours make 3000 points."""


def people_ladder(seats: int = 2, *, is_open: bool = True) -> Ladder:
    """The people's ladder of Burako for two, or in pairs."""
    game = {2: "duel", 4: "pairs"}[seats]
    return Ladder.objects.create(
        slug=f"burako-{game}-{seats}-people",
        hosting=Ladder.Hosting.PEOPLE,
        profile=f"burako/{game}",
        players=seats,
        is_open=is_open,
    )


def member(name: str, **choices: Plain) -> Player:
    """A player with an account."""
    player = player_of_account(account=UserFactory.create(display_name=name))
    for field, value in choices.items():
        setattr(player, field, value)
    player.save()
    return player


def account_of(player: Player) -> User:
    assert player.account is not None
    return player.account


@dataclass(frozen=True)
class Table:
    """Players around a sheet, clockwise; the first has opened it."""

    sheet: Sheet
    players: tuple[Player, ...]

    def visitor(self, seat: int) -> Visitor:
        return Visitor(account=account_of(self.players[seat]))

    def play(self, *, winner: int = 0) -> None:
        """Write hand after hand for this side, until the match is over."""
        hand = self._hand(winner)
        while (now := Sheet.objects.get(pk=self.sheet.pk)).status == Sheet.Status.PLAYING:
            write(self.sheet, "hand", self.visitor(0), number=now.hands_count + 1, sheet=hand)

    def confirm(self, *sides: int) -> None:
        for side in sides or (0, 1):
            seen = self._book().changed_seq
            write(self.sheet, "confirm", self.visitor(side), side=side, seen=seen)

    def reopen(self) -> None:
        write(self.sheet, "reopen", self.visitor(0), side=0, reason="counted wrongly")
        write(self.sheet, "reopen_answer", self.visitor(1), side=1, agree=True)

    def wish(self, *sides: int, seat: int | None = None) -> None:
        for side in sides or (0, 1):
            visitor = self.visitor(side if seat is None else seat)
            sheet_wish_give(public_id=self.sheet.public_id, visitor=visitor, side=side)

    def wish_no_more(self, side: int, *, seat: int | None = None) -> None:
        visitor = self.visitor(side if seat is None else seat)
        sheet_wish_take_back(public_id=self.sheet.public_id, visitor=visitor, side=side)

    def _book(self) -> Plain:
        return sheet_book(sheet=sheet_find(public_id=self.sheet.public_id))

    def _hand(self, winner: int) -> Payload:
        hand = (HOME_WINS, AWAY_WINS)[winner]
        if len(self.players) == 2:
            return hand
        # Each partner holds 20 points, for which the side has laid 20 more.
        return {
            "sides": [
                {
                    **side,
                    "rack_points": [*side["rack_points"], 20],
                    "laid_points": side["laid_points"] + 20,
                }
                for side in hand["sides"]
            ]
        }


def table(*players: Player, **choices: Plain) -> Table:
    """A new sheet of these, clockwise: partners sit opposite."""
    creator = players[0]
    for player in players[1:]:
        player.known_by.add(account_of(creator))
    seats = [SeatSpec(player_id=player.public_id) for player in players]
    seats[0] = SeatSpec(is_creator=True)
    sheet = open_sheet(Visitor(account=account_of(creator)), seats=seats, **choices)
    return Table(sheet, players)


def rated_match(*players: Player, winner: int = 0) -> Table:
    """A match that both sides wished to be rated, played and confirmed."""
    one = table(*players)
    one.wish()
    one.play(winner=winner)
    one.confirm()
    return one


def ratings() -> dict[str, int]:
    """Everybody's rating in micro-Elo, by name."""
    rows = Rating.objects.select_related("competitor__player__account")
    return {row.competitor.public_name: row.value for row in rows}
