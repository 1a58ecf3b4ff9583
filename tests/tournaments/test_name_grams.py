"""Names are found by any part of them, and what the index says is true."""

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from tournaments.name_grams import GRAMS_MAX, grams_of, upper

pytestmark = pytest.mark.django_db

LETTERS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


def grams_in_the_database(name: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tournaments_name_grams(%s)", [name])
        return set(cursor.fetchone()[0])


@given(LETTERS, st.text("abcñ ", min_size=3, max_size=6), LETTERS)
def test_what_contains_a_part_has_its_grams(before: str, part: str, after: str) -> None:
    assert set(grams_of(part)) <= grams_in_the_database(before + part + after)


@pytest.mark.parametrize(
    ("part", "grams"), [("a", ["  a"]), ("ab", [" ab"]), ("abcd", ["abc", "bcd"])]
)
def test_few_letters_are_looked_for_where_a_word_begins(part: str, grams: list[str]) -> None:
    assert grams_of(part) == grams


def test_a_name_of_nothing_has_none() -> None:
    assert grams_in_the_database("") == set()
    assert grams_in_the_database("Al Bo") >= {"  A", " Al", " Bo"}


def test_a_long_word_is_looked_for_by_its_beginning() -> None:
    assert len(grams_of("x" * 10_000)) == GRAMS_MAX


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8))
def test_capitals_are_those_of_the_database(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT char_length(upper(%s))", [text])
        assert len(upper(text)) == cursor.fetchone()[0]


def test_letters_that_have_no_single_capital_stay() -> None:
    assert upper("straße ñandú") == "STRAßE ÑANDÚ"
