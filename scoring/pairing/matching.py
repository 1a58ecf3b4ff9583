"""Perfect matchings: exact ones from networkx, and cheap proofs that one exists.

networkx's blossom algorithm is exact and well kept, so we do not write our own; but in Python it
takes 0.02 s for a complete graph of 32, 1 s for 128 and over a minute for 512.  So it is asked
only when no cheap proof answers.  In a large field hardly anybody has met anybody, and then
Dirac's theorem (1952) does: if each of an even number n of vertices has n/2 neighbours
or more, a perfect matching exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set

import networkx as nx

Cost = Callable[[int, int], int]
"""What it costs to pair two players, by index; exact integers of any size."""


def cheapest_perfect_matching(players: Sequence[int], cost: Cost) -> dict[int, int]:
    """Everyone's partner in a perfect matching of least total cost.  Even numbers only."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(players)
    for i, a in enumerate(players):
        for b in players[i + 1 :]:
            graph.add_edge(a, b, weight=-cost(a, b))
    return _partners(nx.max_weight_matching(graph, maxcardinality=True))


def richest_matching(
    players: Sequence[int], may_meet: Callable[[int, int], bool], gain: Cost
) -> dict[int, int]:
    """The partners in a matching of greatest total gain; some players may stay alone."""
    graph: nx.Graph[int] = nx.Graph()
    for i, a in enumerate(players):
        for b in players[i + 1 :]:
            if may_meet(a, b):
                graph.add_edge(a, b, weight=gain(a, b))
    return _partners(nx.max_weight_matching(graph))


def _partners(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    return {p: q for a, b in pairs for p, q in ((a, b), (b, a))}


def total_cost(partner: dict[int, int], cost: Cost) -> int:
    """What a matching costs altogether."""
    return sum(cost(a, b) for a, b in partner.items() if a < b)


def surely_matchable(players: Set[int], excluded: Sequence[Set[int]]) -> bool:
    """Dirac's condition on the graph where everyone may meet all but ``excluded[player]``.

    True is a proof that a perfect matching exists; False says nothing.
    """
    count = len(players)
    if count % 2:
        return False
    most = max((len(excluded[player] & players) for player in players), default=0)
    return count == 0 or 2 * (count - 1 - most) >= count


def quickly_matched(players: Set[int], excluded: Sequence[Set[int]]) -> bool:
    """Try to pair everyone greedily, the most restricted first, repairing with one exchange.

    True means a perfect matching was found; False says nothing.
    """
    order = sorted(players, key=lambda player: (-len(excluded[player] & players), player))
    partner: dict[int, int] = {}
    alone: list[int] = []
    for i, player in enumerate(order):
        if player in partner:
            continue
        for other in order[i + 1 :]:
            if other not in partner and other not in excluded[player]:
                partner[player], partner[other] = other, player
                break
        else:
            alone.append(player)
    while len(alone) > 1:
        a, b = alone.pop(), alone.pop()
        for c, d in partner.items():
            if c not in excluded[a] and d not in excluded[b]:
                partner[a], partner[c], partner[b], partner[d] = c, a, d, b
                break
        else:
            return False
    return not alone
