"""Open pages hear of changes at once, and of nothing that they may not know any more."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.test import Client

from arena.views.asked_again import request_of_session
from tests.asgi_server import AsgiServer, serving
from tests.factories import PlayerFactory, UserFactory
from tests.scoring.burako.books import HOME_WINS, LEVEL
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.match_kit import link_to, match
from tests.tournaments.leagues.sheet_kit import Scene
from tests.tournaments.listening import Listener, listening
from tests.tournaments.sheet_table import (
    GUEST_CREATOR,
    Phone,
    creators_phone,
    guests_phone,
    open_sheet,
    write,
    write_hands,
)
from tournaments.live import streams
from tournaments.live.hub import LOOK, Follower, LiveHub
from tournaments.live.notify import CHANNEL, live_notify
from tournaments.models import Sheet, User
from tournaments.services.leagues.links import link_revoke
from tournaments.services.moderation import account_suspend
from tournaments.services.sheets import SeatSpec, sheet_link_revoke, sheet_policy_set
from tournaments.sheet_access import Visitor
from tournaments.sheet_visitors import visitor_of_session

Result = TypeVar("Result")
pytestmark = pytest.mark.django_db(transaction=True)

LISTENERS = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE %s AND datname = %s"


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something that happens soon, however busy the machine is."""
    deadline = monotonic() + 60
    while not condition():
        assert monotonic() < deadline, what
        sleep(0.02)


