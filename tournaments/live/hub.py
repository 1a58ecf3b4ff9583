"""The listener's side: one connection of a web process listens for all of its viewers.

A follower keeps only the last thing it was told, and whether it has to look for itself. So messages
that come in quick succession are one, a viewer who reads slowly costs nothing, and after a lost
connection it is enough to let everybody look once.
"""

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from types import FrameType
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.db import connections
from psycopg import sql

from tournaments.live.notify import CHANNEL

logger = logging.getLogger(__name__)

_RETRY_FIRST_SECONDS: Final = 0.1
_RETRY_MOST_SECONDS: Final = 5.0
# A database that vanished without a word is noticed after a minute.
_KEEPALIVES: Final = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}


FOLLOWERS_OF_A_TOPIC_MAX: Final = 300
FOLLOWERS_MAX: Final = 3_000
LOOK: Final = ""  # what a follower is told who has to look for itself


class Follower:
    """Somebody who wants to know when a topic changes."""

    def __init__(self) -> None:
        self._told = asyncio.Event()
        self._detail: str | None = None

    def tell(self, detail: str) -> None:
        """The last word counts, but having to look is not forgotten over it."""
        if self._detail != LOOK:
            self._detail = detail
        self._told.set()

    async def news(self, within: float) -> str | None:
        """What was said, or None if nothing was before that many seconds are over."""
        try:
            async with asyncio.timeout(within):
                await self._told.wait()
        except TimeoutError:
            return None
        self._told.clear()
        detail, self._detail = self._detail, None
        return detail


class LiveHub:
    """The followers of one event loop, and the connection that listens while there are any."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Follower]] = {}
        self._listener: asyncio.Task[None] | None = None
        self._is_closing = False

    @property
    def is_closing(self) -> bool:
        """Whether the server is about to stop, so that every stream must end."""
        return self._is_closing

    def has_room(self, topic: str) -> bool:
        """Whether one more may follow; a stream costs a thread, so there is an end to it."""
        all_together = sum(map(len, self._followers.values()))
        of_topic = len(self._followers.get(topic, ()))
        return of_topic < FOLLOWERS_OF_A_TOPIC_MAX and all_together < FOLLOWERS_MAX

    @property
    def topics(self) -> frozenset[str]:
        """What anybody follows."""
        return frozenset(self._followers)

    @asynccontextmanager
    async def follow(self, *topics: str) -> AsyncIterator[Follower]:
        """Be told whenever one of the topics changes."""
        follower = Follower()
        for topic in topics:
            self._followers.setdefault(topic, set()).add(follower)
        if (self._listener is None or self._listener.done()) and not self._is_closing:
            self._listener = asyncio.create_task(self._listen(), name="live listener")
        try:
            yield follower
        finally:
            for topic in topics:
                self._followers[topic].discard(follower)
                if not self._followers[topic]:
                    del self._followers[topic]
            if not self._followers:
                self._stop_listening()

    def close(self) -> None:
        """Let every stream end; for a server that stops."""
        self._is_closing = True
        self._stop_listening()
        self._let_all_look()

    def _stop_listening(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            self._listener = None

    def _tell(self, topic: str, detail: str) -> None:
        for follower in self._followers.get(topic, ()):
            follower.tell(detail)

    def _let_all_look(self) -> None:
        for topic in self._followers:
            self._tell(topic, LOOK)

    async def _listen(self) -> None:
        """Listen for ever; a database that restarts is found again."""
        delay = _RETRY_FIRST_SECONDS
        while True:
            try:
                async with await _connect() as connection:
                    await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                    delay = _RETRY_FIRST_SECONDS
                    self._let_all_look()  # what was said before is lost
                    async for notice in connection.notifies():
                        topic, _, detail = notice.payload.partition(" ")
                        self._tell(topic, detail)
            except psycopg.Error as error:
                logger.warning("Live updates wait for the database: %s", error)
            await asyncio.sleep(delay)
            delay = min(2 * delay, _RETRY_MOST_SECONDS)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, LiveHub] = WeakKeyDictionary()


def live_hub() -> LiveHub:
    """The hub of the running event loop: a web process has one of each."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        hub = _hubs[loop] = LiveHub()
        _before_stop_signals(partial(_close, hub, loop))
    return _hubs[loop]


def _close(hub: LiveHub, loop: asyncio.AbstractEventLoop) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(hub.close)


def _before_stop_signals(call: Callable[[], object]) -> None:
    """Have this called when the server is told to stop, before the server knows.

    A web server first waits for open responses, and a stream is one that never ends by itself.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # somebody else's process, who stops its server by other means than a signal
    for number in (signal.SIGTERM, signal.SIGINT):
        earlier = signal.getsignal(number)
        if callable(earlier):
            signal.signal(number, _after(call, earlier))


def _after(
    call: Callable[[], object], handler: Callable[[int, FrameType | None], object]
) -> Callable[[int, FrameType | None], None]:
    def handle(number: int, frame: FrameType | None) -> None:
        call()
        handler(number, frame)

    return handle


async def _connect() -> psycopg.AsyncConnection[Any]:
    """A connection of its own beside Django's pool, to the same database."""
    params = connections["default"].get_connection_params()
    for of_django in ("cursor_factory", "context", "prepare_threshold"):
        params.pop(of_django, None)
    return await psycopg.AsyncConnection.connect(**{**_KEEPALIVES, **params}, autocommit=True)
