"""A busy day of the arena in simulated time: the fair order beside first come, first served.

Everything is decided by the seed; no clock of this machine is read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from random import Random
from statistics import median
from typing import Protocol

from arena.fair_order import FairOrder, Waiting, charge

FLOODER = 0
SLOTS = 2
FLOOD = 1_000
MODEST = 20
FLOOD_AT = 60.0
"""Seconds after which the flood comes."""
DAY = 1_800.0
"""How long the modest authors ask for matches: about as long as the flood takes."""
PAUSE = 300.0
"""Seconds, on average, until a modest author asks for the next match."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A match, when it was asked for, and how long it will really take."""

    waiting: Waiting
    at: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Day:
    """How long everybody's matches waited, in the order of asking."""

    waits: dict[int | None, list[float]]
    over_at: float
    """When the last match was over."""

    def of(self, requesters: Iterable[int]) -> list[float]:
        return [wait for who in requesters for wait in self.waits.get(who, [])]

    @property
    def modest(self) -> list[float]:
        return self.of(range(1, MODEST + 1))


def demand(seed: int, *, flood: int = FLOOD) -> list[Asked]:
    """One author asks for very many at once, the others now and then for one."""
    chance = Random(seed)
    times = [(FLOOD_AT, FLOODER)] * flood
    for author in range(1, MODEST + 1):
        at = chance.expovariate(1 / PAUSE)
        while at < DAY:
            times.append((at, author))
            at += chance.expovariate(1 / PAUSE)
    asked = []
    for number, (at, author) in enumerate(sorted(times)):
        cost = chance.choice([1.5, 3.0, 6.0])
        seconds = cost * chance.uniform(0.5, 1.5)  # nobody knows exactly beforehand
        asked.append(Asked(Waiting(number, author, cost, at), at, seconds))
    return asked


class Policy(Protocol):
    """Who begins."""

    def choose(self, waiting: Sequence[Waiting], room: int) -> list[Waiting]:
        """Which of those that wait begin now, if there is room for so many."""

    def over(self, match: Asked) -> None:
        """It was played."""


class FirstCome:
    """What everybody does who does not think about it."""

    def choose(self, waiting: Sequence[Waiting], room: int) -> list[Waiting]:
        return sorted(waiting, key=lambda one: (one.asked, one.id))[:room]

    def over(self, match: Asked) -> None:
        """It changes nothing."""


class Fair:
    """As the dispatcher does it: the state is all that is kept from one time to the next."""

    def __init__(self) -> None:
        self._virtual_time = 0.0
        self._finishes: dict[int | None, float] = {}

    def choose(self, waiting: Sequence[Waiting], room: int) -> list[Waiting]:
        order = FairOrder(self._virtual_time, self._finishes)
        chosen = list(islice(order.order(waiting), room))
        self._virtual_time = order.virtual_time
        self._finishes |= order.changed
        return chosen

    def over(self, match: Asked) -> None:
        who = match.waiting.requester
        self._finishes[who] += charge(who, match.seconds - match.waiting.cost)


def simulate(asked: Sequence[Asked], policy: Policy, *, slots: int = SLOTS) -> Day:
    """Play everything with so many slots; a slot is never idle while somebody waits."""
    by_id = {one.waiting.id: one for one in asked}
    coming = sorted(asked, key=lambda one: one.at, reverse=True)
    waiting: list[Waiting] = []
    ends: list[tuple[float, int]] = []
    begun: dict[int, float] = {}
    now = 0.0
    while coming or waiting:
        while coming and coming[-1].at <= now:
            waiting.append(coming.pop().waiting)
        while ends and ends[0][0] <= now:
            policy.over(by_id[heappop(ends)[1]])
        for one in policy.choose(waiting, slots - len(ends)):
            waiting.remove(one)
            begun[one.id] = now
            heappush(ends, (now + by_id[one.id].seconds, one.id))
        moments = [*(end for end, _ in ends[:1]), *(one.at for one in coming[-1:])]
        now = min(moments, default=now)
    waits: dict[int | None, list[float]] = {}
    for match in asked:
        wait = begun[match.waiting.id] - match.at
        waits.setdefault(match.waiting.requester, []).append(wait)
    return Day(waits, over_at=max((end for end, _ in ends), default=now))


def table(seeds: Iterable[int]) -> list[str]:
    """What `make bench` shows: the waits without a flood and with it, in either order."""
    lines = [f"{'':>6} {'modest authors, median / worst wait in s':^52}{'all over':>15}"]
    lines.append(f"{'seed':>6} {'no flood':>16}{'first come':>18}{'fair':>18}{'fair/first':>15}")
    for seed in seeds:
        flooded = demand(seed)
        calm = simulate(demand(seed, flood=0), FirstCome())
        first, fair = simulate(flooded, FirstCome()), simulate(flooded, Fair())
        cells = [
            f"{median(day.modest):8.1f} /{max(day.modest):6.0f}" for day in (calm, first, fair)
        ]
        lines.append(
            f"{seed:>6} {cells[0]:>16}{cells[1]:>18}{cells[2]:>18}"
            f"{fair.over_at / first.over_at:>15.3f}"
        )
    return lines
