"""Which matches of people can count on a ladder, and what they did there."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.burako import SEED_RULES
from tournaments.models import Ladder, Player, RatingEvent, Sheet, SheetResult, SheetSeat
from tournaments.selectors.ladders import ladder_for
from tournaments.selectors.people import player_is_managed_by
from tournaments.selectors.sheet_state import side_names, side_title
from tournaments.sheet_access import Visitor

BURAKO_PROFILES: Final = {2: "burako/duel", 4: "burako/pairs"}


class Obstacle(StrEnum):
    """Why a match cannot be rated."""

    OTHER_RULES = "other_rules"
    NO_ACCOUNT = "no_account"
    NO_LADDER = "no_ladder"
    OF_A_LEAGUE = "of_a_league"
    LEAGUE_UNRATED = "league_unrated"

    @property
    def sentence(self) -> str:
        return str(_OBSTACLES[self])


_OBSTACLES: Final[dict[Obstacle, Promise]] = {
    Obstacle.OTHER_RULES: _(
        "This match is played by a club's own rules. Only matches by the house's rules are rated."
    ),
    Obstacle.NO_ACCOUNT: _(
        "Somebody at this table plays without an account. "
        "Only matches in which everybody has one are rated."
    ),
    Obstacle.NO_LADDER: _("There is no open ladder for this game at the moment."),
    Obstacle.OF_A_LEAGUE: _(
        "This match belongs to a league: it is rated if the league is, without anybody's asking."
    ),
    Obstacle.LEAGUE_UNRATED: _("The matches of this league are not rated."),
}


@dataclass(frozen=True)
class RatedMember:
    """What a match did to one player's rating."""

    name: str
    delta: int
    """In micro-Elo."""


@dataclass(frozen=True)
class RatingSide:
    """What a side says to its match being rated."""

    number: int
    title: str
    agreed: bool
    by: str
    """Who said so, where that is known."""
    is_own: bool
    """Whether the reader sits here."""
    members: tuple[RatedMember, ...] = ()


@dataclass(frozen=True)
class Newcomers:
    """Who at the table has no account, and what the reader can do about it."""

    names: tuple[str, ...] = ()
    invitable: tuple[Player, ...] = ()
    """Those whom the reader can invite."""
    are_to_add: bool = False
    """Whether the reader typed in bare names: nobody can be invited to those afterwards."""
    may_be_reader: bool = False
    """Whether the reader is unknown, and so may be one of them."""


@dataclass(frozen=True)
class SheetRating:
    """What the sheet's page says about being rated."""

    ladder: Ladder | None
    obstacle: Obstacle | None
    sides: tuple[RatingSide, ...]
    is_playing: bool
    confirmed: bool
    counts: bool
    newcomers: Newcomers

    @property
    def agreed(self) -> bool:
        return all(side.agreed for side in self.sides)

    @property
    def is_of_pairs(self) -> bool:
        return self.ladder is not None and self.ladder.players > len(self.sides)

    @property
    def is_players(self) -> bool:
        """Whether the reader sits at the table."""
        return any(side.is_own for side in self.sides)

    @property
    def waits_for_others(self) -> bool:
        """Whether the reader's own side has agreed and the other has not."""
        return bool(self.missing) and all(side.agreed for side in self.sides if side.is_own)

    @property
    def agreeing(self) -> tuple[RatingSide, ...]:
        return tuple(side for side in self.sides if side.agreed)

    @property
    def missing(self) -> tuple[RatingSide, ...]:
        return tuple(side for side in self.sides if not side.agreed)


def sheet_ladder(*, sheet: Sheet) -> Ladder | None:
    """The open ladder of people for a table of this size."""
    return ladder_for(
        hosting=Ladder.Hosting.PEOPLE,
        profile=BURAKO_PROFILES[sheet.seats_count],
        players=sheet.seats_count,
    )


