"""The embedded queue's tables and functions, installed once per database."""

import os
import sys

import psycopg
from pgmq.install import get_embedded_install_sql

from arena.runner.queues import pgmq_database_url

# Any fixed number: it keeps two starters from installing at the same time.
_INSTALL_LOCK = 7_253_001


def queue_install(*, database_url: str) -> bool:
    """Install the SQL of the `pgmq` wheel unless it is there; returns whether it was needed.

    The script cannot run twice, so it runs in one transaction behind a lock: it is there whole or
    not at all, also when this process is killed in the middle.
    """
    with psycopg.connect(database_url) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [_INSTALL_LOCK])
        found = connection.execute("SELECT to_regclass('pgmq.meta')").fetchone()
        if found is not None and found[0] is not None:
            return False
        connection.execute(get_embedded_install_sql().encode())
    return True


if __name__ == "__main__":
    _url = pgmq_database_url(os.environ.get("CELERY_BROKER_URL", ""))
    if _url is None:
        sys.exit("CELERY_BROKER_URL does not name a pgmq:// queue: there is nothing to install.")
    queue_install(database_url=_url)
