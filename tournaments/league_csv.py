"""Reading a list of entries that somebody saved from a spreadsheet. Any text is read without an
accident; what cannot be understood becomes a row that says so.

Spreadsheets write commas, semicolons or tabs, with or without a line of headings, in UTF-8 with or
without a mark at its beginning, or in what Windows used before. All of that is found out by
looking.
"""

import csv
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ROWS_MAX: Final = 1_000
"""Twice as many as a league can have entries: the rest would only make the preview endless."""
TEXT_MAX: Final = 500_000
_DELIMITERS: Final = ",;\t|"
_CELL_MAX: Final = 200


class Column(StrEnum):
    """What a column holds."""

    NAME = "name"
    PARTNER = "partner"
    SEED = "seed"


_HEADINGS_OF: Final[dict[Column, str]] = {
    Column.NAME: """
        name, player, player 1, player1, first player, bot, competitor,
        nombre, jugador, jugadora, jugador 1, jugador1, participante,
        spieler, spielerin, spieler 1, spieler1, teilnehmer, teilnehmerin""",
    Column.PARTNER: """
        partner, player 2, player2, second player,
        pareja, companero, companera, jugador 2, jugador2,
        partnerin, spieler 2, spieler2, mitspieler, mitspielerin""",
    Column.SEED: """
        seed, seeding, rank, no, no., number, #,
        orden, cabeza de serie, siembra, numero,
        setzplatz, setzung, startnummer, nr, nr., nummer, rang""",
}
_HEADINGS: Final[dict[str, Column]] = {
    word.strip(): column for column, words in _HEADINGS_OF.items() for word in words.split(",")
}
_USUAL: Final = (Column.NAME, Column.PARTNER, Column.SEED)


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One line with something in it, cell by cell; `line` counts from 1, as spreadsheets do."""

    line: int
    name: str = ""
    partner: str = ""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class CsvList:
    """All that was read; `too_long` if there was more."""

    rows: tuple[CsvRow, ...]
    too_long: bool = False


def text_of(data: bytes) -> str:
    """A file's text: UTF-8 or UTF-16 if it is that, else the Latin letters of older programs."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def csv_read(text: str) -> CsvList:
    """The rows of a list."""
    lines = _lines(text)
    too_long = len(text) > TEXT_MAX
    columns: Sequence[Column | None] | None = None
    rows: list[CsvRow] = []
    for number, cells in _cells(lines, _delimiter(lines)):
        if not any(cells):
            continue
        if columns is None:
            columns = _columns(cells)
            if _is_heading(cells):
                continue
        if len(rows) == ROWS_MAX:
            too_long = True
            break
        rows.append(_row(number, cells, columns))
    return CsvList(tuple(rows), too_long)


def _lines(text: str) -> str:
    """At most so much, with one way to end a line and nothing that the reader stumbles over."""
    plain = text[:TEXT_MAX].removeprefix("\ufeff").replace("\x00", "")
    return plain.replace("\r\n", "\n").replace("\r", "\n")


def _delimiter(text: str) -> str:
    """Whichever parts most lines into as many cells as the first; a comma if none does."""
    lines = [line for line in text.split("\n") if line.strip()][:50]
    if lines and lines[0].lower().startswith("sep=") and len(lines[0]) > 4:
        return lines[0][4]  # how Excel says it
    counts = {one: [line.count(one) for line in lines] for one in _DELIMITERS}
    likely = max(_DELIMITERS, key=lambda one: sum(count > 0 for count in counts[one]))
    return likely if any(counts[likely]) else ","


def _cells(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The cells of each line. A quotation mark that never ends would swallow the rest of the file,
    so then they are letters as any other."""
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        reader = csv.reader(io.StringIO(text), delimiter=delimiter, quoting=quoting)
        try:
            found = [(reader.line_num, [_cell(cell) for cell in cells]) for cells in reader]
        except csv.Error:
            continue
        if all("\n" not in cell for _line, cells in found for cell in cells):
            return [row for row in found if not _is_hint(row[1])]
    return [
        (number, [_cell(cell) for cell in line.split(delimiter)])
        for number, line in enumerate(text.split("\n"), start=1)
    ]


def _is_hint(cells: Sequence[str]) -> bool:
    return bool(cells) and cells[0].lower().startswith("sep=")


def _cell(raw: str) -> str:
    return raw.strip(" \t\u00a0")[:_CELL_MAX]


def _plain(text: str) -> str:
    """A heading without accents, case and what stands around it."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split()).strip(":")


def _is_heading(cells: Sequence[str]) -> bool:
    """Whether a first line names columns: one of them must be that of the names."""
    return Column.NAME in (_HEADINGS.get(_plain(cell)) for cell in cells)


def _columns(cells: Sequence[str]) -> Sequence[Column | None]:
    """What each column holds. Without headings a leading number is a seed, then come the names."""
    if _is_heading(cells):
        found: list[Column | None] = []
        for cell in cells:
            column = _HEADINGS.get(_plain(cell))
            found.append(column if column not in found else None)
        return found
    if len(cells) > 1 and cells[0].isdecimal():
        return (Column.SEED, Column.NAME, Column.PARTNER)
    return _USUAL


def _row(number: int, cells: Sequence[str], columns: Sequence[Column | None]) -> CsvRow:
    by_column = {
        column: cell for column, cell in zip(columns, cells, strict=False) if column is not None
    }
    return CsvRow(
        line=number,
        name=by_column.get(Column.NAME, ""),
        partner=by_column.get(Column.PARTNER, ""),
        seed=by_column.get(Column.SEED, ""),
    )
