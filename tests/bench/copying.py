"""Filling tables by COPY: without their indexes, which are built at the end, all at once."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import psycopg
from django.contrib.postgres.fields import ArrayField
from django.db import models
from psycopg import sql

_MADE_LATER: Final = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE contype IN ('u', 'f') AND conrelid::regclass::text = ANY(%s)
ORDER BY contype DESC
"""
_INDEXES: Final = """
SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
WHERE NOT indisprimary AND indrelid::regclass::text = ANY(%s)
"""
_SEQUENCE: Final = """
SELECT setval(pg_get_serial_sequence({text}, 'id'), coalesce(max(id), 1)) FROM {table}
"""
_CHUNK: Final = 1 << 18


@dataclass(frozen=True)
class Filling:
    """Tables that are being filled."""

    connection: psycopg.Connection

    def fill(
        self,
        model: type[models.Model],
        columns: Sequence[str],
        rows: Iterable[str],
        **values: object,
    ) -> None:
        """`rows`: the columns' texts with a tabulator between them. All other columns have the
        value that is given by name, or else the model's default."""
        same = {
            str(field.column): copy_text(field, values.get(field.name, field.get_default()))
            for field in model._meta.concrete_fields
            if not (field.column in columns or field.primary_key or field.generated)
        }
        tail = "".join(f"\t{text}" for text in same.values()) + "\n"
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(model._meta.db_table),
            sql.SQL(", ").join([sql.Identifier(name) for name in [*columns, *same]]),
        )
        with self.connection.cursor().copy(statement) as copy:
            for chunk in _chunks(rows, tail):
                copy.write(chunk)


@contextmanager
def filling(url: str, tables: Sequence[type[models.Model]]) -> Iterator[Filling]:
    """The tables without indexes and references while they are filled; keys count on after it."""
    names = [model._meta.db_table for model in tables]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET maintenance_work_mem = '512MB'")
        constraints = connection.execute(_MADE_LATER, [names]).fetchall()
        for table, name, _definition in constraints:
            _run(connection, "ALTER TABLE {} DROP CONSTRAINT {}", table, name)
        indexes = connection.execute(_INDEXES, [names]).fetchall()
        for name, _definition in indexes:
            _run(connection, "DROP INDEX {}", name.strip('"'))
        yield Filling(connection)
        for table, name, definition in constraints:
            _run(connection, f"ALTER TABLE {{}} ADD CONSTRAINT {{}} {definition}", table, name)
        for _name, definition in indexes:
            connection.execute(definition)
        for table in names:
            parts = {"text": sql.Literal(table), "table": sql.Identifier(table)}
            connection.execute(sql.SQL(_SEQUENCE).format(**parts))
        connection.execute("VACUUM (ANALYZE)")


def copy_text(field: "models.Field[Any, Any]", value: object) -> str:
    """A value as COPY reads it."""
    match value:
        case None:
            return "\\N"
        case bool():
            return "t" if value else "f"
        case datetime():
            return value.isoformat()
        case list() if isinstance(field, ArrayField):
            return "{" + ",".join(map(str, value)) + "}"
        case list() | dict():
            return json.dumps(value)
        case _:
            return str(value)


def _chunks(rows: Iterable[str], tail: str) -> Iterator[str]:
    held: list[str] = []
    size = 0
    for row in rows:
        held += (row, tail)
        size += len(row)
        if size > _CHUNK:
            yield "".join(held)
            held, size = [], 0
    yield "".join(held)


def _run(connection: psycopg.Connection, statement: str, *names: str) -> None:
    identifiers = [sql.Identifier(name) for name in names]
    connection.execute(sql.SQL(statement).format(*identifiers))
