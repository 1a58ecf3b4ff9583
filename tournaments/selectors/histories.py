"""What players and pairs have played: only results that both sides have confirmed.

Whatever the number of matches, a page of a history takes the same number of queries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Mod

from tournaments.models import Ladder, Pair, Player, SheetResultSide, SheetSeat
from tournaments.selectors.people import Reader, pair_may_read, player_is_insider, player_is_opened

MATCHES_ON_A_PAGE = 20
OPPONENTS_SHOWN = 5


@dataclass(frozen=True)
class HistorySummary:
    """Everything added up. Points are those of the side: a pair's belong to both partners."""

    matches: int
    won: int
    lost: int
    hands: int
    points: int
    points_against: int
    pure_canastas: int
    impure_canastas: int
    closes: int

    @property
    def drawn(self) -> int:
        return self.matches - self.won - self.lost

    @property
    def points_per_hand(self) -> float | None:
        return self.points / self.hands if self.hands else None

    @property
    def points_against_per_hand(self) -> float | None:
        return self.points_against / self.hands if self.hands else None

    @property
    def canastas_per_hand(self) -> float | None:
        canastas = self.pure_canastas + self.impure_canastas
        return canastas / self.hands if self.hands else None

    @property
    def closes_percent(self) -> float | None:
        """Of how many hands this side was the one that closed."""
        return 100 * self.closes / self.hands if self.hands else None


@dataclass(frozen=True)
class Named:
    """Somebody in a list: the name that this reader may see, and the page if it may be opened."""

    name: str
    public_id: str = ""


@dataclass(frozen=True)
class RatedMark:
    """Where a match counted, and what it did to the rating of whose history this is, in micro-Elo;
    None where it is nobody's own."""

    ladder: Ladder
    change: int | None


@dataclass(frozen=True)
class PlayedHand:
    """A hand of a match, seen from one side, and the totals after it."""

    number: int
    points: int
    points_against: int
    total: int
    total_against: int

    @property
    def difference(self) -> int:
        return self.points - self.points_against


@dataclass(frozen=True)
class HistoryMatch:
    """One match, seen from one side; an empty name is one that the reader may not see."""

    sheet_id: UUID
    at: datetime
    outcome: str  # won, lost, drawn
    points: int
    points_against: int
    hands: int
    partners: tuple[Named, ...]
    opponents: tuple[Named, ...]
    rated: RatedMark | None = None
    played: tuple[PlayedHand, ...] = ()


@dataclass(frozen=True)
class Opponent:
    """Who was on the other side, and how often."""

    who: Player | Pair
    matches: int


Sides = QuerySet[SheetResultSide]


def sides_of_player(*, player: Player) -> Sides:
    """Every side that the player was on, alone or with a partner, in matches that count."""
    return _counted().filter(_sat(player, same_side=True))


def sides_of_pair(*, pair: Pair) -> Sides:
    """Every side that the pair was."""
    return _counted().filter(competitor__pair=pair)


def sides_against_player(*, sides: Sides, player: Player) -> Sides:
    """Of these, the ones with the player on the other side."""
    return sides.filter(_sat(player, same_side=False))


def sides_against_pair(*, sides: Sides, pair: Pair) -> Sides:
    """Of these, the ones against the pair."""
    return sides.filter(Exists(_other_side().filter(competitor__pair=pair)))


def history_summary(*, sides: Sides) -> HistorySummary:
    """Everything added up, in one query."""
    sums = sides.aggregate(
        matches=Count("pk"),
        wins=Count("pk", filter=Q(won=True)),
        losses=Count("pk", filter=Q(other_won=True)),
        **{
            name: Coalesce(Sum(column), 0)
            for name, column in {
                "sum_points": "points",
                "sum_against": "other_points",
                "sum_hands": "result__hands_count",
                "sum_pure": "pure_canastas",
                "sum_impure": "impure_canastas",
                "sum_closes": "closes",
            }.items()
        },
    )
    return HistorySummary(
        matches=sums["matches"],
        won=sums["wins"],
        lost=sums["losses"],
        hands=sums["sum_hands"],
        points=sums["sum_points"],
        points_against=sums["sum_against"],
        pure_canastas=sums["sum_pure"],
        impure_canastas=sums["sum_impure"],
        closes=sums["sum_closes"],
    )


def history_rows(*, sides: Sides) -> Sides:
    """Matches with what is told of them, the latest first."""
    return (
        sides.select_related("result__sheet__rule_version", "result__ladder_entry__ladder")
        .prefetch_related("result__sheet__seats__player__account")
        .annotate(confirmed_at=F("result__created_at"))
        .order_by("-confirmed_at", "-pk")
    )


def history_page(*, sides: Sides, number: object) -> Page[Any]:
    """One page of matches. A number that does not exist is the nearest one."""
    rows = history_rows(sides=sides)
    return Paginator(rows, MATCHES_ON_A_PAGE).get_page(number)  # type: ignore[arg-type]  # anything


