"""Results reach a ladder once, in one order; what counts no longer is corrected, and said so."""

from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Final

from django.db import connection, transaction
from django.db.models import F

from scoring.ladder import LadderTerms, Move, Standing, fold, moves_of
from tournaments.ladder_sums import (
    RatingSum,
    Result,
    corrections,
    encounters_of,
    sums_after,
    sums_without,
)
from tournaments.ladder_voids import unaffected_until
from tournaments.models import Encounter, Ladder, LadderEntry, Rating, RatingEvent
from tournaments.results import RatedResult
from tournaments.selectors.ratings import (
    entry_result,
    players_since,
    results_from,
    standings_at,
    sums_of,
    voids_of,
)

Kind = LadderEntry.Kind
_SUMMED: Final = (
    "value", "variance", "results", "squared_residuals", "spreads", "version",
    "results_of_version", "won", "level", "lost", "games", "points", "trend", "last_at",
)  # fmt: skip
_ENCOUNTER: Final = """
INSERT INTO tournaments_encounter AS known
    (ladder_id, competitor_id, opponent_id, won, level, lost, shares, squares, points,
     points_against)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (competitor_id, ladder_id, opponent_id) DO UPDATE SET
    won = known.won + excluded.won, level = known.level + excluded.level,
    lost = known.lost + excluded.lost, shares = known.shares + excluded.shares,
    squares = known.squares + excluded.squares, points = known.points + excluded.points,
    points_against = known.points_against + excluded.points_against
"""
_ENCOUNTER_VOID: Final = """
UPDATE tournaments_encounter SET won = won - %s, level = level - %s, lost = lost - %s,
    shares = shares - %s, squares = squares - %s, points = points - %s,
    points_against = points_against - %s
WHERE ladder_id = %s AND competitor_id = %s AND opponent_id = %s
"""


@transaction.atomic
def rating_result_record(*, result: RatedResult) -> LadderEntry:
    """Let a result count on its ladder. A second time is refused by the database."""
    ladder = _ladder_step(result.ladder_id, results=1)
    entry = LadderEntry.objects.create(
        ladder_id=result.ladder_id,
        number=ladder.last_number,
        kind=Kind.RESULT,
        source=result.source,
        sides=[[list(member) for member in side] for side in result.sides],
        scores=[[str(share) for share in row] for row in result.scores.rows],
        points=list(result.points),
        games=result.games,
    )
    counted = entry_result(entry=entry)
    who = [member.competitor for side in result.sides for member in side]
    sums = sums_of(ladder_id=result.ladder_id, competitors=who)
    standings = {one: row.standing for one, row in sums.items()}
    moves = moves_of(counted.rated, standings, ladder.terms)
    after = sums_after(sums, counted, moves)
    _events_add(entry, moves)
    _sums_store(result.ladder_id, after)
    _encounters_add(result.ladder_id, counted)
    if new := len(after.keys() - sums.keys()):
        _ratings_counted(result.ladder_id, new)
    return entry


@transaction.atomic
def rating_result_void(*, source: str) -> LadderEntry | None:
    """Let a result count no longer: everything after it is worked out again as if it had never been
    played, and the differences are written as corrections. None if it did not count."""
    settled = LadderEntry.objects.filter(source=source, kind=Kind.RESULT).first()
    if settled is None:
        return None
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=settled.ladder_id)
    if LadderEntry.objects.filter(source=source, kind=Kind.VOID).exists():
        return None
    entry = LadderEntry.objects.create(
        ladder_id=settled.ladder_id,
        number=_ladder_step(settled.ladder_id, results=-1).last_number,
        kind=Kind.VOID,
        source=source,
    )
    result = entry_result(entry=settled)
    before, left = _standings_without_void(settled, ladder.terms)
    after = sums_without(before, result, left)
    _corrections_add(entry, corrections(before, after))
    changed = {who: row for who, row in after.items() if before[who] != row}
    _sums_store(settled.ladder_id, changed)
    gone = before.keys() - after.keys()
    Rating.objects.filter(ladder_id=settled.ladder_id, competitor__in=gone).delete()
    if gone:
        _ratings_counted(settled.ladder_id, -len(gone))
    _encounters_take_away(settled.ladder_id, result)
    return entry


