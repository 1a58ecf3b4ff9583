"""A ladder worked out from its entries alone, one after the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.ladder import LadderResult, LadderTerms, Move, Standing, fold, moves_of
from tournaments.ladder_sums import RatingSum, Result, corrections, sums_after, sums_without
from tournaments.ladder_voids import Void, unaffected_until
from tournaments.models import LadderEntry, RatingEvent
from tournaments.selectors.ratings import entry_result, results_from
from tournaments.services.encounter_rebuild import EncounterBook


class Step(NamedTuple):
    """What an entry did to somebody, as the log should say it."""

    number: int
    """Of the entry."""
    competitor: int
    cause: str
    after: Standing
    delta: int
    expected: float | None = None
    score: float | None = None


class RatingBook:
    """Everybody's row after the entries that were added so far, and who has met whom.

    Holds the rows of a leaderboard and, while a result is waiting to be declared void, as many
    standings: never the entries. Those that have to be folded again are read again.
    """

    def __init__(self, ladder_id: int, voids: Sequence[Void], terms: LadderTerms) -> None:
        self.sums: dict[int, RatingSum] = {}
        self.encounters = EncounterBook(ladder_id)
        self.results = 0
        self.entries = 0
        self._ladder_id = ladder_id
        self._terms = terms
        self._void: set[int] = set()
        # Up to where nothing changes by a void, by the number of its entry.
        self._last = {
            void.declared: unaffected_until(void.result, voids[: place + 1])
            for place, void in enumerate(voids)
        }
        self._needed = Counter(self._last.values())
        self._kept: dict[int, dict[int, Standing]] = {}

    def add(self, entry: LadderEntry) -> list[Step]:
        """What the entry does to whom."""
        self.entries += 1
        is_void = entry.kind == LadderEntry.Kind.VOID
        steps = self._add_void(entry) if is_void else self._add_result(entry_result(entry=entry))
        self._keep(entry.number)
        return steps

    def _add_result(self, result: Result) -> list[Step]:
        self.results += 1
        who = [member.competitor for side in result.rated.sides for member in side]
        standings = {one: self.sums[one].standing for one in who if one in self.sums}
        moves = moves_of(result.rated, standings, self._terms)
        self.sums |= sums_after(self.sums, result, moves)
        self.encounters.add(result)
        return [_step(move) for move in moves]

    def _add_void(self, entry: LadderEntry) -> list[Step]:
        self.results -= 1
        settled = LadderEntry.objects.get(
            ladder_id=self._ladder_id, kind=LadderEntry.Kind.RESULT, source=entry.source
        )
        result = entry_result(entry=settled)
        self._void.add(settled.number)
        last = self._last.get(entry.number, 0)  # what came meanwhile is folded from the beginning
        again = results_from(ladder_id=self._ladder_id, number=last + 1, before=entry.number)
        players: set[int] = set()
        left = fold(
            _with_players(again, players),
            without=self._void,
            standings=self._let_go(last),
            terms=self._terms,
        )
        before = {who: self.sums[who] for who in players if who in self.sums}
        after = sums_without(before, result, left)
        for who in before:
            del self.sums[who]
        self.sums |= after
        self.encounters.add(result, sign=-1)
        found = corrections(before, after)
        cause = RatingEvent.Cause.CORRECTION.value
        return [
            Step(entry.number, who, cause, now, now.rating - was.rating)
            for who, (was, now) in found.items()
        ]

    def _keep(self, number: int) -> None:
        if number in self._needed:
            self._kept[number] = {who: row.standing for who, row in self.sums.items()}

    def _let_go(self, number: int) -> dict[int, Standing]:
        if not number:
            return {}
        self._needed[number] -= 1
        return self._kept[number] if self._needed[number] else self._kept.pop(number)


def _with_players(results: Iterable[LadderResult], players: set[int]) -> Iterator[LadderResult]:
    """The same, and whoever is in one of them is added to `players`."""
    for result in results:
        players.update(member.competitor for side in result.sides for member in side)
        yield result


def _step(move: Move) -> Step:
    return Step(
        number=move.number,
        competitor=move.competitor,
        cause=move.cause.value,
        after=move.after,
        delta=move.after.rating - move.before.rating,
        expected=None if move.change is None else float(move.change.expected),
        score=None if move.change is None else float(move.change.score),
    )
