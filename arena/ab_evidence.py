"""What deal sets say about two versions: plain values, no database.

One observation is one deal: a shuffle, played once in every rotation of the seats, so that its luck
cancels out. With two players it can go five ways (0, 1/4, 1/2, 3/4 or all of it), which is the
pentanomial test of chess programs. The evidence is looked at whenever a deal set is settled.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.sequential import SetResults, SprtOutcome, SprtPlan, evaluate

Deals = tuple[int, ...]
"""How many deals brought the new version how much: from nothing to all, evenly spaced."""


@dataclass(frozen=True, slots=True)
class Step:
    """A deal set that is counted, or one that no longer is."""

    deals: Deals
    is_taken: bool = True


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known after some steps."""

    sets: int
    deals: Deals
    outcome: SprtOutcome


def deals_of(
    boards: Iterable[Mapping[str, Any]], *, new: Sequence[int], old: Sequence[int], rotations: int
) -> Deals:
    """The deals of one match. `boards` as it keeps them; `new` and `old`: the first place of each
    side that the version has. More points than the other are a win, as many a draw."""
    halves: dict[int, int] = {}
    for board in boards:
        points = board["points"]
        taken = sum(
            2 if points[mine] > points[theirs] else int(points[mine] == points[theirs])
            for mine in new
            for theirs in old
        )
        halves[board["board"]] = halves.get(board["board"], 0) + taken
    counts = [0] * (2 * rotations * len(new) * len(old) + 1)
    for taken in halves.values():
        counts[taken] += 1
    return tuple(counts)


def added(deals: Sequence[int], step: Step) -> Deals:
    """All deals after one step more; nothing at all is as long as the step."""
    sign = 1 if step.is_taken else -1
    before = deals or [0] * len(step.deals)
    return tuple(own + sign * more for own, more in zip(before, step.deals, strict=True))


def results_of(deals: Sequence[int]) -> SetResults:
    return SetResults.of_histogram(deals) if deals else SetResults({})


def walk(plan: SprtPlan, steps: Iterable[Step]) -> Iterator[Standing]:
    """Where the test stands after each step. Whoever stops it stops at the first verdict."""
    deals: Deals = ()
    sets = 0
    for step in steps:
        deals = added(deals, step)
        sets += 1 if step.is_taken else -1
        yield Standing(sets, deals, evaluate(plan, results_of(deals)))