def _standings_without_void(
    settled: LadderEntry, terms: LadderTerms
) -> tuple[dict[int, RatingSum], dict[int, Standing]]:
    """The rows of everybody whom a result may have moved, and what is left of their standings as if
    all that is void had never been played. What was rated long before is right as it was written
    down, so this takes as long as there are results after the one in question."""
    ladder_id = settled.ladder_id
    voids = voids_of(ladder_id=ladder_id)
    last = unaffected_until(settled.number, voids)
    players = players_since(ladder_id=ladder_id, number=last + 1)
    left = fold(
        results_from(ladder_id=ladder_id, number=last + 1),
        without={void.result for void in voids},
        standings=standings_at(ladder_id=ladder_id, number=last, competitors=players),
        terms=terms,
    )
    return sums_of(ladder_id=ladder_id, competitors=players), left


def _ladder_step(ladder_id: int, *, results: int) -> Ladder:
    """One entry further, without gaps; locks the ladder, so that everybody who writes to it waits
    for the one before. One statement: it is the only one in which all settlements meet."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_ladder SET last_number = last_number + 1, "
            "results_count = results_count + %s WHERE id = %s "
            "RETURNING last_number, hosting, boards",
            [results, ladder_id],
        )
        found = cursor.fetchone()
    if found is None:
        raise Ladder.DoesNotExist(ladder_id)
    number, hosting, boards = found
    return Ladder(pk=ladder_id, last_number=number, hosting=hosting, boards=boards)


def _ratings_counted(ladder_id: int, by: int) -> None:
    Ladder.objects.filter(pk=ladder_id).update(ratings_count=F("ratings_count") + by)


def _events_add(entry: LadderEntry, moves: Iterable[Move]) -> None:
    RatingEvent.objects.bulk_create(
        RatingEvent(
            ladder_id=entry.ladder_id,
            competitor_id=move.competitor,
            number=entry.number,
            cause=move.cause.value,
            delta=move.after.rating - move.before.rating,
            expected=None if move.change is None else float(move.change.expected),
            score=None if move.change is None else float(move.change.score),
            at=entry.at,
            **RatingEvent.columns(move.after),
        )
        for move in moves
    )


def _corrections_add(entry: LadderEntry, found: Mapping[int, tuple[Standing, Standing]]) -> None:
    RatingEvent.objects.bulk_create(
        (
            RatingEvent(
                ladder_id=entry.ladder_id,
                competitor_id=who,
                number=entry.number,
                cause=RatingEvent.Cause.CORRECTION,
                delta=after.rating - before.rating,
                at=entry.at,
                **RatingEvent.columns(after),
            )
            for who, (before, after) in sorted(found.items())
        ),
        batch_size=1_000,
    )


def _sums_store(ladder_id: int, sums: Mapping[int, RatingSum]) -> None:
    Rating.objects.bulk_create(
        (rating_of_sum(ladder_id, who, row) for who, row in sorted(sums.items())),
        update_conflicts=True,
        unique_fields=["ladder", "competitor"],
        update_fields=_SUMMED,
        batch_size=1_000,
    )


def rating_of_sum(ladder_id: int, competitor: int, row: RatingSum) -> Rating:
    """As it is stored."""
    return Rating(
        ladder_id=ladder_id,
        competitor_id=competitor,
        won=row.won,
        level=row.level,
        lost=row.lost,
        games=row.games,
        points=row.points,
        trend=list(row.trend),
        first_at=row.first_at,
        last_at=row.last_at,
        **Rating.columns(row.standing),
    )


def _encounters_add(ladder_id: int, result: Result) -> None:
    rows = [(ladder_id, who, whom, *astuple(taken)) for who, whom, taken in encounters_of(result)]
    with connection.cursor() as cursor:
        cursor.executemany(_ENCOUNTER, rows)


def _encounters_take_away(ladder_id: int, result: Result) -> None:
    rows = [(*astuple(taken), ladder_id, who, whom) for who, whom, taken in encounters_of(result)]
    with connection.cursor() as cursor:
        cursor.executemany(_ENCOUNTER_VOID, rows)
    who = {row[-2] for row in rows}
    nothing = Encounter.objects.filter(competitor__in=who, ladder_id=ladder_id)
    nothing.filter(won=0, level=0, lost=0).delete()
