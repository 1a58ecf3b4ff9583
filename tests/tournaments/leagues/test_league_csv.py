"""Reading lists: whatever a spreadsheet writes, and whatever else somebody sends."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.league_csv import ROWS_MAX, CsvRow, csv_read, text_of
from tournaments.league_similar import SimilarNames

WORDS = st.text(
    st.characters(codec="latin-1", categories=("L", "N"), include_characters=" '-.,;\t|"),
    min_size=1,
    max_size=20,
).map(lambda text: " ".join(text.replace("\t", " ").split()))
NAMES = WORDS.filter(lambda name: len(name) > 1 and not name.isdecimal())


def _read(text: str) -> list[tuple[str, str, str]]:
    return [(row.name, row.partner, row.seed) for row in csv_read(text).rows]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_out(delimiter: str) -> None:
    lines = [["Name", "Partner", "Seed"], ["Ana", "Bea", "1"], ["Carl", "Dora", "2"]]
    text = "\r\n".join(delimiter.join(cells) for cells in lines)
    assert _read(text) == [("Ana", "Bea", "1"), ("Carl", "Dora", "2")]


@pytest.mark.parametrize(
    "headings",
    [
        "Seed,Name,Partner",
        "Cabeza de serie,Jugador 1,Jugador 2",
        "Setzplatz,Spielerin,Partnerin",
        "Nr.,NAME,Pareja",
        "#,Nombre,Compañera",
    ],
)
def test_headings_are_understood_in_three_languages(headings: str) -> None:
    assert _read(f"{headings}\n3,Ana,Bea\n") == [("Ana", "Bea", "3")]


def test_columns_that_nobody_knows_are_passed_over() -> None:
    assert _read("Club,Name,Phone,Partner\nNorth,Ana,123,Bea") == [("Ana", "Bea", "")]


def test_without_headings_names_come_first_or_after_a_number() -> None:
    assert _read("Ana;Bea\nCarl;Dora") == [("Ana", "Bea", ""), ("Carl", "Dora", "")]
    assert _read("1;Ana;Bea\n2;Carl;Dora") == [("Ana", "Bea", "1"), ("Carl", "Dora", "2")]
    assert _read("Ana\nBea\n") == [("Ana", "", ""), ("Bea", "", "")]


def test_names_with_a_delimiter_in_them_stand_in_quotation_marks() -> None:
    assert _read('Name\n"Pérez, Ana"\nBea') == [("Pérez, Ana", "", ""), ("Bea", "", "")]


def test_a_quotation_mark_that_never_ends_swallows_nothing() -> None:
    assert [name for name, *_rest in _read('Name,Partner\n"Ana,Bea\nCarl,Dora\n')] == [
        '"Ana',
        "Carl",
    ]


def test_lines_are_counted_as_the_spreadsheet_counts_them() -> None:
    assert csv_read("Name\n\nAna\n \nBea").rows == (CsvRow(3, "Ana"), CsvRow(5, "Bea"))


def test_excels_own_hint_is_no_row() -> None:
    assert _read("sep=;\nName;Partner\nAna, B;Bea\n") == [("Ana, B", "Bea", "")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_letters_survive_every_usual_encoding(encoding: str) -> None:
    assert _read(text_of("Name\nMüller\nNúñez\n".encode(encoding))) == [
        ("Müller", "", ""),
        ("Núñez", "", ""),
    ]


def test_what_is_too_long_is_cut_and_said_so() -> None:
    text = "Name\n" + "".join(f"Guest {n}\n" for n in range(ROWS_MAX + 1))
    read = csv_read(text)
    assert (len(read.rows), read.too_long) == (ROWS_MAX, True)
    assert not csv_read("Name\nAna").too_long


@given(st.text(max_size=400))
def test_any_text_is_read_without_an_accident(text: str) -> None:
    for row in csv_read(text).rows:
        assert row.name or row.partner or row.seed or row.line > 0


@given(st.binary(max_size=400))
def test_any_file_is_read_without_an_accident(data: bytes) -> None:
    csv_read(text_of(data))


@given(
    rows=st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=12),
    delimiter=st.sampled_from(",;\t|"),
    ending=st.sampled_from(["\n", "\r\n"]),
)
def test_what_a_spreadsheet_writes_is_what_is_read(
    rows: list[tuple[str, str]], delimiter: str, ending: str
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=ending, quoting=csv.QUOTE_ALL)
    writer.writerow(["Name", "Partner"])
    writer.writerows(rows)
    assert [(name, partner) for name, partner, _seed in _read(out.getvalue())] == rows


# --- names that are almost the same ------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Pérez", "Ana Perez"),
        ("Ana Pérez", "PEREZ ANA"),
        ("Carlos Ruiz", "Carlos Riuz"),
        ("Carlos Ruiz", "Carls Ruiz"),
        ("Carlos Ruiz", "Carlos-Ruiz"),
        ("Maria", "Marie"),
    ],
)
def test_slips_are_noticed(one: str, other: str) -> None:
    assert SimilarNames([one]).like(other) == one
    assert SimilarNames([other]).like(one) == other


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Ada"), ("Guest 1", "Guest 2"), ("Carlos Ruiz", "Carla Reis"), ("Ana", "Zacharias")],
)
def test_different_people_are_left_alone(one: str, other: str) -> None:
    assert SimilarNames([one]).like(other) is None
