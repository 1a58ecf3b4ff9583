"""Migrates once for all processes of a test run instead of once for each.

Going through every migration takes a process five seconds of calculating; PostgreSQL copies the
finished database in a blink. Whoever needs a database first migrates its own and leaves a copy, of
which the others are made; should it fail, the next one tries, and fails by itself.
"""

import os
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db.backends.postgresql.creation import DatabaseCreation
from psycopg import sql

_FINISHED: Final = "test_durako_finished"
_LOCK: Final = 20_261_118
_migrated = DatabaseCreation.create_test_db


def one_migration_install() -> None:
    """From now on Django makes its test databases like this."""
    DatabaseCreation.create_test_db = _create_test_db  # type: ignore[method-assign,assignment]


def _create_test_db(self: DatabaseCreation, **options: Any) -> str:  # noqa: ANN401 - Django's
    """The lock is let go with its connection."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        if _is_there(server, _FINISHED):
            name: str = self._get_test_db_name()  # type: ignore[attr-defined]
            _copy(server, _FINISHED, name)
            self.connection.close()
            settings.DATABASES[self.connection.alias]["NAME"] = name
            self.connection.settings_dict["NAME"] = name
        else:
            name = _migrated(self, **options)
            self.connection.close()  # who is connected is in the way of a copy
            _copy(server, name, _FINISHED)
    self.connection.ensure_connection()
    return name


def _is_there(server: psycopg.Connection[Any], name: str) -> bool:
    found = server.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone()
    return found is not None


def _copy(server: psycopg.Connection[Any], source: str, target: str) -> None:
    server.execute(
        sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
            sql.Identifier(target), sql.Identifier(source)
        )
    )
