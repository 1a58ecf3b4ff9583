"""Server-sent events that keep an open page up to date with what its reader may know."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final, TypeVar

from asgiref.sync import sync_to_async
from django.db import Error, connections
from django.http import StreamingHttpResponse

from tournaments.live.hub import LOOK, live_hub

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS: Final = 20.0  # proxies close what has been silent for a minute, or less
LOOK_AGAIN_SECONDS: Final = 2.0
# A stream ends after a while and the browser opens it again: so a right that ends in a way that
# nobody notifies (a session that runs out) does not last either.
STREAM_SECONDS: Final = 3600.0
_HEARTBEAT: Final = b": here\n\n"
_REVOKED: Final = b"event: revoked\ndata: {}\n\n"


class StreamOverError(Exception):
    """Who reads can no longer be told (they have logged in or out, say). Nothing is said about
    their rights: the stream ends, the browser opens it anew, and that request is judged."""


@dataclass(frozen=True)
class Seen:
    """What a reader may know now; `id` differs whenever there is something new."""

    id: str
    event: str
    data: dict[str, object]

    @property
    def encoded(self) -> bytes:
        return f"id: {self.id}\nevent: {self.event}\ndata: {json.dumps(self.data)}\n\n".encode()


Anything = TypeVar("Anything")
# Asks the database; None says that the reader may not read (any more).
Look = Callable[[], Seen | None]
# What a reader knows after being told a detail, without asking the database.
Told = Callable[[Seen, str], Seen]


def event_stream_response(
    *,
    topics: Collection[str],
    look: Look,
    told: Told,
    last_id: str,
    rest_seconds: float = 0.0,
    most_seconds: float = inf,
) -> StreamingHttpResponse:
    """The answer to a browser that follows `topics` and has seen `last_id`. After each event the
    stream rests: what is new in that time is one event. A right may end in `most_seconds`."""
    return StreamingHttpResponse(
        event_stream(
            topics=topics,
            look=look,
            told=told,
            last_id=last_id,
            rest_seconds=rest_seconds,
            most_seconds=most_seconds,
        ),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def event_stream(
    *,
    topics: Collection[str],
    look: Look,
    told: Told,
    last_id: str,
    rest_seconds: float = 0.0,
    most_seconds: float = inf,
) -> AsyncIterator[bytes]:
    """One event for each thing that is new; `revoked`, and the end, when there is no right to it.

    Between events the stream holds no database connection.
    """
    hub = live_hub()
    ends_at = monotonic() + min(STREAM_SECONDS, most_seconds)
    seen: Seen | None = None
    detail: str | None = LOOK
    async with hub.follow(*topics) as follower:
        yield b"retry: 2000\n\n"
        while not hub.is_closing and monotonic() < ends_at:
            wait = HEARTBEAT_SECONDS
            if detail is None:
                yield _HEARTBEAT
            elif detail == LOOK or seen is None:
                try:
                    seen = await sync_to_async(look_once)(look)
                except StreamOverError:
                    return
                except Error as error:
                    logger.warning("A live page waits for the database: %s", error)
                    seen, wait = None, LOOK_AGAIN_SECONDS
                else:
                    if seen is None:
                        yield _REVOKED
                        return
            else:
                seen = told(seen, detail)
            if seen is not None and seen.id != last_id:
                yield seen.encoded
                last_id = seen.id
                await asyncio.sleep(rest_seconds)
            detail = await follower.news(max(0.0, min(wait, ends_at - monotonic())))
            if seen is None:
                detail = LOOK


def look_once(look: Callable[[], Anything]) -> Anything:
    """Look, and give the connection back: a stream lives long and looks seldom."""
    try:
        return look()
    finally:
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close()
