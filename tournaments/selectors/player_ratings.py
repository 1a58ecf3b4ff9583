"""What ladders know about people: where a player stands, whom they met, and what a match did.

Whatever the number of matches, a page takes the same number of queries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, F, Q, Sum

from tournaments.encounter_scores import Score, score_of
from tournaments.ladder_sums import NANO
from tournaments.models import Encounter, Ladder, Player, Rating, RatingEvent, SheetResultSide
from tournaments.selectors.histories import (
    Named,
    PlayedHand,
    RatedMark,
    Sides,
    player_named,
)
from tournaments.selectors.people import Reader
from tournaments.selectors.sheets import sheet_book

OPPONENTS_MAX: Final = 10
HANDS_SHOWN_MATCHES: Final = 10
"""Of so many matches on a page the hands are shown: each is read from all that was written."""


@dataclass(frozen=True)
class RatedOpponent:
    """Somebody whom a player has met on a ladder, as the reader may know them."""

    named: Named
    versus_id: str
    """Leads to both head to head, if the reader may read that."""
    encounter: Encounter
    score: Score | None


@dataclass(frozen=True)
class VersusScore:
    """What one took from another on a ladder."""

    ladder: Ladder
    won: int
    level: int
    lost: int
    points: int
    points_against: int
    score: Score | None


def ratings_of_player(*, player: Player) -> list[Rating]:
    """Everything a player is rated on, where most was played first."""
    found = Rating.objects.filter(competitor__player=player).select_related("ladder")
    return list(found.order_by("-results", "ladder"))


def rated_opponents(*, rating: Rating, reader: Reader, insider: bool) -> list[RatedOpponent]:
    """Whom somebody has met most often on a ladder."""
    met = (
        Encounter.objects.filter(competitor_id=rating.competitor_id, ladder_id=rating.ladder_id)
        .select_related("opponent__player__account")
        .order_by((F("won") + F("level") + F("lost")).desc(), "opponent")
    )
    found = []
    for row in met[:OPPONENTS_MAX]:
        opponent = row.opponent.player
        assert opponent is not None, "people meet people"
        named = player_named(opponent, reader, insider=insider)
        found.append(
            RatedOpponent(
                named=named,
                versus_id=opponent.public_id if insider or named.public_id else "",
                encounter=row,
                score=score_of(results=row.results, shares=row.shares, squares=row.squares),
            )
        )
    return found


def rated_marks(*, rows: Sequence[SheetResultSide], player: Player | None) -> dict[int, RatedMark]:
    """On which ladder these sides counted, by their keys, and what it did to the player's rating;
    a pair has none of its own."""
    rated = {row.pk: row.result.ladder_entry for row in rows if row.result.ladder_entry is not None}
    changes: dict[tuple[int, int], int] = {}
    if player is not None and rated:
        events = RatingEvent.objects.filter(
            competitor__player=player,
            cause=RatingEvent.Cause.RESULT,
            number__in={entry.number for entry in rated.values()},
        )
        changes = {
            (ladder, number): delta
            for ladder, number, delta in events.values_list("ladder", "number", "delta")
        }
    return {
        key: RatedMark(entry.ladder, changes.get((entry.ladder_id, entry.number)))
        for key, entry in rated.items()
    }


def versus_scores(*, sides: Sides) -> list[VersusScore]:
    """These sides added up by ladder, as far as they counted on one."""
    sums = (
        sides.exclude(result__ladder_entry=None)
        .values("result__ladder_entry__ladder")
        .annotate(
            won_count=Count("pk", filter=Q(won=True)),
            lost_count=Count("pk", filter=Q(other_won=True)),
            count=Count("pk"),
            points_sum=Sum("points"),
            against_sum=Sum("other_points"),
        )
        .order_by("-count", "result__ladder_entry__ladder")
    )
    rows = list(sums)
    ladders = Ladder.objects.in_bulk(row["result__ladder_entry__ladder"] for row in rows)
    found = []
    for row in rows:
        won, lost, count = row["won_count"], row["lost_count"], row["count"]
        level = count - won - lost
        found.append(
            VersusScore(
                ladder=ladders[row["result__ladder_entry__ladder"]],
                won=won,
                level=level,
                lost=lost,
                points=row["points_sum"],
                points_against=row["against_sum"],
                score=score_of(
                    results=count,
                    shares=won * NANO + level * NANO // 2,
                    squares=won * NANO + level * NANO // 4,
                ),
            )
        )
    return found


def played_hands(*, rows: Sequence[SheetResultSide]) -> dict[int, tuple[PlayedHand, ...]]:
    """The latest rated matches of these hand by hand, as the side saw them. Select
    `result__sheet__rule_version` and prefetch `result__sheet__entries` with them."""
    rated = [row for row in rows if row.result.ladder_entry_id is not None]
    return {row.pk: _hands(row) for row in rated[:HANDS_SHOWN_MATCHES]}


def _hands(row: SheetResultSide) -> tuple[PlayedHand, ...]:
    book = sheet_book(sheet=row.result.sheet)
    found = []
    for version, running in zip(book.hands, book.progress.running, strict=False):
        points = version.hand.score.totals
        found.append(
            PlayedHand(
                number=version.number,
                points=points[row.number],
                points_against=points[1 - row.number],
                total=running[row.number],
                total_against=running[1 - row.number],
            )
        )
    return tuple(found)
