"""Things to keep that are never opened as a page of ours."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header

# What a spreadsheet would take for a formula instead of a name.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

TEXT: Final = "text/plain; charset=utf-8"

Value = str | int | float | bool | None


def attachment(data: bytes, name: str, content_type: str) -> HttpResponse:
    """A file to save under this name."""
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def csv_attachment(
    *, name: str, columns: Iterable[str], rows: Iterable[Sequence[Value]]
) -> HttpResponse:
    """A table for spreadsheets."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(columns)
    lines.writerows([_cell(value) for value in row] for row in rows)
    return attachment(text.getvalue().encode(), name, "text/csv; charset=utf-8")


def _cell(value: Value) -> Value:
    """Names come from strangers: none of them is calculated by the reader's spreadsheet."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
