"""Everything about a ladder's ratings worked out again from its entries alone."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field, fields
from typing import Final

from django.db import transaction

from scoring.ladder import Move, Standing, fold, moves_of
from tournaments.ladder_sums import (
    EncounterSum,
    RatingSum,
    Result,
    corrections,
    encounters_of,
    sums_after,
    sums_without,
)
from tournaments.models import Encounter, Ladder, LadderEntry, Rating, RatingEvent
from tournaments.selectors.ratings import entry_result, sums_of
from tournaments.services.ratings import rating_of_sum

_BATCH: Final = 2_000
_ENCOUNTER: Final = tuple(one.name for one in fields(EncounterSum))
Step = tuple[int, int, str, Standing]
"""The number of the entry, who, why, and the standing after it."""


@dataclass(slots=True)
class Book:
    """A ladder in memory, entry by entry."""

    sums: dict[int, RatingSum] = field(default_factory=dict)
    encounters: defaultdict[tuple[int, int], EncounterSum] = field(
        default_factory=lambda: defaultdict(EncounterSum)
    )
    _results: dict[str, Result] = field(default_factory=dict)
    _void: set[int] = field(default_factory=set)

    def add(self, entry: LadderEntry) -> list[Step]:
        """What the entry does to whom."""
        if entry.kind == LadderEntry.Kind.VOID:
            return self._add_void(entry)
        result = entry_result(entry=entry)
        self._results[entry.source] = result
        who = [member.competitor for side in result.rated.sides for member in side]
        standings = {one: self.sums[one].standing for one in who if one in self.sums}
        moves = moves_of(result.rated, standings)
        self.sums |= sums_after(self.sums, result, moves)
        self._meet(result, 1)
        return [_step(move) for move in moves]

    def _add_void(self, entry: LadderEntry) -> list[Step]:
        result = self._results[entry.source]
        self._void.add(result.rated.number)
        left = fold((one.rated for one in self._results.values()), without=self._void)
        before, self.sums = self.sums, sums_without(self.sums, result, left)
        self._meet(result, -1)
        found = corrections(before, self.sums)
        cause = RatingEvent.Cause.CORRECTION.value
        return [(entry.number, who, cause, after) for who, (_, after) in sorted(found.items())]

    def _meet(self, result: Result, sign: int) -> None:
        for who, whom, taken in encounters_of(result):
            self.encounters[who, whom] = self.encounters[who, whom].plus(taken, sign)

    @property
    def met(self) -> dict[tuple[int, int], EncounterSum]:
        """Without those who met in nothing that counts."""
        nothing = EncounterSum()
        return {pair: taken for pair, taken in self.encounters.items() if taken != nothing}


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was found."""

    entries: int
    events_differing: int
    """Steps that are not in the log as they should be, or should not be there."""
    ratings_differing: int
    encounters_differing: int

    @property
    def is_identical(self) -> bool:
        return not (self.events_differing or self.ratings_differing or self.encounters_differing)


@transaction.atomic
def ratings_rebuild(*, ladder_id: int, write: bool = True) -> Rebuilt:
    """Work everything out again and, if asked to, store ratings and encounters anew. Events are
    compared: they are never changed. The ladder waits meanwhile."""
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder_id)
    book, entries, differing = Book(), 0, 0
    stored = _Stored(ladder_id)
    for entry in LadderEntry.objects.filter(ladder=ladder).order_by("number").iterator(_BATCH):
        entries += 1
        differing += len(set(book.add(entry)) ^ stored.of(entry.number))
    differing += stored.rest()
    met = book.met
    found = Rebuilt(
        entries=entries,
        events_differing=differing,
        ratings_differing=len(sums_of(ladder_id=ladder_id).items() ^ book.sums.items()),
        encounters_differing=len(_encounters_of(ladder_id).items() ^ met.items()),
    )
    if write and (found.ratings_differing or found.encounters_differing):
        _store(ladder, book.sums, met)
    return found


class _Stored:
    """The log of a ladder, read along with its entries."""

    def __init__(self, ladder_id: int) -> None:
        events = RatingEvent.objects.filter(ladder_id=ladder_id).order_by("number", "pk")
        self._events: Iterator[RatingEvent] = events.iterator(_BATCH)
        self._next = next(self._events, None)

    def of(self, number: int) -> set[Step]:
        found = set()
        while self._next is not None and self._next.number <= number:
            event = self._next
            found.add((event.number, event.competitor_id, event.cause, event.standing))
            self._next = next(self._events, None)
        return found

    def rest(self) -> int:
        """How many belong to no entry."""
        return (self._next is not None) + sum(1 for _ in self._events)


def _step(move: Move) -> Step:
    return move.number, move.competitor, move.cause.value, move.after


def _encounters_of(ladder_id: int) -> dict[tuple[int, int], EncounterSum]:
    rows = Encounter.objects.filter(ladder_id=ladder_id).values_list(
        "competitor_id", "opponent_id", *_ENCOUNTER
    )
    return {(who, whom): EncounterSum(*taken) for who, whom, *taken in rows.iterator(_BATCH)}


def _store(
    ladder: Ladder, sums: dict[int, RatingSum], met: dict[tuple[int, int], EncounterSum]
) -> None:
    Rating.objects.filter(ladder=ladder).delete()
    Rating.objects.bulk_create(
        (rating_of_sum(ladder.pk, who, row) for who, row in sorted(sums.items())),
        batch_size=_BATCH,
    )
    Encounter.objects.filter(ladder=ladder).delete()
    Encounter.objects.bulk_create(
        (
            Encounter(
                ladder=ladder,
                competitor_id=who,
                opponent_id=whom,
                **dict(zip(_ENCOUNTER, astuple(taken), strict=True)),
            )
            for (who, whom), taken in sorted(met.items())
        ),
        batch_size=_BATCH,
    )
    ladder.ratings_count = len(sums)
    ladder.save(update_fields=["ratings_count"])