def history_matches(
    *,
    rows: Iterable[SheetResultSide],
    of: Sequence[Player],
    reader: Reader,
    insider: bool,
    rated: Mapping[int, RatedMark] | None = None,
    played: Mapping[int, tuple[PlayedHand, ...]] | None = None,
) -> list[HistoryMatch]:
    """What a page of rows says to this reader; `of` are the players whose history it is, `rated`
    and `played` what is known besides, by the rows' keys."""
    own = {player.pk for player in of}
    matches = []
    for row in rows:
        seats = list(row.result.sheet.seats.all())
        partners = [seat for seat in seats if seat.side == row.number and seat.player_id not in own]
        opponents = [seat for seat in seats if seat.side != row.number]
        other: dict[str, Any] = vars(row)  # holds what `_counted` has annotated
        matches.append(
            HistoryMatch(
                sheet_id=row.result.sheet.public_id,
                at=row.result.created_at,
                outcome="won" if row.won else "lost" if other["other_won"] else "drawn",
                points=row.points,
                points_against=other["other_points"],
                hands=row.result.hands_count,
                partners=tuple(_named(seat, reader, insider=insider) for seat in partners),
                opponents=tuple(_named(seat, reader, insider=insider) for seat in opponents),
                rated=(rated or {}).get(row.pk),
                played=(played or {}).get(row.pk, ()),
            )
        )
    return matches


def history_opponents(*, player: Player, reader: Reader, insider: bool) -> list[Opponent]:
    """Whom a player has met most often, as far as the reader may know them."""
    met = (
        SheetSeat.objects.filter(player__isnull=False, sheet__results__voided_at=None)
        .filter(sheet__results__isnull=False)
        .annotate(side_number=Mod("number", 2))
        .filter(
            Exists(
                SheetSeat.objects.filter(sheet=OuterRef("sheet"), player=player)
                .annotate(side_number=Mod("number", 2))
                .exclude(side_number=OuterRef("side_number"))
            )
        )
    )
    if not insider:
        opened = Q(player__history_public=True, player__account__isnull=False)
        met = met.filter(opened | Q(player__account=reader.pk) if reader.pk else opened)
    counts = dict(
        met.values_list("player")
        .annotate(matches=Count("pk"))
        .order_by("-matches", "player")[:OPPONENTS_SHOWN]
    )
    players = Player.objects.select_related("account").in_bulk(counts)
    return [Opponent(players[key], matches) for key, matches in counts.items()]


def history_opponents_of_pair(*, pair: Pair, reader: Reader, insider: bool) -> list[Opponent]:
    """The pairs that a pair has met most often, as far as the reader may know them."""
    met = SheetResultSide.objects.filter(
        Exists(_other_side().filter(competitor__pair=pair)),
        result__voided_at=None,
        competitor__pair__isnull=False,
    )
    counts = dict(
        met.values_list("competitor__pair")
        .annotate(matches=Count("pk"))
        .order_by("-matches", "competitor__pair")[: OPPONENTS_SHOWN * 4]
    )
    pairs = Pair.objects.select_related("first__account", "second__account").in_bulk(counts)
    known = [
        Opponent(pairs[key], matches)
        for key, matches in counts.items()
        if insider or pair_may_read(pair=pairs[key], reader=reader)
    ]
    return known[:OPPONENTS_SHOWN]


def _named(seat: SheetSeat, reader: Reader, *, insider: bool) -> Named:
    """Strangers read only the names of players who have opened their own history."""
    if seat.player is None:
        return Named(seat.name if insider else "")
    return player_named(seat.player, reader, insider=insider)


def player_named(player: Player, reader: Reader, *, insider: bool) -> Named:
    """Somebody as a reader may know them who is an insider of a history in which they occur, or
    not."""
    opened = player_is_opened(player=player)
    may_open = opened or player_is_insider(player=player, reader=reader)
    if not (insider or may_open):
        return Named("")
    return Named(player.public_name, player.public_id if may_open else "")


def _counted() -> Sides:
    """Sides of results that count, with what the other side made."""
    return SheetResultSide.objects.filter(result__voided_at=None).annotate(
        other_points=Subquery(_other_side().values("points")[:1]),
        other_won=Subquery(_other_side().values("won")[:1]),
    )


def _other_side() -> Sides:
    return SheetResultSide.objects.filter(result=OuterRef("result")).exclude(
        number=OuterRef("number")
    )


def _sat(player: Player, *, same_side: bool) -> Exists:
    """Whether the player sat on this side, or on the other one."""
    seats = SheetSeat.objects.filter(sheet=OuterRef("result__sheet"), player=player).annotate(
        side_number=Mod("number", 2)
    )
    same = Q(side_number=OuterRef("number"))
    return Exists(seats.filter(same if same_side else ~same))
