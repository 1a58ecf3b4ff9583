"""Copies of a database, so that the same matches can be settled again and again."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

_DJANGO, _BARE = "copy_for_django", "copy_for_bare"


class Databases:
    """Django's database as it is now; nobody may use the original any more."""

    def __init__(self) -> None:
        self._original = connection.settings_dict["NAME"]
        connection.close()
        self._admin = psycopg.connect(self._url("postgres"), autocommit=True)

    @contextmanager
    def fresh(self, name: str = _BARE) -> Iterator[str]:
        """The address of a copy, which is gone afterwards."""
        names = sql.Identifier(name), sql.Identifier(self._original)
        self._admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
        try:
            yield self._url(name)
        finally:
            self._admin.execute(sql.SQL("DROP DATABASE {}").format(names[0]))

    @contextmanager
    def fresh_for_django(self) -> Iterator[None]:
        """A copy that Django is connected to, and nothing in the storage of files."""
        shutil.rmtree(settings.MEDIA_ROOT, ignore_errors=True)
        with self.fresh(_DJANGO):
            connection.settings_dict["NAME"] = _DJANGO
            connection.connect()
            try:
                yield
            finally:
                connection.close()
                connection.settings_dict["NAME"] = self._original

    def close(self) -> None:
        self._admin.close()

    def _url(self, name: str) -> str:
        found = connection.settings_dict
        server = f"{found['USER']}:{found['PASSWORD']}@{found['HOST']}:{found['PORT']}"
        return f"postgresql://{server}/{name}"
