"""The operators' open page hears of changes, once a second and no longer than it may."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from arena.services.operations import arena_pause, arena_resume
from tests.arena.operator_kit import REASON, operator, operator_client
from tests.asgi_server import AsgiServer
from tests.tournaments.listening import listening
from tournaments.live import streams
from tournaments.live.hub import LOOK, LiveHub, live_hub
from tournaments.live.streams import Seen, event_stream
from tournaments.services.moderation import account_staff_revoke

TOPIC = "arena"


@pytest.mark.django_db(transaction=True)
def test_a_page_hears_of_what_others_do_until_it_may_not(asgi_server: AsgiServer) -> None:
    reader, other = operator(), operator(is_superuser=True)
    session = operator_client(reader).session.session_key
    assert session is not None
    with listening(asgi_server, "/operators/events/", session=session) as listener:
        seen = listener.next()
        assert seen.name == "arena"
        arena_pause(by=other, reason=REASON)
        news = listener.next()
        assert news.name == "arena"
        assert news.id > seen.id
        account_staff_revoke(account=reader, actor=other, reason=REASON)
        arena_resume(by=other, reason=REASON)
        assert [event.name for event in listener.events()][-1] == "revoked"


class Rest:
    """A rest that ends when the test says so."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.begun = asyncio.Semaphore(0)
        self.ended = asyncio.Semaphore(0)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        self.begun.release()
        await self.ended.acquire()


def test_a_stream_rests_after_each_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens meanwhile is one event."""

    async def never(_hub: LiveHub) -> None:
        await asyncio.Event().wait()

    async def watch() -> tuple[list[bytes], list[float]]:
        rest, looks = Rest(), count()
        monkeypatch.setattr(streams, "asyncio", rest)
        stream = event_stream(
            topics=[TOPIC],
            look=lambda: Seen(str(next(looks)), "arena", {}),
            told=lambda seen, _detail: seen,
            last_id="",
            rest_seconds=1.0,
        )
        await anext(stream)  # how soon to come back
        events = [await anext(stream)]
        for _ in range(2):
            following = asyncio.ensure_future(_next(stream))
            await rest.begun.acquire()
            for _ in range(20):
                live_hub()._tell(TOPIC, LOOK)
            rest.ended.release()
            events.append(await following)
        return events, rest.seconds

    monkeypatch.setattr(LiveHub, "_listen", never)
    with ThreadPoolExecutor(1) as pool:
        events, rested = pool.submit(asyncio.run, watch()).result()
    assert [event.partition(b"\n")[0] for event in events] == [b"id: 0", b"id: 1", b"id: 2"]
    assert rested == [1.0, 1.0]


async def _next(stream: AsyncIterator[bytes]) -> bytes:
    return await anext(stream)
