"""Tables of leagues: they know what happened, not when it was entered."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.league import Entrant, Format, LeagueBook, changes
from scoring.messages import Who
from scoring.standings import Adjustment, Played, PointsScheme, Status
from tests.scoring.league.seasons import (
    better_seed_wins,
    by_chance,
    new_book,
    played_out,
    published,
    times_met,
    with_entrant,
)

TABLE_FORMATS = (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.SWISS, Format.GROUPS)
sizes = st.integers(4, 9)
chances = st.randoms(use_true_random=False)


def some_book(form: Format, size: int, chance: Random) -> LeagueBook:
    book = new_book(form, size, rounds=3, groups=2, qualifiers=2)
    book = published(book, book.next_rounds(), by_chance(chance))
    if form is Format.SWISS:
        book = published(book, book.next_rounds(), by_chance(chance))
    penalty = Adjustment(book.entrants[0].entry, Fraction(-1, 2), "late")
    return replace(book, adjustments=(penalty, replace(penalty, reason="late again")))


@given(st.sampled_from(TABLE_FORMATS), sizes, chances)
def test_standings_do_not_depend_on_the_order_in_which_results_arrive(
    form: Format, size: int, chance: Random
) -> None:
    book = some_book(form, size, chance)
    other = replace(
        book,
        entrants=tuple(chance.sample(book.entrants, len(book.entrants))),
        meetings=tuple(chance.sample(book.meetings, len(book.meetings))),
        rests=tuple(chance.sample(book.rests, len(book.rests))),
        adjustments=tuple(reversed(book.adjustments)),
    )
    assert other.tables() == book.tables()
    assert changes(book, other) == ()
    assert other.next_rounds() == book.next_rounds()


@given(st.sampled_from(TABLE_FORMATS), sizes, chances)
def test_a_corrected_book_is_the_one_that_was_right_from_the_start(
    form: Format, size: int, chance: Random
) -> None:
    """Whether the right results came at once, or only after wrong ones had been read and
    corrected, one at a time and in any order."""
    right = some_book(form, size, chance)
    meetings = list(right.meetings)
    slips = chance.sample(range(len(meetings)), min(3, len(meetings)))
    for index in slips:
        one = meetings[index]
        slip = chance.choice([None, Played(one.first, one.second, None)])
        meetings[index] = replace(one, result=slip)
    for index in chance.sample(slips, len(slips)):
        replace(right, meetings=tuple(meetings)).tables()
        meetings[index] = right.meetings[index]
    corrected = replace(right, meetings=tuple(meetings))
    assert corrected.tables() == right.tables()
    assert corrected.next_rounds() == right.next_rounds()


@given(st.sampled_from(TABLE_FORMATS), sizes, chances)
def test_changes_say_exactly_who_moved(form: Format, size: int, chance: Random) -> None:
    before = some_book(form, size, chance)
    index = chance.randrange(len(before.meetings))
    one = before.meetings[index]
    corrected = replace(one, result=Played(one.first, one.second, one.second))
    meetings = (*before.meetings[:index], corrected, *before.meetings[index + 1 :])
    after = replace(before, meetings=meetings)
    said = {}
    for sentence in changes(before, after):
        if sentence.code in ("league.up", "league.down"):
            who = sentence.param("who")
            assert isinstance(who, Who)
            assert who not in said
            said[who] = (sentence.param("before"), sentence.param("after"))
            better = sentence.param("after") < sentence.param("before")  # type: ignore[operator]
            assert better == (sentence.code == "league.up")
    ranks = [
        {row.competitor: row.rank for table in book.tables().values() for row in table.rows}
        for book in (before, after)
    ]
    moved = {
        Who(who): (ranks[0][who], ranks[1][who])
        for who in ranks[0]
        if ranks[0][who] != ranks[1][who]
    }
    assert said == moved


def test_unplayed_is_not_a_draw_and_called_off_is_nothing() -> None:
    book = new_book(Format.ROUND_ROBIN, 2)
    book = published(book, book.next_rounds(), lambda _: None)
    assert [row.played for row in book.table().rows] == [0, 0]
    assert not book.is_complete()
    off = replace(book, meetings=tuple(replace(m, is_off=True) for m in book.meetings))
    assert off.undecided() == ()
    assert len(off.next_rounds()) == 1


def test_whose_results_are_annulled_is_not_placed_and_counts_for_nobody() -> None:
    book = played_out(new_book(Format.ROUND_ROBIN, 4), better_seed_wins)
    first = book.entrants[0]
    after = with_entrant(book, replace(first, status=Status.ANNULLED))
    assert after.table().rows[-1].rank is None
    assert [row.wins for row in after.table().rows[:3]] == [2, 1, 0]
    codes = [sentence.code for sentence in changes(book, after)]
    assert codes == ["league.up", "league.up", "league.up", "league.unplaced"]
    back = [sentence.code for sentence in changes(after, book)]
    assert back == ["league.placed", "league.down", "league.down", "league.down"]


def test_only_a_swiss_draw_gives_points_for_having_no_opponent() -> None:
    for format_, points in ((Format.SWISS, 1), (Format.ROUND_ROBIN, 0)):
        book = new_book(format_, 3)
        book = published(book, book.next_rounds()[:1], better_seed_wins)
        [rest] = book.rests
        assert book.table().row(rest.entry).points == points


def test_asking_to_rest_is_worth_what_the_scheme_says() -> None:
    book = new_book(Format.SWISS, 4)
    book = with_entrant(book, replace(book.entrants[3], rests=frozenset({1})))
    scheme = PointsScheme(rest=Fraction(1, 4))
    book = replace(book, terms=replace(book.terms, scheme=scheme))
    book = published(book, book.next_rounds(), better_seed_wins)
    assert book.table().row(104).points == Fraction(1, 4)


def test_the_table_of_an_earlier_round_can_be_asked_for() -> None:
    book = played_out(new_book(Format.ROUND_ROBIN, 6), better_seed_wins)
    assert {row.played for row in book.until(2).table().rows} == {2}
    assert book.until(5) == book


@pytest.mark.parametrize("format_", [Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN])
def test_rounds_in_all_are_known_before_and_right_afterwards(format_: Format) -> None:
    for size in range(2, 9):
        book = new_book(format_, size)
        known = book.rounds_in_all()
        book = played_out(book, better_seed_wins)
        assert (book.last_round, book.rounds_in_all(), book.is_complete()) == (known, known, True)
        assert set(times_met(book).values()) == {book.terms.cycles}


def test_one_alone_cannot_play() -> None:
    for format_ in Format:
        book = LeagueBook(new_book(format_, 1).terms, (Entrant(entry=1, seed=1),))
        why = book.not_ready()
        assert why is not None
        assert why.code == "league.too_few"
        assert book.next_rounds() == ()
