"""The embedded queue's tables and functions, installed once per database."""

import os
import sys

import psycopg
from pgmq.install import get_embedded_install_sql

from arena.runner.queues import pgmq_database_url

# Any fixed number: it keeps two starters from installing at the same time.
_INSTALL_LOCK = 7_253_001

# Every program that declares a queue asks for its notices, and pgmq's own function then drops the
# trigger and makes it anew: of two that do so at once, one dies of a deadlock. This one leaves
# alone what is there.
_ENABLE_NOTICES_ONCE = """
CREATE OR REPLACE FUNCTION pgmq.enable_notify_insert(
    queue_name text, throttle_interval_ms integer DEFAULT 250
) RETURNS void AS $$
DECLARE
    wanted_name text := queue_name;
    wanted_interval integer := throttle_interval_ms;
    queue_table text := pgmq.format_table_name(queue_name, 'q');
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('notices of ' || wanted_name, 0));
    INSERT INTO pgmq.notify_insert_throttle AS row (queue_name, throttle_interval_ms)
    VALUES (wanted_name, wanted_interval)
    ON CONFLICT ON CONSTRAINT notify_insert_throttle_queue_name_key DO UPDATE
    SET throttle_interval_ms = EXCLUDED.throttle_interval_ms
    WHERE row.throttle_interval_ms <> EXCLUDED.throttle_interval_ms;
    IF NOT EXISTS (
        SELECT FROM pg_trigger
        WHERE tgname = 'trigger_notify_queue_insert_listeners'
        AND tgrelid = format('pgmq.%I', queue_table)::regclass
    ) THEN
        EXECUTE format(
            'CREATE CONSTRAINT TRIGGER trigger_notify_queue_insert_listeners '
            'AFTER INSERT ON pgmq.%I DEFERRABLE FOR EACH ROW '
            'EXECUTE PROCEDURE pgmq.notify_queue_listeners()',
            queue_table
        );
    END IF;
END;
$$ LANGUAGE plpgsql
"""


def queue_install(*, database_url: str) -> bool:
    """Install the SQL of the `pgmq` wheel unless it is there; returns whether it was needed.

    The script cannot run twice, so it runs in one transaction behind a lock: it is there whole or
    not at all, also when this process is killed in the middle.
    """
    with psycopg.connect(database_url) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [_INSTALL_LOCK])
        found = connection.execute("SELECT to_regclass('pgmq.meta')").fetchone()
        is_new = found is None or found[0] is None
        if is_new:
            connection.execute(get_embedded_install_sql().encode())
        connection.execute(_ENABLE_NOTICES_ONCE)
    return is_new


if __name__ == "__main__":
    _url = pgmq_database_url(os.environ.get("CELERY_BROKER_URL", ""))
    if _url is None:
        sys.exit("CELERY_BROKER_URL does not name a pgmq:// queue: there is nothing to install.")
    queue_install(database_url=_url)
