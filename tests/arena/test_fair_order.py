"""The fair order: everybody's share, whatever anybody asks for."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.fair_order import FairOrder, Requester, Waiting

SMALLEST, LARGEST = 0.5, 60.0
ROUNDING = 1e-6
"""Sums of seconds are floating-point numbers."""

costs = st.floats(SMALLEST, LARGEST)
requesters = st.sampled_from([None, 1, 2, 3, 4, 5])


@st.composite
def queues(draw: st.DrawFn) -> list[Waiting]:
    """Matches of some requesters, in no order; several may be asked for at one moment."""
    asked = draw(st.lists(st.tuples(requesters, costs, st.integers(0, 20)), max_size=60))
    return [Waiting(number, who, cost, when) for number, (who, cost, when) in enumerate(asked)]


@st.composite
def orders(draw: st.DrawFn) -> FairOrder:
    """Somewhere in the arena's life: after some turns were taken."""
    order = FairOrder(draw(st.floats(0, 1e6)), {})
    before = draw(queues())
    taken = draw(st.integers(0, len(before)))
    list(islice(order.order(before), taken))
    return order


def twin(order: FairOrder) -> FairOrder:
    """From what would be stored of it."""
    return FairOrder(order.virtual_time, order.finishes)


def largest_cost(matches: Iterable[Waiting], who: Requester) -> float:
    return max(one.cost for one in matches if one.requester == who)


def together(order: Sequence[Waiting], one: Requester, other: Requester) -> list[Waiting]:
    """What was taken while both had a match waiting."""
    last = min(
        max(place for place, match in enumerate(order) if match.requester == who)
        for who in (one, other)
    )
    return list(order[:last])


def served(matches: Iterable[Waiting]) -> dict[Requester, float]:
    """Seconds by requester."""
    seconds: dict[Requester, float] = defaultdict(float)
    for match in matches:
        seconds[match.requester] += match.cost
    return seconds


@given(orders(), queues())
def test_every_match_has_one_place(order: FairOrder, waiting: list[Waiting]) -> None:
    taken = list(order.order(waiting))
    assert sorted(one.id for one in taken) == sorted(one.id for one in waiting)


@given(orders(), queues())
def test_a_requesters_matches_are_taken_oldest_first(
    order: FairOrder, waiting: list[Waiting]
) -> None:
    taken = list(order.order(waiting))
    for who in {one.requester for one in waiting}:
        own = [(one.asked, one.id) for one in taken if one.requester == who]
        assert own == sorted(own)


