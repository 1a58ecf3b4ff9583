"""Matchmaking: what always holds, who is chosen first, and that everybody's turn comes."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.elo import ErrorBar
from scoring.matchmaking import TERMS, Candidate, Lately, Table, is_rested, tables_next

KNOWN = TERMS.well_known


def candidate(number: int, **changes: float) -> Candidate:
    """Somebody well known who has rested, and is nobody else's."""
    one = Candidate(competitor=number, rating=1500.0, error=KNOWN, waited=1000.0, author=-number)
    return replace(one, **changes)  # type: ignore[arg-type]


def candidates(authors: int) -> st.SearchStrategy[list[Candidate]]:
    """A field of bots of up to so many authors."""
    one = st.builds(
        Candidate,
        competitor=st.integers(1, 10**9),
        rating=st.floats(-1000, 4000),
        error=st.floats(1, ErrorBar.NEWCOMER),
        waited=st.floats(0, 1e7),
        author=st.integers(1, authors),
    )
    return st.lists(one, max_size=40, unique_by=lambda one: one.competitor)


randoms = st.integers().map(random.Random)
pasts = st.lists(
    st.lists(st.integers(1, 40), min_size=2, max_size=6, unique=True).map(tuple), max_size=30
).map(Lately.of)


@settings(deadline=None)
@given(candidates(authors=8), st.integers(0, 12), st.integers(2, 6), randoms, pasts)
def test_what_always_holds(
    field: list[Candidate], tables: int, sides: int, rng: random.Random, lately: Lately
) -> None:
    found = tables_next(field, tables=tables, sides=sides, rng=rng, lately=lately)
    assert len(found) <= tables
    seated = [who for table in found for who in table]
    assert len(set(seated)) == len(seated), "nobody sits twice"
    known = {one.competitor: one for one in field}
    for table in found:
        assert len(table) == sides
        assert any(is_rested(known[who]) for who in table), "it is laid for somebody's sake"
        if sides > 2:
            authors = [known[who].author for who in table]
            assert len(set(authors)) == sides, "one author's never together"


@settings(deadline=None)
@given(candidates(authors=8), st.integers(1, 12), st.integers(2, 6), randoms)
def test_fewer_tables_only_if_no_other_could_be_laid(
    field: list[Candidate], tables: int, sides: int, rng: random.Random
) -> None:
    rested = [replace(one, waited=one.waited + TERMS.rest) for one in field]
    found = tables_next(rested, tables=tables, sides=sides, rng=rng)
    seated = {who for table in found for who in table}
    left = [one.author for one in rested if one.competitor not in seated]
    if len(found) < tables:
        assert len(left if sides == 2 else set(left)) < sides


@settings(deadline=None)
@given(candidates(authors=40), st.integers(1, 12), st.integers(2, 6), st.integers(), pasts)
def test_the_same_numbers_choose_the_same(
    field: list[Candidate], tables: int, sides: int, seed: int, lately: Lately
) -> None:
    one, other = (
        tables_next(field, tables=tables, sides=sides, rng=random.Random(seed), lately=lately)
        for _ in range(2)
    )
    assert one == other


def test_a_table_of_one_is_none() -> None:
    with pytest.raises(ValueError, match="two sides"):
        tables_next([candidate(1)], tables=1, sides=1, rng=random.Random(1))


