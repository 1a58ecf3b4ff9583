"""Waiting for a database that is restarting."""

import logging
import time
from collections.abc import Callable
from typing import Final, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections

Value = TypeVar("Value")

PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0)
"""Seconds; then whoever asked gives up, and leases see to the rest."""
logger = logging.getLogger(__name__)


def with_database(do: Callable[[], Value], sleep: Callable[[float], None] = time.sleep) -> Value:
    """Do it, again if the connection breaks: what was done in a transaction is then undone."""
    for pause in PAUSES:
        try:
            return do()
        except (OperationalError, InterfaceError) as error:
            logger.warning("The database does not answer (%s): trying again.", error)
            close_old_connections()
            sleep(pause)
    return do()
