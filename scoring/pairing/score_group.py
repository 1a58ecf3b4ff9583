"""Pairing the players of one score group (with those who floated into it).

The rule is one a person can follow: the higher half meets the lower half in order; those who
floated in from above meet the best of the group.  From the top down everyone gets the highest
opponent of the lower half that still lets all others be paired with as few seat clashes
as possible; only if there is none, someone of the own half, from the bottom up.
It fixes one pairing, and no search order can change it.

Finding it needs the answer, again and again, to "can the rest still be paired that well?".
A complete pairing of the rest is carried along as a witness.  Most questions are answered by
exchanging two or three of its pairs, or by counting claims to a seat; only what neither
settles goes to an exact matching.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scoring.pairing.common import Seat
from scoring.pairing.matching import Cost, cheapest_perfect_matching, total_cost
from scoring.pairing.seats import Claim, SeatHistory


class ClashCost:
    """Rematches, then absolute seat clashes, then any: one exact integer per pair."""

    def __init__(
        self, players: Sequence[int], rematch: Cost, seats: Callable[[int], SeatHistory]
    ) -> None:
        self._rematch = rematch
        self._mild = 1
        self._absolute = len(players)
        self._again = len(players) ** 2
        histories = {player: seats(player) for player in players}
        self._due = {player: history.due for player, history in histories.items()}
        self._claim = {player: history.claim for player, history in histories.items()}

    def __call__(self, a: int, b: int) -> int:
        cost = self._rematch(a, b) * self._again
        due = self._due[a]
        if due is not None and due is self._due[b]:
            both_absolute = min(self._claim[a], self._claim[b]) is Claim.ABSOLUTE
            cost += self._mild + (self._absolute if both_absolute else 0)
        return cost

    def tally(self, player: int) -> tuple[int, int, int, int]:
        """What one player adds to the counts that ``least`` needs."""
        due = self._due[player]
        absolute = self._claim[player] is Claim.ABSOLUTE
        first, second = due is Seat.FIRST, due is Seat.SECOND
        return int(first), int(second), int(first and absolute), int(second and absolute)

    def least(self, count: int, tally: Sequence[int]) -> int:
        """A bound from counting: more than half wanting one seat must clash among themselves."""
        half = count // 2
        first, second, absolute_first, absolute_second = (max(0, n - half) for n in tally)
        return (first + second) * self._mild + (absolute_first + absolute_second) * self._absolute


def planned_halves(
    floaters: Sequence[int], residents: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Who is paired in which order, and with whom by plan: two lists, matched by position."""
    if len(floaters) > len(residents):
        everyone = [*floaters, *residents]
        half = len(everyone) // 2
        return everyone[:half], everyone[half:]
    met_first = list(residents[: len(floaters)])
    rest = residents[len(floaters) :]
    half = len(rest) // 2
    return [*floaters, *rest[:half]], [*met_first, *rest[half:]]


def pair_group(
    upper: Sequence[int], lower: Sequence[int], cost: ClashCost
) -> list[tuple[int, int]]:
    """Pair a group whose halves are planned; the result is the unique one described above."""
    if not upper:
        return []
    search = _Search([*upper, *lower], cost)
    pairs: list[tuple[int, int]] = []
    for player in _waiting([*upper, *lower], search):
        for opponent in _candidates(player, upper, lower, search):
            if search.settle(player, opponent):
                pairs.append((player, opponent))
                break
    return pairs


def _waiting(order: Sequence[int], search: _Search) -> Iterator[int]:
    for player in order:
        if player in search.partner:
            yield player


def _candidates(
    player: int, upper: Sequence[int], lower: Sequence[int], search: _Search
) -> Iterator[int]:
    """Opponents in order of preference: the lower half from its top, the upper from its end."""
    for opponent in (*lower, *reversed(upper)):
        if opponent != player and opponent in search.partner:
            yield opponent


class _Search:
    """The players not yet settled, and a witness that they can be paired at least cost."""

    def __init__(self, players: Sequence[int], cost: ClashCost) -> None:
        self.cost = cost
        self.partner = self._start(players)
        self.left = total_cost(self.partner, cost)
        self.tally = [sum(column) for column in zip(*map(cost.tally, players), strict=True)]

    def _start(self, players: Sequence[int]) -> dict[int, int]:
        """A cheapest pairing: a quick one if counting proves it cheapest, else an exact one."""
        partner = _quick_pairing(players, self.cost)
        tally = [sum(column) for column in zip(*map(self.cost.tally, players), strict=True)]
        if total_cost(partner, self.cost) == self.cost.least(len(players), tally):
            return partner
        return cheapest_perfect_matching(players, self.cost)

    def settle(self, a: int, b: int) -> bool:
        """Pair these two for good if the rest stays as cheap as can be; else change nothing."""
        after = self._witness_without(a, b)
        if after is None:
            return False
        self.left -= self.cost(a, b)
        self.tally = self._tally_without(a, b)
        self.partner = after
        return True

    def _tally_without(self, a: int, b: int) -> list[int]:
        return [
            total - x - y
            for total, x, y in zip(self.tally, self.cost.tally(a), self.cost.tally(b), strict=True)
        ]

    def _witness_without(self, a: int, b: int) -> dict[int, int] | None:
        budget = self.left - self.cost(a, b)
        if budget < self.cost.least(len(self.partner) - 2, self._tally_without(a, b)):
            return None
        rest = dict(self.partner)
        widow, widower = rest.pop(a), rest.pop(b)
        if widow == b:
            return rest
        spare = budget - (self.left - self.cost(a, widow) - self.cost(b, widower))
        if self._exchanged(rest, widow, widower, spare):
            return rest
        exact = cheapest_perfect_matching(list(rest), self.cost)
        return exact if total_cost(exact, self.cost) <= budget else None

    def _exchanged(self, rest: dict[int, int], widow: int, widower: int, spare: int) -> bool:
        """Rejoin two who lost their partners, directly or by way of one other pair."""
        cost = self.cost
        if cost(widow, widower) <= spare:
            rest[widow], rest[widower] = widower, widow
            return True
        for third, fourth in rest.items():
            if third in (widow, widower):
                continue
            if cost(widow, third) + cost(widower, fourth) <= spare + cost(third, fourth):
                rest[widow], rest[third] = third, widow
                rest[widower], rest[fourth] = fourth, widower
                return True
        return False


def _quick_pairing(players: Sequence[int], cost: ClashCost) -> dict[int, int]:
    """A good first guess: fold, then exchange partners while that makes it cheaper."""
    half = len(players) // 2
    pairs = [list(pair) for pair in zip(players[:half], players[half:], strict=True)]
    for pair in pairs:
        if cost(*pair) == 0:
            continue
        for other in pairs:
            if other is pair:
                continue
            now = cost(*pair) + cost(*other)
            if cost(pair[0], other[1]) + cost(other[0], pair[1]) < now:
                pair[1], other[1] = other[1], pair[1]
            elif cost(pair[0], other[0]) + cost(pair[1], other[1]) < now:
                pair[1], other[0] = other[0], pair[1]
            if cost(*pair) == 0:
                break
    return {p: q for a, b in pairs for p, q in ((a, b), (b, a))}