def ticks(
    field: Sequence[Candidate], *, count: int, tables: int, sides: int, rng: random.Random
) -> list[set[int]]:
    """Who played in each of so many ticks, while newcomers come in each of them."""
    now, seconds = list(field), TERMS.rest
    played: list[set[int]] = []
    for tick in range(count):
        found = tables_next(now, tables=tables, sides=sides, rng=rng)
        seated = {who for table in found for who in table}
        played.append(seated)
        now = [
            replace(one, waited=0.0 if one.competitor in seated else one.waited + seconds)
            for one in now
        ]
        came = range(10_000 * (tick + 1), 10_000 * (tick + 1) + tables)
        now += [candidate(who, error=ErrorBar.NEWCOMER, waited=0.0) for who in came]
    return played


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.floats(1, ErrorBar.NEWCOMER), min_size=24, max_size=40),
    st.integers(1, 2),
    st.integers(2, 3),
    randoms,
)
def test_everybody_s_turn_comes_whoever_else_comes(
    errors: list[float], of_patience: int, sides: int, rng: random.Random
) -> None:
    """Every fourth table is laid around whoever has waited longest, so of n that are there nobody
    waits for more than 4 n / tables ticks, however many newcomers come, of whom there is more to
    learn."""
    field = [candidate(number, error=error) for number, error in enumerate(errors, 1)]
    most = -(-len(field) // of_patience)
    played = ticks(field, count=most, tables=4 * of_patience, sides=sides, rng=rng)
    assert {one.competitor for one in field} <= set().union(*played)


def test_everybody_s_turn_comes_even_if_one_match_is_made_at_a_time() -> None:
    field = [candidate(number) for number in range(1, 31)]
    played = ticks(field, count=240, tables=1, sides=2, rng=random.Random(8))
    for one in field:
        at = [tick for tick, seated in enumerate(played) if one.competitor in seated]
        assert at, "twice as long as 4 n ticks, in which it was somebody's turn by chance only"


@pytest.mark.parametrize("seed", range(20))
def test_newcomers_play_first(seed: int) -> None:
    known = [candidate(number, waited=200.0 * number) for number in range(1, 101)]
    new = [candidate(number, error=ErrorBar.NEWCOMER, waited=5.0) for number in (101, 102)]
    found = tables_next([*known, *new], tables=4, sides=2, rng=random.Random(seed))
    seated = {who for table in found for who in table}
    assert {101, 102} <= seated
    assert 100 in seated, "and who has waited longest does, too"


def test_who_is_well_known_rests_and_newcomers_begin_at_once() -> None:
    known = [candidate(number, waited=TERMS.rest - 10) for number in range(1, 11)]
    assert tables_next(known, tables=3, sides=2, rng=random.Random(1)) == []
    newcomer = candidate(11, error=ErrorBar.NEWCOMER, waited=0.0)
    (table,) = tables_next([*known, newcomer], tables=3, sides=2, rng=random.Random(1))
    assert 11 in table, "the others are well known, and know how to welcome it"
    assert is_rested(candidate(1, error=2 * KNOWN, waited=TERMS.rest / 4))
    assert not is_rested(candidate(1, error=1.0, waited=TERMS.rest / 2))


def played_on(
    field: Sequence[Candidate], *, rounds: int, sides: int = 2, memory: int = 500
) -> list[Table]:
    """One table after the other, each remembered."""
    rng = random.Random(7)
    made: list[Table] = []
    for _ in range(rounds):
        lately = Lately.of(made[-memory:])
        made += tables_next(field, tables=1, sides=sides, rng=rng, lately=lately)
    return made


def test_opponents_are_near_with_some_exploration() -> None:
    field = [candidate(number, rating=5.0 * number) for number in range(400)]
    gaps = [5.0 * abs(one - other) for one, other in played_on(field, rounds=600)]
    within = 2 * KNOWN + TERMS.nearness
    far = fmean(gap > 1.5 * within for gap in gaps)
    assert 0.6 * TERMS.exploration < far < 1.4 * TERMS.exploration
    assert sorted(gaps)[len(gaps) // 2] < within
    unknown = [replace(one, error=300.0) for one in field]
    assert fmean(5.0 * abs(a - b) for a, b in played_on(unknown, rounds=600)) > 2 * fmean(gaps)


def test_who_has_met_lately_meets_others() -> None:
    field = [candidate(number) for number in range(1, 7)]
    times = Counter(tuple(sorted(table)) for table in played_on(field, rounds=150))
    assert len(times) == 15
    assert max(times.values()) - min(times.values()) <= 8  # at random: about 14


def test_a_long_past_between_few_does_not_matter_more_than_a_short_one() -> None:
    """Weights of many meetings are smaller than any number: compared with the fewest."""
    field = [candidate(number) for number in range(1, 7)]
    past = Lately.of([(1, 2, 3, 4, 5, 6)] * 400 + [(1, 2)])
    rng = random.Random(3)
    found = Counter(
        tuple(sorted(table))
        for _ in range(300)
        for table in tables_next(field, tables=1, sides=2, rng=rng, lately=past)
    )
    assert len(found) == 15
    assert min(found, key=lambda pair: found[pair]) == (1, 2)


def test_one_author_s_bots_meet_rarely_at_tables_of_two() -> None:
    field = [candidate(number, author=number % 2) for number in range(1, 21)]
    together = [(one - other) % 2 == 0 for one, other in played_on(field, rounds=600)]
    assert 0 < fmean(together) < 0.2  # nearly one half if nobody minded
    alone = [replace(one, author=1) for one in field]
    assert len(tables_next(alone, tables=4, sides=2, rng=random.Random(1))) == 4
    assert tables_next(alone, tables=4, sides=3, rng=random.Random(1)) == []


def test_everybody_sits_behind_everybody_as_often() -> None:
    """A deal set turns the table, so that everybody sits in every seat; the neighbours stay."""
    field = [candidate(number) for number in range(1, 5)]
    made = played_on(field, rounds=60, sides=4)
    behind = Counter(two for table in made for two in pairwise((*table, table[0])))
    assert len(behind) == 12
    assert max(behind.values()) - min(behind.values()) <= 2  # at random: about 15


def test_every_order_of_seats_is_as_likely_for_those_who_have_not_met() -> None:
    field = [candidate(number) for number in range(1, 4)]
    rng = random.Random(5)
    orders = Counter(
        table for _ in range(600) for table in tables_next(field, tables=1, sides=3, rng=rng)
    )
    assert len(orders) == 6
    expected = 100
    chi_squared = sum((seen - expected) ** 2 / expected for seen in orders.values())
    assert chi_squared < 20.5  # one in a thousand, with five degrees of freedom


def test_the_past_in_numbers() -> None:
    lately = Lately.of([(3, 1, 2), (1, 3)])
    assert {pair: lately.meetings(*pair) for pair in combinations((1, 2, 3), 2)} == {
        (1, 2): 1, (1, 3): 2, (2, 3): 1,
    }  # fmt: skip
    assert lately.meetings(3, 1) == 2
    assert lately.behind == {(3, 1): 2, (1, 2): 1, (2, 3): 1, (1, 3): 1}


@settings(deadline=None)
@given(st.integers(2, 200), st.integers(1, 200), st.integers(2, 6), randoms)
def test_many_tables_at_once(bots: int, tables: int, sides: int, rng: random.Random) -> None:
    """While they are laid the field is thinned out."""
    field = [candidate(number, rating=float(number)) for number in range(bots)]
    found = tables_next(field, tables=tables, sides=sides, rng=rng)
    assert len(found) == min(tables, bots // sides)
