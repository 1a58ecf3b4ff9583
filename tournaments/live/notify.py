"""The sender's side: part of the transaction that changes something."""

from typing import Final

from django.db import connection

CHANNEL: Final = "durako_live"


def live_notify(topic: str, detail: str = "") -> None:
    """Wake everybody who follows `topic`, when and only if this transaction commits.

    Without a detail they look for themselves what they may know now: say nothing when rights have
    changed. A detail spares them that; it must be harmless to whoever had a right a moment ago.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{topic} {detail}"])
