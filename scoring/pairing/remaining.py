"""The rest of a round robin that did not go by the Berger table.

Someone came late, left, or sits a round out: whoever has still to meet is spread over as few
rounds as can be found.  That is colouring the edges of a graph, which nobody can do perfectly and
quickly; so several spreads are made and the shortest is taken, and looking ends as soon as one is
as short as whoever has the most matches left allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from scoring.pairing.common import CompetitorId
from scoring.pairing.matching import richest_matching
from scoring.pairing.round_robin import round_robin

Pair = tuple[CompetitorId, CompetitorId]
Available = Callable[[CompetitorId, int], bool]
"""Whether someone can play in the round with this number."""

MOST_FOR_MATCHINGS = 40
"""Exact matchings take 0.02 s for 32 and 1 s for 128, in each round; beyond this many competitors
the spreads made from Berger tables have to do, which need a round or two more."""


def remaining_rounds(
    orders: Sequence[Sequence[CompetitorId]],
    left: Mapping[Pair, int],
    *,
    first_round: int,
    is_available: Available,
) -> tuple[tuple[Pair, ...], ...]:
    """Spread pairs, each as often as ``left`` says, over rounds counted from ``first_round``.

    ``orders`` are orders of competitors whose Berger tables are tried: the nearer one of them is
    to what has been played, the better the rest fits together.  Nobody plays twice in a round, nor
    in one for which they are not available (everybody must be, some day), so a round may come out
    without any pair.
    """
    pairs = {pair: times for pair, times in left.items() if times > 0}
    if not pairs:
        return ()
    least = _least_rounds(pairs)
    best: list[list[Pair]] = []
    for made in _spreads(orders, pairs, first_round, is_available):
        if not best or len(made) < len(best):
            best = made
        if len(best) <= least:
            break
    return tuple(tuple(pairs) for pairs in best)


def _least_rounds(left: Mapping[Pair, int]) -> int:
    """Fewer rounds cannot do: someone's matches, or the tables of a full round, forbid it."""
    matches: Counter[CompetitorId] = Counter()
    for pair, times in left.items():
        for one in pair:
            matches[one] += times
    tables = len(matches) // 2
    return max(*matches.values(), -(-sum(left.values()) // tables))


def _spreads(
    orders: Sequence[Sequence[CompetitorId]],
    left: Mapping[Pair, int],
    first_round: int,
    is_available: Available,
) -> Iterator[list[list[Pair]]]:
    for order in orders:
        in_order = list(_by_berger(order, left))
        yield _first_fit(in_order, first_round, is_available, keep_rounds=True)
        yield _first_fit(in_order, first_round, is_available, keep_rounds=False)
    if len({one for pair in left for one in pair}) <= MOST_FOR_MATCHINGS:
        yield _by_matchings(left, first_round, is_available)


def _by_berger(order: Sequence[CompetitorId], left: Mapping[Pair, int]) -> Iterator[list[Pair]]:
    """The pairs still left in each round of the Berger table, in which everybody must stand."""
    rest = Counter(left)
    for table_round in round_robin(order, cycles=2 if max(left.values()) > 1 else 1):
        found: list[Pair] = []
        for pairing in table_round.pairings:
            for pair in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
                if rest[pair] > 0:
                    rest[pair] -= 1
                    found.append(pair)
                    break
        if found:
            yield found
    over = [pair for pair, times in rest.items() for _ in range(times)]
    if over:
        yield over


def _first_fit(
    batches: Iterable[Sequence[Pair]],
    first_round: int,
    is_available: Available,
    *,
    keep_rounds: bool,
) -> list[list[Pair]]:
    """Each pair in the first round in which both are free; ``keep_rounds`` lets no pair go before
    the batch in which it comes, which keeps whole rounds whole."""
    rounds: list[list[Pair]] = []
    busy: list[set[CompetitorId]] = []
    for batch_number, batch in enumerate(batches):
        for pair in batch:
            index = batch_number if keep_rounds else 0
            while True:
                while index >= len(rounds):
                    rounds.append([])
                    busy.append(set())
                number = first_round + index
                if busy[index].isdisjoint(pair) and all(is_available(x, number) for x in pair):
                    break
                index += 1
            rounds[index].append(pair)
            busy[index].update(pair)
    return rounds


def _by_matchings(
    left: Mapping[Pair, int], first_round: int, is_available: Available
) -> list[list[Pair]]:
    """Round by round as many matches as possible, for those with the most of them left first."""
    rest = Counter(left)
    rounds: list[list[Pair]] = []
    while rest := +rest:
        number = first_round + len(rounds)
        here = {one for pair in rest for one in pair if is_available(one, number)}
        made = _fullest_round(rest, here)
        rest.subtract(made)
        rounds.append(made)
    return rounds


def _fullest_round(rest: Mapping[Pair, int], here: Set[CompetitorId]) -> list[Pair]:
    todo: Counter[CompetitorId] = Counter()
    for pair, times in rest.items():
        for one in pair:
            todo[one] += times
    most = max(todo.values())
    everyone = sorted(here, key=str)
    index_of = {one: index for index, one in enumerate(everyone)}
    worth = [todo[one] + (len(everyone) * most if todo[one] == most else 0) for one in everyone]
    pairs: dict[tuple[int, int], Pair] = {}
    for pair in rest:
        if pair[0] in index_of and pair[1] in index_of:
            low, high = sorted(index_of[one] for one in pair)
            pairs[low, high] = pair
    partner = richest_matching(
        range(len(everyone)), lambda a, b: (a, b) in pairs, lambda a, b: worth[a] + worth[b]
    )
    return [pairs[a, b] for a, b in sorted(partner.items()) if a < b]
