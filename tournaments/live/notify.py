"""The sender's side: part of the transaction that changes something."""

from typing import Final

from django.db import connection

CHANNEL: Final = "durako_live"


def live_notify(topic: str) -> None:
    """Wake everybody who follows `topic`, when and only if this transaction commits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, topic])
