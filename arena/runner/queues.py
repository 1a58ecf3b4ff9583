"""The one home of the queue's rules, for every Celery app of the house.

It knows no Django, so that the match worker can use it without holding the server's code.
"""

from typing import Any
from urllib.parse import urlsplit

from celery import Celery
from celery.result import AsyncResult
from kombu import Exchange, Queue

MATCHES = "matches"
VALIDATIONS = "validations"
RESULTS = "results"
DEFAULT = "default"
NAMES = (MATCHES, VALIDATIONS, RESULTS, DEFAULT)

SCHEDULER = "scheduler"
"""The name under which the scheduler is heard of."""

# When an unanswered message comes back: the same hour. Recovery never waits for it: leases in the
# database find lost work within seconds.
VISIBILITY_TIMEOUT_SECONDS = 15 * 60

_PGMQ_OPTIONS: dict[str, Any] = {
    "init_extension": False,  # the SQL of the `pgmq` wheel is installed once, by `queue_install`
    "wait_time_seconds": 0,
    "polling_interval": 0.1,
    "use_notify": True,
    "notify_throttle_interval_ms": 0,
    "visibility_timeout": VISIBILITY_TIMEOUT_SECONDS,
}
_REDIS_OPTIONS: dict[str, Any] = {"visibility_timeout": VISIBILITY_TIMEOUT_SECONDS}


class QueueApp(Celery):
    """Celery, and a second try with a connection to the embedded queue that was lost.

    Kombu notices the loss when it declares the queue, and connects again; but then it publishes on
    the channel of the lost connection, which it has closed, and the transport stumbles over that.
    """

    def send_task(self, *args: Any, **options: Any) -> AsyncResult[Any]:  # noqa: ANN401 - Celery's
        try:
            return super().send_task(*args, **options)
        except AttributeError as error:
            if error.name != "_get_pgmq_client":
                raise
        return super().send_task(*args, **options)


def pgmq_url(database_url: str) -> str:
    """The queue's address for Celery, from its database's."""
    return database_url.replace("postgresql://", "pgmq://", 1)


def pgmq_database_url(broker_url: str) -> str | None:
    """The database behind a pgmq:// address; None for another broker."""
    if urlsplit(broker_url).scheme != "pgmq":
        return None
    return broker_url.replace("pgmq://", "postgresql://", 1)


def _transport_options(broker_url: str) -> dict[str, Any]:
    if database_url := pgmq_database_url(broker_url):
        # The pgmq library lets the variable DATABASE_URL win over the address it is given, which
        # would put the queue into the data's database; only a full connection string stops it.
        return {**_PGMQ_OPTIONS, "conn_string": database_url}
    return _REDIS_OPTIONS if urlsplit(broker_url).scheme in {"redis", "rediss"} else {}


def celery_settings(broker_url: str, *, prefetch: int = 4) -> dict[str, Any]:
    """Celery's settings for this broker; only the transport's own options depend on it.

    Taking four short tasks per process at a time triples the rate of the embedded queue over one
    (321 and 110 tasks a second in `make bench`). Workers with long tasks take one.
    """
    return {
        "broker_url": broker_url,
        "broker_transport_options": _transport_options(broker_url),
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,  # the broker may be down for hours; keep trying
        "accept_content": ["json"],
        "task_serializer": "json",
        "result_serializer": "json",
        "task_ignore_result": True,
        "task_queues": [Queue(name, Exchange(name), routing_key=name) for name in NAMES],
        "task_default_queue": DEFAULT,
        "task_create_missing_queues": False,  # a misspelt queue is an error, not a new queue
        "task_acks_late": True,
        # A task that kills its process is not sent round and round: its message comes back when
        # its time is over, and leases in the database find the lost work long before.
        "task_reject_on_worker_lost": False,
        # Messages that were taken and wait for their turn count too, so that none comes back
        # while the first still runs.
        "task_time_limit": VISIBILITY_TIMEOUT_SECONDS // (prefetch + 1),
        "worker_prefetch_multiplier": prefetch,
        # pgmq cannot carry remote control (its queue names are too short for it), and no part of
        # ours relies on it: presence is kept by our own heartbeat.
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "worker_hijack_root_logger": False,
        "timezone": "UTC",
        "enable_utc": True,
    }