def sheet_obstacle(*, sheet: Sheet, ladder: Ladder | None) -> Obstacle | None:
    """Why this sheet cannot be rated now, if it cannot. A club's rules with the house's values are
    the house's rules."""
    if hasattr(sheet, "fixture"):
        return Obstacle.OF_A_LEAGUE
    if sheet.rule_version.rules != SEED_RULES:
        return Obstacle.OTHER_RULES
    if not all(_has_account(seat) for seat in sheet.seats.all()):
        return Obstacle.NO_ACCOUNT
    return Obstacle.NO_LADDER if ladder is None else None


def sheet_side_is_own(*, sheet: Sheet, side: int, visitor: Visitor) -> bool:
    """Whether the visitor sits on this side. Nobody else can wish for it, not even those who write
    for people without an account."""
    account = visitor.account
    return account is not None and any(
        seat.side == side and seat.player is not None and seat.player.account_id == account.pk
        for seat in sheet.seats.all()
    )


def sheet_rating(*, sheet: Sheet, visitor: Visitor) -> SheetRating | None:
    """What to say about rating a sheet; None where it is nobody's concern, because nobody at the
    table has an account, or a league's, which rates its matches itself."""
    if hasattr(sheet, "fixture") or not any(_has_account(seat) for seat in sheet.seats.all()):
        return None
    result = (
        sheet.results.filter(voided_at=None)
        .select_related("ladder_entry__ladder")
        .order_by("-pk")
        .first()
    )
    entry = None if result is None else result.ladder_entry
    ladder = sheet_ladder(sheet=sheet) if entry is None else entry.ladder
    wishes = {wish.side: wish for wish in sheet.wishes.all()}
    changes = {} if result is None else _changes(result)
    sides = []
    for number, names in enumerate(side_names(sheet)):
        wish = wishes.get(number)
        seats = [seat for seat in sheet.seats.all() if seat.side == number]
        sides.append(
            RatingSide(
                number=number,
                title=side_title(names),
                agreed=wish is not None,
                by="" if wish is None or wish.by is None else wish.by.public_name,
                is_own=sheet_side_is_own(sheet=sheet, side=number, visitor=visitor),
                members=_members(seats, changes),
            )
        )
    return SheetRating(
        ladder=ladder,
        obstacle=None if entry is not None else sheet_obstacle(sheet=sheet, ladder=ladder),
        sides=tuple(sides),
        is_playing=sheet.status == Sheet.Status.PLAYING,
        confirmed=result is not None,
        counts=entry is not None,
        newcomers=_newcomers(sheet, visitor),
    )


def _has_account(seat: SheetSeat) -> bool:
    return seat.player is not None and seat.player.account_id is not None


def _newcomers(sheet: Sheet, visitor: Visitor) -> Newcomers:
    seats = [seat for seat in sheet.seats.all() if not _has_account(seat)]
    account = visitor.account
    if account is None:
        return Newcomers(tuple(seat.public_name for seat in seats), may_be_reader=True)
    return Newcomers(
        names=tuple(seat.public_name for seat in seats),
        invitable=tuple(
            seat.player
            for seat in seats
            if seat.player is not None and player_is_managed_by(player=seat.player, account=account)
        ),
        are_to_add=sheet.creator_id == account.pk and any(seat.player is None for seat in seats),
    )


def _changes(result: SheetResult) -> dict[int, int]:
    """What a result did, by player; nothing if it is not rated."""
    entry = result.ladder_entry
    if entry is None:
        return {}
    events = RatingEvent.objects.filter(
        ladder_id=entry.ladder_id, number=entry.number, cause=RatingEvent.Cause.RESULT
    )
    return dict(events.values_list("competitor__player", "delta"))


def _members(seats: Sequence[SheetSeat], changes: dict[int, int]) -> tuple[RatedMember, ...]:
    return tuple(
        RatedMember(seat.public_name, changes[seat.player_id])
        for seat in seats
        if seat.player_id is not None and seat.player_id in changes
    )
