"""Empties the database after a test that commits, in a few milliseconds instead of hundreds.

Django truncates every table, and PostgreSQL makes new files for each and for each of its indexes;
but a test fills only some of them, with a few rows. Those rows are deleted instead. What Django
itself writes down after a migration, and would write down again, stays. Triggers that keep what is
written for ever, and foreign keys, do not look on meanwhile; the role may do that because
tests/embedded_database.py allows it.
"""

from collections.abc import Iterable

from django.apps import apps
from django.core.management.commands import flush
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.models.signals import post_migrate

_STAY = {"django_content_type", "auth_permission"}


def emptying_install() -> None:
    """From now on Django empties tables like this."""
    DatabaseOperations.sql_flush = _sql_flush  # type: ignore[method-assign,assignment]
    flush.emit_post_migrate_signal = _our_apps_write_what_they_need  # type: ignore[attr-defined]


def _our_apps_write_what_they_need(
    verbosity: int, interactive: bool, database: str, **more: object
) -> None:
    """Django's own apps would only look whether their rows are there: they are."""
    for name in ("tournaments", "arena"):
        app = apps.get_app_config(name)
        post_migrate.send(sender=app, app_config=app, using=database, verbosity=verbosity, plan=[])


def _sql_flush(
    self: DatabaseOperations,
    style: object,
    tables: Iterable[str],
    *,
    reset_sequences: bool = False,
    allow_cascade: bool = False,
) -> list[str]:
    assert not reset_sequences, "nobody counts on the numbers of rows"
    quoted = [self.quote_name(table) for table in tables if table not in _STAY]
    look = " UNION ALL ".join(
        f"SELECT {place} WHERE EXISTS (SELECT FROM {table})"  # noqa: S608 - our own tables
        for place, table in enumerate(quoted)
    )
    with self.connection.cursor() as cursor:
        cursor.execute(look)
        filled = [quoted[place] for (place,) in cursor.fetchall()]
    return [
        "SET LOCAL session_replication_role = replica",
        *(f"DELETE FROM {table}" for table in filled),  # noqa: S608
    ]
