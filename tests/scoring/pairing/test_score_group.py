"""Inside a score group the quick search finds what asking an exact matching every time finds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairing import Claim, Seat, SeatHistory
from scoring.pairing.matching import (
    cheapest_perfect_matching,
    quickly_matched,
    surely_matchable,
    total_cost,
)
from scoring.pairing.score_group import ClashCost, pair_group, planned_halves

seat_histories = st.lists(st.sampled_from(Seat), max_size=4).map(lambda s: SeatHistory(tuple(s)))


def slow_pair_group(upper: list[int], lower: list[int], cost: ClashCost) -> list[tuple[int, int]]:
    """The rule, word for word: the first opponent who leaves the whole at its cheapest."""
    left = [*upper, *lower]
    pairs: list[tuple[int, int]] = []
    while left:
        best = total_cost(cheapest_perfect_matching(left, cost), cost)
        player = left[0]
        for opponent in [q for q in (*lower, *reversed(upper)) if q in left and q != player]:
            rest = [p for p in left if p not in (player, opponent)]
            after = total_cost(cheapest_perfect_matching(rest, cost), cost) if rest else 0
            if cost(player, opponent) + after == best:
                pairs.append((player, opponent))
                left = rest
                break
    return pairs


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_quick_search_equals_the_slow_one(data: st.DataObject) -> None:
    count = 2 * data.draw(st.integers(1, 7))
    players = list(range(count))
    histories = data.draw(st.lists(seat_histories, min_size=count, max_size=count))
    met = data.draw(st.sets(st.tuples(st.sampled_from(players), st.sampled_from(players))))
    floaters = data.draw(st.integers(0, count))
    upper, lower = planned_halves(players[:floaters], players[floaters:])
    cost = ClashCost(
        players, lambda a, b: int((a, b) in met or (b, a) in met), histories.__getitem__
    )
    assert pair_group(upper, lower, cost) == slow_pair_group(upper, lower, cost)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 5), st.data())
def test_cheap_proofs_never_promise_too_much(half: int, data: st.DataObject) -> None:
    players = list(range(2 * half))
    met = data.draw(
        st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30)
        if players
        else st.just(set())
    )
    excluded = [{q for q in players if (p, q) in met or (q, p) in met} - {p} for p in players]
    partner = cheapest_perfect_matching(players, lambda a, b: int(b in excluded[a]))
    possible = total_cost(partner, lambda a, b: int(b in excluded[a])) == 0
    if surely_matchable(set(players), excluded) or quickly_matched(set(players), excluded):
        assert possible


def test_floaters_meet_the_best_of_the_group_and_the_rest_fold() -> None:
    assert planned_halves([1], [2, 3, 4, 5, 6]) == ([1, 3, 4], [2, 5, 6])
    assert planned_halves([1, 2, 3], [4]) == ([1, 2], [3, 4])
    assert planned_halves([], [1, 2, 3, 4]) == ([1, 2], [3, 4])


def test_claims_to_a_seat() -> None:
    first, second = Seat.FIRST, Seat.SECOND
    cases = {
        (): (None, Claim.NONE),
        (first,): (second, Claim.BALANCE),
        (first, second): (first, Claim.ALTERNATION),
        (first, first): (second, Claim.ABSOLUTE),
        (second, first, second): (first, Claim.BALANCE),
        (first, second, second): (first, Claim.ABSOLUTE),
        (second, second, second, first, first): (second, Claim.ABSOLUTE),
        (second, second, second, first): (first, Claim.ABSOLUTE),
    }
    for seats, (due, claim) in cases.items():
        history = SeatHistory(seats)
        assert (history.due, history.claim) == (due, claim)
