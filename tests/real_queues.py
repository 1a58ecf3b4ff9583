"""The embedded queue as the tests share it: one for each process of a run."""

import os

import psycopg

from arena.runner.queues import pgmq_database_url


def queue_database() -> str:
    """The address of the database that holds this process's queues."""
    found = pgmq_database_url(os.environ["CELERY_BROKER_URL"])
    assert found is not None
    return found


def queues_empty() -> None:
    """Throw away what others left in the queues."""
    with psycopg.connect(queue_database(), autocommit=True) as connection:
        connection.execute("SELECT pgmq.purge_queue(queue_name) FROM pgmq.list_queues()")
