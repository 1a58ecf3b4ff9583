"""Round robins that do not go by the table: late entries, withdrawals, rounds sat out."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.league import Entrant, Format, LeagueBook
from scoring.pairing import remaining_rounds
from scoring.standings import Status
from tests.scoring.league.seasons import (
    assert_rounds_can_be_played,
    better_seed_wins,
    by_chance,
    new_book,
    played_out,
    published,
    times_met,
    with_entrant,
)

FORMATS = st.sampled_from([Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN])


def upset(book: LeagueBook, chance: Random) -> LeagueBook:
    """Something an organizer has to live with."""
    number = book.last_round + 1
    active = [entrant for entrant in book.entrants if entrant.is_active]
    event = chance.choice(["late", "leaves", "rests", "nothing", "nothing"])
    if event == "late" and len(book.entrants) < 9:
        newcomer = Entrant(entry=200 + len(book.entrants), seed=50, joined=number)
        return with_entrant(book, newcomer)
    if event == "leaves" and len(active) > 2:
        return with_entrant(book, replace(chance.choice(active), status=Status.WITHDRAWN))
    if event == "rests":
        who = chance.choice(active)
        return with_entrant(book, replace(who, rests=who.rests | {number + chance.randint(0, 2)}))
    return book


@settings(deadline=None)
@given(FORMATS, st.integers(3, 7), st.randoms(use_true_random=False))
def test_nobody_meets_more_often_than_the_format_says_and_who_stays_exactly_that_often(
    form: Format, size: int, chance: Random
) -> None:
    book = new_book(form, size)
    while drafts := book.next_rounds():
        now = drafts[0]
        plays = {e.entry for e in book.entrants if e.plays(now.number)}
        drawn = {one for pairing in now.pairings for one in pairing.both}
        assert drawn <= plays
        assert drawn.isdisjoint(bye.entry for bye in now.byes)
        assert drawn | {bye.entry for bye in now.byes} >= plays
        book = published(book, [now], by_chance(chance))
        if now.number < 3 * size:
            book = upset(book, chance)
    assert_rounds_can_be_played(book)
    met = times_met(book)
    assert max(met.values()) <= book.terms.cycles
    active = [e.entry for e in book.entrants if e.is_active]
    pairs = [frozenset((a, b)) for a in active for b in active if a < b]
    assert {met[pair] for pair in pairs} <= {book.terms.cycles}
    assert book.is_complete()


@given(FORMATS, st.integers(2, 10), st.integers(0, 18))
def test_without_upsets_it_is_the_berger_table_however_often_it_is_drawn_again(
    form: Format, size: int, rounds: int
) -> None:
    book = new_book(form, size)
    whole = book.next_rounds()
    book = published(book, whole[:rounds], better_seed_wins)
    assert book.next_rounds() == whole[rounds:]
    met = times_met(published(book, whole[rounds:], better_seed_wins))
    assert set(met.values()) == {book.terms.cycles}
    assert len(met) == size * (size - 1) // 2


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN])
@pytest.mark.parametrize("after", [1, 3, 5])
def test_a_withdrawal_makes_no_more_rounds(form: Format, after: int) -> None:
    book = new_book(form, 8)
    planned = book.rounds_in_all()
    book = published(book, book.next_rounds()[:after], better_seed_wins)
    book = with_entrant(book, replace(book.entrants[2], status=Status.WITHDRAWN))
    assert played_out(book, better_seed_wins).last_round == planned


def test_a_late_entry_costs_no_more_rounds_than_it_has_matches() -> None:
    book = new_book(Format.ROUND_ROBIN, 8)
    book = published(book, book.next_rounds()[:3], better_seed_wins)
    book = with_entrant(book, Entrant(entry=500, seed=9, joined=4))
    assert len(book.next_rounds()) == 8


def test_the_second_time_seats_are_exchanged() -> None:
    book = new_book(Format.DOUBLE_ROUND_ROBIN, 5)
    book = published(book, book.next_rounds()[:2], better_seed_wins)
    book = with_entrant(book, Entrant(entry=500, seed=9, joined=3))
    book = played_out(book, better_seed_wins)
    seats = {(meeting.first, meeting.second) for meeting in book.meetings}
    assert len(seats) == len(book.meetings) == 6 * 5


def test_if_nobody_left_to_meet_can_play_the_round_is_a_pause() -> None:
    book = new_book(Format.ROUND_ROBIN, 2)
    book = with_entrant(book, replace(book.entrants[0], rests=frozenset({1})))
    pause, match = book.next_rounds()
    assert pause.pairings == ()
    assert [(bye.entry, bye.asked_for) for bye in pause.byes] == [(101, True), (102, False)]
    assert len(match.pairings) == 1


def test_a_withdrawn_entry_that_returns_meets_those_it_has_not_met() -> None:
    book = new_book(Format.ROUND_ROBIN, 6)
    gone = replace(book.entrants[5], status=Status.WITHDRAWN)
    book = published(book, book.next_rounds()[:2], better_seed_wins)
    book = with_entrant(book, gone)
    book = published(book, book.next_rounds()[:1], better_seed_wins)
    book = with_entrant(book, replace(gone, status=Status.ACTIVE))
    book = played_out(book, better_seed_wins)
    assert set(times_met(book).values()) == {1}
    assert len(times_met(book)) == 15


@settings(deadline=None)
@given(
    st.dictionaries(st.tuples(st.integers(0, 3), st.integers(4, 8)), st.integers(0, 2), min_size=1)
)
def test_two_sides_who_meet_crosswise_need_only_as_many_rounds_as_the_busiest(
    left: dict[tuple[int, int], int],
) -> None:
    """Of a graph with two sides the number is known exactly (König 1916)."""
    pairs: dict[tuple[int | str, int | str], int] = dict(left.items())
    rounds = remaining_rounds([range(9)], pairs, first_round=1, is_available=lambda _who, _n: True)
    busiest = max(sum(times for pair, times in left.items() if who in pair) for who in range(9))
    spread = [pair for made in rounds for pair in made]
    assert {pair: spread.count(pair) for pair in left} == left
    assert len(rounds) == busiest


def test_large_fields_are_spread_without_exact_matchings_and_still_play_everything() -> None:
    book = new_book(Format.ROUND_ROBIN, 60)
    book = published(book, book.next_rounds()[:5], better_seed_wins)
    book = with_entrant(book, Entrant(entry=500, seed=99, joined=6))
    drafts = book.next_rounds()
    assert len(drafts) <= 61
    book = published(book, drafts, better_seed_wins)
    assert_rounds_can_be_played(book)
    assert set(times_met(book).values()) == {1}
    assert len(times_met(book)) == 61 * 30