def sessions_like(pattern: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(LISTENERS, [pattern, connection.settings_dict["NAME"]])
        return int(cursor.fetchone()[0])


def connections_count() -> int:
    return sessions_like("%")


def listeners_count() -> int:
    return sessions_like("LISTEN%")


def request_threads() -> int:
    """Threads in which requests are served; the event loop's own few stay."""
    return sum(not thread.name.startswith("asyncio") for thread in threading.enumerate())


def in_a_loop(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread: the main thread's event loop would be taken for a server's, and the
    test run's signals with it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@pytest.fixture
def follow(asgi_server: AsgiServer) -> Iterator[Callable[[Phone], Listener]]:
    with ExitStack() as stack:

        def open_stream(phone: Phone, last_id: str = "") -> Listener:
            session = phone.client.cookies["sessionid"].value
            stream = listening(asgi_server, phone.path("events"), session=session, last_id=last_id)
            return stack.enter_context(stream)

        yield open_stream
    until(lambda: listeners_count() == 0, "the listening connection outlives the last viewer")


Follow = Callable[..., Listener]


def test_every_open_page_hears_of_an_entry(follow: Follow) -> None:
    sheet = open_sheet()
    pages = [follow(creators_phone(sheet)), follow(guests_phone(sheet))]
    assert [page.next().data for page in pages] == [{"seq": 0}] * 2
    write_hands(sheet, 1)
    assert [page.next().data for page in pages] == [{"seq": 1}] * 2
    write_hands(sheet, 1)
    assert [page.next().data for page in pages] == [{"seq": 2}] * 2


def test_a_page_that_comes_back_hears_what_it_missed_and_nothing_twice(follow: Follow) -> None:
    sheet = open_sheet()
    phone = creators_phone(sheet)
    write_hands(sheet, 1)
    seen = follow(phone).next()
    write_hands(sheet, 1)
    assert follow(phone, last_id=seen.id).next().data == {"seq": 2}
    now = follow(phone).next()
    current = follow(phone, last_id=now.id)
    write_hands(sheet, 1)
    assert current.next().data == {"seq": 3}


def test_what_is_rolled_back_is_not_told(follow: Follow) -> None:
    sheet = open_sheet()
    page = follow(creators_phone(sheet))
    page.next()
    with transaction.atomic():
        write(sheet, "hand", GUEST_CREATOR, number=1, sheet=HOME_WINS)
        transaction.set_rollback(True)
    write(sheet, "hand", GUEST_CREATOR, number=1, sheet=LEVEL)
    assert page.next().data == {"seq": 1}
    assert creators_phone(sheet).state()["totals"] == [-235, -235]


def test_other_sheets_are_none_of_its_business(follow: Follow) -> None:
    sheet, other = open_sheet(), open_sheet()
    page = follow(creators_phone(sheet))
    page.next()
    write_hands(other, 3)
    write_hands(sheet, 1)
    assert page.next().data == {"seq": 1}


def test_a_revoked_link_is_dead_at_once_also_on_an_open_page(follow: Follow) -> None:
    sheet = open_sheet()
    guest = guests_phone(sheet)
    creator, page = follow(creators_phone(sheet)), follow(guest)
    creator.next()
    page.next()
    sheet_link_revoke(public_id=sheet.public_id, visitor=GUEST_CREATOR)
    assert page.next().name == "revoked"
    assert page.ended()
    assert guest.client.get(guest.path("state")).status_code == 410
    assert guest.write("hand", number=1, sheet=HOME_WINS).status_code == 410
    assert follow(guest).response.status == 410
    write_hands(sheet, 1)
    assert creator.next().data == {"seq": 1}


def test_a_leagues_link_is_dead_at_once_on_the_sheets_open_page(follow: Follow) -> None:
    scene = Scene.of(match(visibility="private"))
    league, link = scene.fixture.league, link_to(scene.fixture)
    phone = Phone(scene.sheet)
    phone.session_set(league_links=[link.pk])
    page = follow(phone)
    page.next()
    link_revoke(public_id=league.public_id, visitor=owner(league), link_id=link.pk)
    assert page.next().name == "revoked"
    assert page.ended()
    assert phone.write("hand", number=1, sheet=HOME_WINS).status_code == 410


def test_an_open_page_hears_when_it_may_write_no_more(follow: Follow) -> None:
    sheet = open_sheet()
    guest = guests_phone(sheet)
    page = follow(guest)
    before = page.next()
    sheet_policy_set(public_id=sheet.public_id, visitor=GUEST_CREATOR, write_policy="creator")
    after = page.next()
    assert after.data == before.data
    assert after.id != before.id
    assert guest.state()["you"]["may_write"] is False


def test_who_has_no_right_gets_no_stream(follow: Follow) -> None:
    sheet = open_sheet()
    stranger = Phone(sheet)
    stranger.session_set(sheet_links=[])
    page = follow(stranger)
    assert page.response.status == 404
    assert b"no_sheet" in page.response.read()
    nobody = Phone(sheet)
    nobody.client.cookies["sessionid"] = "no-such-session"
    assert follow(nobody).response.status == 404


def test_a_suspended_players_stream_ends_at_once(follow: Follow) -> None:
    account = UserFactory.create()
    player = PlayerFactory.create(account=account)
    creator = UserFactory.create()
    player.known_by.add(creator)
    seats = [SeatSpec(player_id=player.public_id), SeatSpec(name="Carl")]
    sheet = open_sheet(Visitor(account=creator), seats=seats)
    phone = Phone(sheet)
    phone.client.force_login(account)
    page = follow(phone)
    page.next()
    account_suspend(account=account, actor=UserFactory.create(is_staff=True), reason="Cheated.")
    assert page.ended()
    assert follow(phone).response.status == 404


def test_a_session_is_over_between_its_accounts_suspension_and_its_own_end() -> None:
    """A look may fall in between, and must not take whoever was suspended for a stranger."""
    account = UserFactory.create()
    client = Client()
    client.force_login(account)
    session_key = client.cookies["sessionid"].value
    assert visitor_of_session(session_key) == Visitor(account=account)
    assert request_of_session(session_key).user == account
    User.objects.filter(pk=account.pk).update(is_active=False)
    assert visitor_of_session(session_key) is None
    with pytest.raises(streams.StreamOverError):
        request_of_session(session_key)


def test_one_connection_listens_for_everybody_and_streams_hold_none(follow: Follow) -> None:
    sheet = open_sheet()
    threads = request_threads()
    others = connections_count()
    pages = [follow(guests_phone(sheet)) for _ in range(12)]
    for page in pages:
        page.next()
    until(lambda: listeners_count() == 1, "nobody listens")
    until(lambda: connections_count() <= others + 1, "idle streams hold connections")
    write_hands(sheet, 1)
    assert {page.next().data["seq"] for page in pages} == {1}
    until(lambda: connections_count() <= others + 1, "streams that have looked hold connections")
    for page in pages:
        page.close()
    until(lambda: request_threads() <= threads, "threads are left over")


def test_there_is_an_end_to_how_many_can_follow(
    follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.live.hub.FOLLOWERS_OF_A_TOPIC_MAX", 1)
    sheet, other = open_sheet(), open_sheet()
    follow(creators_phone(sheet)).next()
    refused = follow(guests_phone(sheet))
    assert refused.response.status == 503
    assert b"too_many_viewers" in refused.response.read()
    assert follow(creators_phone(other)).next().data == {"seq": 0}


def test_a_lost_connection_is_found_again_and_nothing_is_missed(follow: Follow) -> None:
    """As when the database restarts: what was said meanwhile is looked up."""
    sheet = open_sheet()
    page = follow(creators_phone(sheet))
    page.next()
    until(lambda: listeners_count() == 1, "nobody listens")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
    write_hands(sheet, 1)
    assert page.next().data == {"seq": 1}
    write_hands(sheet, 1)
    assert page.next().data == {"seq": 2}


def test_a_server_with_open_streams_stops_at_once() -> None:
    sheet = open_sheet()
    phone = creators_phone(sheet)
    session = phone.client.cookies["sessionid"].value
    with ExitStack() as stack:
        with serving() as server:
            page = stack.enter_context(listening(server, phone.path("events"), session=session))
            page.next()
        # The server is gone, and the stream ended in the proper way instead of being cut off.
        assert page.ended()


def test_a_silent_stream_shows_that_it_is_alive_and_ends_one_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr(streams, "STREAM_SECONDS", 0.1)
    known = streams.Seen("1", "state", {})
    parts = in_a_loop(_collect(lambda: known, known.id))
    assert parts[0].startswith(b"retry: ")
    assert set(parts[1:]) == {b": here\n\n"}


def test_a_stream_waits_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LOOK_AGAIN_SECONDS", 0.01)
    answers = iter([psycopg.OperationalError("away"), psycopg.InterfaceError("still away")])

    def look() -> streams.Seen:
        error = next(answers, None)
        if error is not None:
            with connection.wrap_database_errors:
                raise error
        return streams.Seen("7", "state", {"seq": 7})

    parts = in_a_loop(_collect(look, "", count=2))
    assert parts[1] == b'id: 7\nevent: state\ndata: {"seq": 7}\n\n'


async def _collect(look: streams.Look, last_id: str, count: int = 10_000) -> list[bytes]:
    """What a stream says, at most `count` parts of it."""
    parts: list[bytes] = []
    stream = streams.event_stream(
        topics=["a"], look=look, told=lambda seen, _: seen, last_id=last_id
    )
    async for part in stream:
        parts.append(part)
        if len(parts) == count:
            break
    await stream.aclose()  # type: ignore[attr-defined]
    return parts


def test_followers_are_told_of_their_topics_only() -> None:
    async def follow_two() -> list[str | None]:
        hub = LiveHub()
        async with hub.follow("a", "c") as a, hub.follow("b") as b:
            heard = [await a.news(60), await b.news(60)]  # the connection listens now: look
            for topic, detail in (("a", "1"), ("c", "2"), ("a", "")):
                await sync_to_async(_say)(topic, detail)
                heard.append(await a.news(60))
            heard += [await a.news(0.05), await b.news(0.05)]
        assert hub.topics == frozenset()
        return heard

    assert in_a_loop(follow_two()) == [LOOK, LOOK, "1", "2", LOOK, None, None]


def test_the_last_word_counts_unless_one_has_to_look() -> None:
    async def hear(*words: str) -> str | None:
        follower = Follower()
        for word in words:
            follower.tell(word)
        return await follower.news(60)

    assert in_a_loop(hear("1", "2", "3")) == "3"
    assert in_a_loop(hear("1", LOOK, "3")) == LOOK


def _say(topic: str, detail: str) -> None:
    live_notify(topic, detail)
    connection.close()


def test_the_channel_needs_no_quoting() -> None:
    assert CHANNEL.isidentifier()
    assert Sheet.objects.count() == 0
