"""Whose match is next: start-time fair queuing, so that nobody's flood makes others wait.

Everybody who waits gets the same share of the workers' time, however much they have asked for. A
clock, the virtual time, counts the seconds that each of those who wait has been given. A match
starts, on that clock, where its requester's last one finished, or now if that is past; the match
that starts first is next, and it finishes after as many seconds as it is expected to take.

From this follows: whoever asks for the first time in a while waits for at most one match of each
other requester; whoever waits all the time is never behind an equal share by more than one match;
and nobody saves up turns by staying away. The method is that of P. Goyal, H. M. Vin and H. Cheng,
"Start-time Fair Queuing" (SIGCOMM 1996).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from math import isfinite
from typing import Any, Final, Protocol

Requester = int | None
"""An account's id; None: the service itself, which asks for matches of ladders and leagues."""
OWN_WEIGHT: Final = 1.0
"""The service counts as one more author: what it asks for fills the time that nobody else wants,
and still goes on when everybody wants some."""


class Sortable(Protocol):
    """Moments, or numbers: all of one kind."""

    def __lt__(self, other: Any, /) -> bool: ...  # noqa: ANN401


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits for its turn."""

    id: int
    requester: Requester
    cost: float
    """The seconds it is expected to take, by which its requester's share is counted."""
    asked: Sortable
    """Since when it waits; the oldest of a requester is the first of them."""

    def __post_init__(self) -> None:
        if not (isfinite(self.cost) and self.cost > 0):
            raise ValueError(f"Match {self.id} must take some time, not {self.cost} seconds.")


def charge(requester: Requester, seconds: float) -> float:
    """By how much a match of so many seconds moves its requester's finish. Once it is known how
    long it really took, the finish moves on (or back) by the charge of the difference: bots that
    think for long take turns from their own author only."""
    return seconds / OWN_WEIGHT if requester is None else seconds


class FairOrder:
    """The turns that were taken so far, and those that follow."""

    def __init__(self, virtual_time: float, finishes: Mapping[Requester, float]) -> None:
        self.virtual_time = virtual_time
        self._finishes = dict(finishes)
        self._changed: set[Requester] = set()

    @property
    def finishes(self) -> dict[Requester, float]:
        """Where everybody's last match finishes on the clock. Who is not ahead of the virtual time
        may as well be forgotten, and is not listed."""
        ahead = self._finishes.items()
        return {who: finish for who, finish in ahead if finish > self.virtual_time}

    @property
    def changed(self) -> dict[Requester, float]:
        """Only of those whose matches were taken: what there is to store beside the virtual time.
        Rows of others that are not ahead of it are of no use any more."""
        return {who: self._finishes[who] for who in self._changed}

    def order(self, waiting: Iterable[Waiting]) -> Iterator[Waiting]:
        """The matches in turn. Each one that is yielded is taken, unless it is given back at once:
        stop asking when there is no room for more, and the state is that of those taken."""
        lines: dict[Requester, deque[Waiting]] = {}
        for one in sorted(waiting, key=lambda one: (one.asked, one.id)):
            lines.setdefault(one.requester, deque()).append(one)
        # The first of every line by its start. The virtual time never passes a start that waits
        # here, so none of them changes before its turn.
        heads = [self._tagged(line[0]) for line in lines.values()]
        heapify(heads)
        while heads:
            start, _, _, requester = heads[0]
            line = lines[requester]
            taken = line.popleft()
            self._take(taken, start)
            yield taken
            if line:
                heapreplace(heads, self._tagged(line[0]))
            else:
                heappop(heads)

    def give_back(self, taken: Waiting) -> None:
        """The one that was just yielded is not played after all: it costs its requester nothing."""
        self._finishes[taken.requester] = self.virtual_time  # where it started

    def _tagged(self, head: Waiting) -> tuple[float, Sortable, int, Requester]:
        last = self._finishes.get(head.requester, self.virtual_time)
        return max(self.virtual_time, last), head.asked, head.id, head.requester

    def _take(self, taken: Waiting, start: float) -> None:
        self.virtual_time = start
        self._finishes[taken.requester] = start + charge(taken.requester, taken.cost)
        self._changed.add(taken.requester)
