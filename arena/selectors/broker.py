"""How many messages the queue itself holds, where it is the embedded one."""

import logging
from dataclasses import dataclass

import psycopg
from celery import current_app

from arena.runner.queues import NAMES, pgmq_database_url

logger = logging.getLogger(__name__)

_MESSAGES = "SELECT queue_name, queue_visible_length FROM pgmq.metrics_all()"


@dataclass(frozen=True)
class Broker:
    """What the queue says about itself."""

    answers: bool
    messages: tuple[tuple[str, int], ...] = ()
    """Of each of our queues that exists: how many messages nobody has taken yet."""


def broker_now() -> Broker | None:
    """None where another broker is used, which has pages of its own for this."""
    address = pgmq_database_url(current_app.conf.broker_url)
    if address is None:
        return None
    try:
        with psycopg.connect(address, connect_timeout=2, autocommit=True) as connection:
            found: dict[str, int] = dict(connection.execute(_MESSAGES).fetchall())
    except psycopg.Error as error:
        logger.warning("The queue does not answer: %s", error)
        return Broker(answers=False)
    return Broker(answers=True, messages=tuple((n, found[n]) for n in NAMES if n in found))
