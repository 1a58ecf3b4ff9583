"""Round robin: the published Berger tables, and what every table must keep."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from caissify_pairings import generate_pairings
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairing import PairingError, berger_round, round_robin

# FIDE Handbook C.05, Annex 1, "Details of Berger Table", as data, taken from a published copy
# (c.w.fox.tripod.com/chess/berger.html).
PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | "
    "10-7 8-6 9-5 1-4 2-3 | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | "
    "4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1",
    12: "1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 | 2-12 3-1 4-11 5-10 6-9 7-8 | "
    "12-8 9-7 10-6 11-5 1-4 2-3 | 3-12 4-2 5-1 6-11 7-10 8-9 | 12-9 10-8 11-7 1-6 2-5 3-4 | "
    "4-12 5-3 6-2 7-1 8-11 9-10 | 12-10 11-9 1-8 2-7 3-6 4-5 | 5-12 6-4 7-3 8-2 9-1 10-11 | "
    "12-11 1-10 2-9 3-8 4-7 5-6 | 6-12 7-5 8-4 9-3 10-2 11-1",
}


@pytest.mark.parametrize("size", PUBLISHED)
def test_berger_tables_are_those_of_the_fide_handbook(size: int) -> None:
    published = [
        tuple(tuple(int(n) for n in pair.split("-")) for pair in row.split())
        for row in PUBLISHED[size].split("|")
    ]
    assert [berger_round(size, number) for number in range(1, size)] == published


@pytest.mark.parametrize("count", [3, 7, 14, 16, 23, 40])
def test_berger_tables_agree_with_caissify(count: int) -> None:
    players = [
        {"id": i, "name": str(i), "score": 0.0, "rating": 2000 - i, "starting_number": i,
         "color_hist": [], "float_history": [], "bye_count": 0}
        for i in range(1, count + 1)
    ]  # fmt: skip
    for made in round_robin(range(1, count + 1)):
        theirs = generate_pairings(
            system="round_robin",
            players=players,
            previous_pairings=set(),
            round_number=made.number,
            total_rounds=count,
        )
        assert {(p.first, p.second) for p in made.pairings} == {
            (p["white_id"], p["black_id"]) for p in theirs if p["black_id"] is not None
        }


@settings(deadline=None)
@given(st.integers(2, 41), st.integers(1, 2))
def test_everyone_meets_everyone_once_a_cycle_and_plays_once_a_round(
    count: int, cycles: int
) -> None:
    rounds = round_robin(range(count), cycles)
    met = Counter(pairing.both for made in rounds for pairing in made.pairings)
    assert met == {frozenset(pair): cycles for pair in combinations(range(count), 2)}
    for made in rounds:
        seated = [who for p in made.pairings for who in (p.first, p.second)]
        seated += [bye.competitor for bye in made.byes]
        assert sorted(map(int, seated)) == list(range(count))
    assert [made.number for made in rounds] == list(range(1, len(rounds) + 1))


@settings(deadline=None)
@given(st.integers(2, 41))
def test_seats_differ_by_at_most_one_and_byes_are_equal(count: int) -> None:
    rounds = round_robin(range(count))
    surplus: Counter[object] = Counter()
    byes: Counter[object] = Counter()
    for made in rounds:
        surplus.update(p.first for p in made.pairings)
        surplus.subtract(p.second for p in made.pairings)
        byes.update(bye.competitor for bye in made.byes)
    assert all(abs(value) <= 1 for value in surplus.values())
    assert set(byes.values()) <= {1}
    assert len(byes) == (count if count % 2 else 0)


@settings(deadline=None)
@given(st.integers(2, 30))
def test_a_double_round_robin_gives_each_pair_both_seats(count: int) -> None:
    seats = Counter(
        (p.first, p.second) for made in round_robin(range(count), 2) for p in made.pairings
    )
    assert set(seats.values()) == {1}
    assert len(seats) == count * (count - 1)


@pytest.mark.parametrize("count", range(4, 31, 2))
def test_nobody_keeps_a_seat_three_times_in_a_double_round_robin(count: int) -> None:
    rounds = round_robin(range(count), 2)
    for who in range(count):
        seats = [
            p.first == who for made in rounds for p in made.pairings if who in (p.first, p.second)
        ]
        runs = zip(seats, seats[1:], seats[2:], strict=False)
        assert not any(a == b == c for a, b, c in runs)


def test_pairings_say_why() -> None:
    first, second, third, *_ = round_robin(["Ana", "Bea", "Cai"], cycles=2)
    assert first.pairings[0].reasons[0].text() == (
        "Round 1 of the Berger table for 4: numbers 2 and 3."
    )
    assert first.byes[0].competitor == "Ana"
    assert first.byes[0].reasons[0].text() == (
        "An odd number plays, so one rests each round; now it is Ana."
    )
    # The last two rounds of the first cycle are exchanged.
    assert second.pairings[0].reasons[0].param("round") == 3
    assert third.pairings[0].reasons[0].param("round") == 2


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("size_not_even", lambda: berger_round(5, 1)),
        ("size_not_even", lambda: berger_round(0, 1)),
        ("round_out_of_range", lambda: berger_round(6, 6)),
        ("round_out_of_range", lambda: berger_round(6, 0)),
        ("too_few_competitors", lambda: round_robin([1])),
        ("duplicate_competitor", lambda: round_robin([1, 2, 1])),
        ("cycles_out_of_range", lambda: round_robin([1, 2], 3)),
    ],
)
def test_refuses(code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(PairingError) as refusal:
        call()
    assert refusal.value.code == code
