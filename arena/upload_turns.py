"""Two uploads are read and stored at a time, the others wait without holding anything.

Reading one can take hundreds of mebibytes and seconds. Whoever waited with a database connection in
hand would keep it from everybody else: the pool is small, and visitors need it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

AT_ONCE: Final = 2
"""However many send in something at the same time, memory is taken for these."""
WAIT_SECONDS: Final = 30.0
"""Less than browsers and proxies wait, so that an answer reaches the author."""
_TURNS: Final = threading.BoundedSemaphore(AT_ONCE)


class UploadsBusyError(Exception):
    """So many send in something that it was not this one's turn in time; try again later."""


@contextmanager
def upload_turn() -> Iterator[None]:
    """Wait for a turn, and have it until the block ends; or `UploadsBusyError`.

    The database connection goes back to the pool first; the next query takes another one.
    """
    if not connection.in_atomic_block:  # it could not be given away in the middle of something
        connection.close()
    if not _TURNS.acquire(timeout=WAIT_SECONDS):
        raise UploadsBusyError
    try:
        yield
    finally:
        _TURNS.release()
