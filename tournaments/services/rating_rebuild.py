"""Everything about a ladder's ratings worked out again from its entries alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from tournaments.models import Ladder, LadderEntry, Rating, RatingEvent
from tournaments.selectors.ratings import rating_sum, voids_of
from tournaments.services.rating_book import RatingBook, Step
from tournaments.services.ratings import rating_of_sum

_BATCH: Final = 2_000
EXAMPLES_MAX: Final = 10
"""So many of each kind are named."""
Progress = Callable[[int, int], None]
"""Told how many entries of how many are done."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was found: how many differ, and sentences about the first of them."""

    entries: int
    events_differing: int
    """Steps that are not in the log as they should be, or should not be there."""
    ratings_differing: int
    encounters_differing: int
    counts_differing: int
    """Of the ladder itself."""
    differences: tuple[str, ...]

    @property
    def is_identical(self) -> bool:
        return not (self.events_differing or self.is_to_be_mended)

    @property
    def is_to_be_mended(self) -> bool:
        """Whether something differs that is kept only beside the log."""
        return bool(self.ratings_differing or self.encounters_differing or self.counts_differing)


@transaction.atomic
def ratings_rebuild(
    *, ladder_id: int, write: bool = True, progress: Progress = lambda _done, _of: None
) -> Rebuilt:
    """Work everything out again and, if asked to, store ratings, encounters and counts anew. Events
    are compared: they are never changed.

    What reached the ladder before is only added to, so it is read while matches are settled; for
    what arrives meanwhile, and for comparing and storing, the ladder waits.
    """
    ladder = Ladder.objects.get(pk=ladder_id)
    walk = _Walk(ladder, progress)
    walk.go_on(ladder.last_number)
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder_id)
    walk.go_on(None)
    found, changed = _compared(ladder, walk)
    if write and found.is_to_be_mended:
        Rating.objects.filter(ladder=ladder, competitor__in=changed).delete()
        here = sorted(changed & walk.book.sums.keys())
        Rating.objects.bulk_create(
            (rating_of_sum(ladder.pk, who, walk.book.sums[who]) for who in here), batch_size=_BATCH
        )
        walk.book.encounters.store()
        for name, number in walk.counts().items():
            setattr(ladder, name, number)
        ladder.save(update_fields=[*walk.counts()])
    return found


class _Walk:
    """Along the entries of a ladder and its log, as far as one likes at a time."""

    def __init__(self, ladder: Ladder, progress: Progress) -> None:
        self._ladder_id = ladder.pk
        self._progress = progress
        self._last = 0
        self.events_differing: list[Step] = []
        self.events_differing_count = 0
        self.book = RatingBook(ladder.pk, voids_of(ladder_id=ladder.pk), ladder.terms)

    def go_on(self, until: int | None) -> None:
        """To the entry of this number, or to the end and to what stands in the log behind it."""
        entries = LadderEntry.objects.filter(ladder_id=self._ladder_id, number__gt=self._last)
        events = RatingEvent.objects.filter(ladder_id=self._ladder_id, number__gt=self._last)
        if until is not None:
            entries, events = entries.filter(number__lte=until), events.filter(number__lte=until)
        stored = _Stored(events.order_by("number", "pk").iterator(_BATCH))
        for entry in entries.order_by("number").iterator(_BATCH):
            self._note(set(self.book.add(entry)) ^ stored.until(entry.number))
            self._last = entry.number
            if self.book.entries % _BATCH == 0:
                self._progress(self.book.entries, until or self._last)
        self._note(stored.until(None))

    def counts(self) -> dict[str, int]:
        """What the ladder says of itself."""
        return {
            "last_number": self._last,
            "results_count": self.book.results,
            "ratings_count": len(self.book.sums),
        }

    def _note(self, differing: set[Step]) -> None:
        self.events_differing_count += len(differing)
        room = EXAMPLES_MAX - len(self.events_differing)
        self.events_differing += sorted(differing, key=lambda step: step[:3])[:room]


class _Stored:
    """The log, read along with the entries."""

    def __init__(self, events: Iterator[RatingEvent]) -> None:
        self._events = events
        self._next = next(events, None)

    def until(self, number: int | None) -> set[Step]:
        """What stands there up to this entry, or to the end."""
        found = set()
        while (event := self._next) is not None and (number is None or event.number <= number):
            found.add(
                Step(
                    number=event.number,
                    competitor=event.competitor_id,
                    cause=event.cause,
                    after=event.standing,
                    delta=event.delta,
                    expected=event.expected,
                    score=event.score,
                )
            )
            self._next = next(self._events, None)
        return found


def _compared(ladder: Ladder, walk: _Walk) -> tuple[Rebuilt, set[int]]:
    """What differs, and whose ratings do."""
    changed = _ratings_differing(ladder, walk.book)
    pairs, some_pairs = walk.book.encounters.differing(examples=EXAMPLES_MAX)
    counts = {
        name: (getattr(ladder, name), number)
        for name, number in walk.counts().items()
        if getattr(ladder, name) != number
    }
    sentences = [
        f"Entry {step.number}: what it did to competitor {step.competitor} ({step.cause}) "
        "is logged otherwise."
        for step in walk.events_differing
    ]
    sentences += [
        f"The rating of competitor {who} differs." for who in sorted(changed)[:EXAMPLES_MAX]
    ]
    sentences += [f"What competitor {who} made against {whom} differs." for who, whom in some_pairs]
    sentences += [
        f"The ladder's {name} is {stored} instead of {number}."
        for name, (stored, number) in counts.items()
    ]
    found = Rebuilt(
        entries=walk.book.entries,
        events_differing=walk.events_differing_count,
        ratings_differing=len(changed),
        encounters_differing=pairs,
        counts_differing=len(counts),
        differences=tuple(sentences),
    )
    return found, changed


def _ratings_differing(ladder: Ladder, book: RatingBook) -> set[int]:
    """Whose row is another one than it should be, is missing, or should not be there."""
    missing = set(book.sums)
    changed = set()
    for row in Rating.objects.filter(ladder=ladder).iterator(_BATCH):
        missing.discard(row.competitor_id)
        if book.sums.get(row.competitor_id) != rating_sum(rating=row):
            changed.add(row.competitor_id)
    return changed | missing