@given(orders(), queues(), st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_how_the_matches_are_listed(
    order: FairOrder, waiting: list[Waiting], chance: Random
) -> None:
    shuffled = list(waiting)
    chance.shuffle(shuffled)
    assert list(twin(order).order(shuffled)) == list(twin(order).order(waiting))


@given(orders(), queues(), st.lists(st.integers(0, 9), max_size=20))
def test_taken_in_pieces_as_at_once(
    order: FairOrder, waiting: list[Waiting], pieces: list[int]
) -> None:
    whole = twin(order)
    at_once = list(islice(whole.order(waiting), sum(pieces)))
    in_pieces: list[Waiting] = []
    for room in pieces:
        order = twin(order)
        rest = [one for one in waiting if one not in in_pieces]
        in_pieces += islice(order.order(rest), room)
    assert in_pieces == at_once
    assert order.virtual_time == whole.virtual_time
    assert order.finishes == whole.finishes


@given(orders(), queues(), st.integers(0, 60))
def test_the_state_is_that_of_what_was_taken(
    order: FairOrder, waiting: list[Waiting], room: int
) -> None:
    order = twin(order)
    before, stored = order.virtual_time, order.finishes
    taken = list(islice(order.order(waiting), room))
    assert order.virtual_time >= before
    assert set(order.changed) == {one.requester for one in taken}
    # What a store holds afterwards: what was there, and what changed.
    assert twin(FairOrder(order.virtual_time, stored | order.changed)).finishes == order.finishes


@given(orders(), queues(), st.sets(st.integers(0, 60)), st.integers(1, 60))
def test_what_is_given_back_was_never_there(
    order: FairOrder, waiting: list[Waiting], unplayable: set[int], room: int
) -> None:
    without = twin(order)
    others = [one for one in waiting if one.id not in unplayable]
    expected = list(islice(without.order(others), room))
    played: list[Waiting] = []
    for one in order.order(waiting):
        if one.id in unplayable:
            order.give_back(one)
            continue
        played.append(one)
        if len(played) == room:
            break
    assert played == expected
    assert {one.requester for one in expected} <= set(order.changed)
    assert all(order.changed[who] == finish for who, finish in without.changed.items())


@given(orders(), queues())
def test_two_who_wait_are_never_more_than_their_largest_matches_apart(
    order: FairOrder, waiting: list[Waiting]
) -> None:
    # What was taken before counts too: as far as it reaches beyond the moment of the first turn.
    ahead = {who: finish - order.virtual_time for who, finish in order.finishes.items()}
    taken = list(order.order(waiting))
    for one, other in combinations({match.requester for match in waiting}, 2):
        most = ROUNDING + sum(
            max(largest_cost(waiting, who), ahead.get(who, 0.0)) for who in (one, other)
        )
        both = together(taken, one, other)
        for begin in range(0, len(both), 7):
            for end in range(begin, len(both) + 1):
                seconds = served(both[begin:end])
                assert abs(seconds[one] - seconds[other]) <= most


@given(queues())
def test_whoever_waits_has_an_equal_share_but_for_one_match(waiting: list[Waiting]) -> None:
    """Those who wait from the beginning of the arena, at every moment at which they still do."""
    taken = list(FairOrder(0.0, {}).order(waiting))
    largest = max((one.cost for one in waiting), default=0.0)
    everybody = {one.requester for one in waiting}
    for count in range(len(taken)):
        seconds = served(taken[:count])
        share = sum(seconds.values()) / len(everybody)
        for who in {one.requester for one in taken[count:]}:
            assert seconds[who] >= share - largest - ROUNDING


@given(orders(), queues(), costs)
def test_a_first_match_waits_for_one_match_of_each_other_requester(
    order: FairOrder, waiting: list[Waiting], cost: float
) -> None:
    """However many were asked for before it."""
    newcomer = Waiting(len(waiting), 99, cost, 21)
    ahead: Counter[Requester] = Counter()
    for one in order.order([*waiting, newcomer]):
        if one == newcomer:
            break
        ahead[one.requester] += 1
    assert max(ahead.values(), default=0) <= 1


@given(
    st.lists(costs, min_size=20, max_size=40),
    st.lists(costs, min_size=5, max_size=20),
    st.integers(0, 19),
    st.booleans(),
)
def test_nobody_saves_up_turns_by_staying_away(
    steady: list[float], late: list[float], before: int, is_known: bool
) -> None:
    """From its arrival on, whoever was away has what those have who were there all the time."""
    order = FairOrder(0.0, {})
    if is_known:  # it has played before
        list(order.order([Waiting(1000, 99, SMALLEST, 0)]))
    waiting = [Waiting(number, number % 2, cost, number) for number, cost in enumerate(steady)]
    gone = set(islice(order.order(waiting), before))
    rest = [one for one in waiting if one not in gone]
    newcomers = [Waiting(100 + number, 99, cost, 100) for number, cost in enumerate(late)]
    taken = list(order.order([*rest, *newcomers]))
    for other in {one.requester for one in rest}:
        most = max(late) + largest_cost(waiting, other) + ROUNDING
        both = together(taken, 99, other)
        for count in range(len(both) + 1):
            seconds = served(both[:count])
            assert seconds[99] - seconds[other] <= most


def test_a_heavy_match_counts_as_several_light_ones() -> None:
    heavy = [Waiting(number, 1, 4.0, number) for number in range(3)]
    light = [Waiting(10 + number, 2, 1.0, number) for number in range(9)]
    taken = [one.requester for one in FairOrder(0.0, {}).order([*heavy, *light])]
    assert taken == [1, 2, 2, 2, 2, 1, 2, 2, 2, 2, 1, 2]


def test_ties_go_to_whoever_waits_longer_and_then_by_number() -> None:
    waiting = [Waiting(3, 1, 1.0, 5), Waiting(2, 2, 1.0, 5), Waiting(4, None, 1.0, 4)]
    assert [one.id for one in FairOrder(0.0, {}).order(waiting)] == [4, 2, 3]


def test_only_who_is_ahead_is_remembered() -> None:
    order = FairOrder(10.0, {1: 4.0, 2: 12.0})
    assert order.finishes == {2: 12.0}
    assert order.changed == {}
    list(order.order([Waiting(1, 1, 3.0, 0)]))
    assert (order.virtual_time, order.finishes) == (10.0, {1: 13.0, 2: 12.0})
    assert order.changed == {1: 13.0}


@pytest.mark.parametrize("cost", [0.0, -1.0, float("nan"), float("inf")])
def test_a_match_takes_some_time(cost: float) -> None:
    with pytest.raises(ValueError, match="must take some time"):
        Waiting(1, None, cost, 0)
