"""What strangers may ask of the server: each limit tried from outside."""

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from arena.gameserver import control, doors, limits, server
from arena.gameserver.seat import STRAY_LIMIT
from arena.gameserver.table import BROKEN
from arena.protocol.v1 import host_pb2
from arena.protocol.v1.play_pb2 import Answer, PlayRequest
from arena.protocol.v1.play_pb2_grpc import PlayServiceStub
from tests.arena.gameserver.raw_http2 import PING, PREFACE, SETTINGS, said_until_closed
from tests.arena.gameserver.rotation_kit import a_spec
from tests.arena.gameserver.running import (
    Running,
    hello,
    in_a_loop,
    play_match,
    running_server,
    ticket,
    token_of,
    wait_until,
)

PROFILE = "durak/duel24"
RAW = "/arena.protocol.v1.PlayService/Play"


def _path(opened: host_pb2.OpenTableResponse) -> Path:
    return Path(ticket(opened, 0).address.removeprefix("unix:"))


async def _end(stream: Any) -> tuple[StatusCode, str]:  # noqa: ANN401
    """How a stream ended, after whatever else was said on it."""
    try:
        while await stream.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details() or ""
    return await stream.code(), await stream.details()


async def _seated(running: Running, opened: host_pb2.OpenTableResponse, seat: int = 0) -> Any:  # noqa: ANN401
    stream = running.play(opened, seat)
    await stream.write(hello(PROFILE))
    assert (await stream.read()).HasField("welcome")
    return stream


@in_a_loop
async def test_a_message_beyond_the_limit_ends_the_stream_and_nothing_else() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        stream = await _seated(running, opened)
        await stream.write(hello(PROFILE, client="x" * limits.MAX_MESSAGE_BYTES))
        code, text = await _end(stream)
        assert code is StatusCode.RESOURCE_EXHAUSTED
        assert str(limits.MAX_MESSAGE_BYTES) in text
        await running.wait_for(opened.table, "seat_changed", 2)
        events = await play_match(running, opened, PROFILE)  # it may come back, and play
        assert not events[-1].table_over.aborted


@in_a_loop
async def test_a_message_just_within_the_limit_is_read() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        stream = running.play(opened, 0)
        first = hello(PROFILE)
        first.hello.client = "x" * (limits.MAX_MESSAGE_BYTES - first.ByteSize() - 8)
        assert limits.MAX_MESSAGE_BYTES - 20 < first.ByteSize() <= limits.MAX_MESSAGE_BYTES
        await stream.write(first)
        assert (await stream.read()).HasField("welcome")
        (*_, changed) = await running.wait_for(opened.table, "seat_changed")
        assert changed.seat_changed.detail == "x" * limits.LONGEST_CLIENT_NAME


@in_a_loop
async def test_what_cannot_be_printed_in_a_bots_name_does_not_reach_the_host() -> None:
    """It would forge lines in logs, and colour the terminals of those who read them."""
    async with running_server() as running:
        opened = await running.open_table()
        stream = running.play(opened, 0)
        await stream.write(hello(PROFILE, client="m\u00fc\x00\x1b[31m bot\r\n\u202e\u2028\x7f1"))
        assert (await stream.read()).HasField("welcome")
        (*_, changed) = await running.wait_for(opened.table, "seat_changed")
        assert changed.seat_changed.detail == "m\u00fc[31m bot1"


@in_a_loop
async def test_metadata_beyond_the_limit_is_refused() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        stub: Any = PlayServiceStub(running.door(opened, 0))
        padding = (("padding", "x" * (limits.HARD_METADATA_BYTES + 1)),)
        code, text = await _end(stub.Play(metadata=(*token_of(opened, 0), *padding)))
        assert code is StatusCode.RESOURCE_EXHAUSTED
        assert "metadata" in text
        await _seated(running, opened)


@in_a_loop
async def test_what_is_no_message_ends_the_stream_and_the_seats_play() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        await _seated(running, opened, 1)
        raw: Any = running.door(opened, 0).stream_stream(RAW)(metadata=token_of(opened, 0))
        await raw.write(hello(PROFILE).SerializeToString())
        await raw.read()
        await raw.write(b"\xff\xff\xff\xff")
        code, text = await _end(raw)
        assert code is StatusCode.INVALID_ARGUMENT
        assert text == "This is no message of the protocol."
        events = await running.wait_for(opened.table, "board_over")
        forfeits = [event.board_over.forfeit for event in events if event.HasField("board_over")]
        assert [(list(forfeit.seats), forfeit.reason) for forfeit in forfeits] == [([0], 4)]


@pytest.mark.parametrize("first", [b"\xff\xff\xff\xff", PlayRequest().SerializeToString()])
@in_a_loop
async def test_a_stream_that_does_not_begin_with_a_hello_is_refused(first: bytes) -> None:
    async with running_server() as running:
        opened = await running.open_table()
        raw: Any = running.door(opened, 0).stream_stream(RAW)(metadata=token_of(opened, 0))
        await raw.write(first)
        code, _ = await _end(raw)
        assert code is StatusCode.INVALID_ARGUMENT
        await _seated(running, opened)  # nothing was taken from the seat


@in_a_loop
async def test_whoever_says_nothing_is_sent_away() -> None:
    async with running_server(hello_seconds=0.05) as running:
        opened = await running.open_table()
        code, text = await _end(running.play(opened, 0))
        assert code is StatusCode.DEADLINE_EXCEEDED
        assert text == "Say hello within 0.05 seconds after connecting."


@in_a_loop
async def test_streams_beyond_what_a_seat_may_have_are_refused() -> None:
    """Whatever the number of connections."""
    async with running_server() as running:
        opened = await running.open_table()
        stubs: list[Any] = [PlayServiceStub(running.door(opened, 0)) for _ in range(2)]
        silent = [
            asyncio.ensure_future(_end(stub.Play(metadata=token_of(opened, 0))))
            for stub in stubs
            for _ in range(limits.STREAMS_PER_CONNECTION)
        ]
        refused = len(silent) - limits.STREAMS_PER_SEAT
        ended: set[asyncio.Future[tuple[StatusCode, str]]] = set()
        while len(ended) < refused:
            ended, _ = await asyncio.wait(silent, return_when=asyncio.FIRST_COMPLETED)
        for end in ended:
            code, text = end.result()
            assert code is StatusCode.RESOURCE_EXHAUSTED
            assert "limit" in text
        assert len(ended) == refused
        for end in silent:
            end.cancel()


@in_a_loop
async def test_connections_beyond_the_limit_are_closed() -> None:
    async with running_server() as running, AsyncExitStack() as stack:
        opened = await running.open_table()
        refused = 0
        for _ in range(limits.CONNECTIONS_PER_SEAT + 4):
            reader, writer = await asyncio.open_unix_connection(_path(opened))
            stack.callback(writer.close)
            try:
                refused += not await reader.read(1)  # a server speaks first
            except ConnectionError:
                refused += 1
        assert refused == 4
        other = await running.open_table()
        await _seated(running, other)  # nobody else is concerned


@in_a_loop
async def test_a_silent_connection_is_closed() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        said = await said_until_closed(_path(opened))
        assert b"before handshake timeout" in said


@in_a_loop
async def test_noise_is_closed_at_once() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        for _ in range(20):
            await said_until_closed(_path(opened), os.urandom(2_000))
        await _seated(running, opened)


@in_a_loop
async def test_a_flood_of_pings_is_cut_off() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        said = await said_until_closed(_path(opened), PREFACE + SETTINGS + PING * 10)
        assert said.endswith(b"too_many_pings")


@in_a_loop
async def test_a_connection_without_a_stream_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IDLE_MS", 100)
    async with running_server() as running:
        opened = await running.open_table()
        said = await said_until_closed(_path(opened), PREFACE + SETTINGS)
        assert b"idle" in said


@in_a_loop
async def test_guessing_locks_the_door() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        stub: Any = PlayServiceStub(running.door(opened, 0))
        codes = [
            (await _end(stub.Play(metadata=(("durako-token", f"guess {number}"),))))[0]
            for number in range(7)
        ]
        assert codes == [StatusCode.UNAUTHENTICATED] * 5 + [StatusCode.RESOURCE_EXHAUSTED] * 2
        code, text = await _end(stub.Play(metadata=token_of(opened, 0)))
        assert code is StatusCode.RESOURCE_EXHAUSTED, "even the right one, for a while"
        assert "Too many wrong tokens" in text
        await _seated(running, opened, 1)  # the other seat's door is another one


@in_a_loop
async def test_guessing_at_the_shared_door_locks_the_address_but_late_bots_do_not() -> None:
    async with running_server() as running:
        over = await running.open_table()
        await play_match(running, over, PROFILE, tcp=True)
        stub: Any = PlayServiceStub(running.channel(running.server.players_address))
        for _ in range(10):
            code, _ = await _end(stub.Play(metadata=token_of(over, 0)))
            assert code is StatusCode.UNAUTHENTICATED
        opened = await running.open_table()
        stream = running.play(opened, 0, tcp=True)
        await stream.write(hello(PROFILE))
        assert (await stream.read()).HasField("welcome")
        for _ in range(5):
            await _end(stub.Play(metadata=(("durako-token", "guess"),)))
        code, _ = await _end(stub.Play(metadata=token_of(opened, 1)))
        assert code is StatusCode.RESOURCE_EXHAUSTED


@in_a_loop
async def test_streams_beyond_what_the_shared_door_holds_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each over a connection of its own, of which there may be more."""
    monkeypatch.setattr(doors, "PLAYERS_AT_SHARED_DOOR", 1)
    async with running_server() as running:
        opened = await running.open_table()
        stream = running.play(opened, 0, tcp=True)
        await stream.write(hello(PROFILE))
        assert (await stream.read()).HasField("welcome")
        code, text = await _end(running.play(opened, 1, tcp=True))
        assert code is StatusCode.RESOURCE_EXHAUSTED
        assert "limit" in text
        await _seated(running, opened, 1)  # the seat's own door is another one


@pytest.mark.parametrize("method", [RAW, "/no.such.Service/Method"])
@in_a_loop
async def test_a_flood_of_calls_shuts_the_door_for_good(method: str) -> None:
    async with running_server() as running:
        opened = await running.open_table(rotations=[[0, 1]])
        other = await _seated(running, opened, 1)
        call: Any = running.door(opened, 0).stream_stream(method)
        for _ in range(limits.CALLS_PER_SEAT + 1):
            await _end(call())
        events = await running.events(opened.table)
        (board,) = events[-1].table_over.boards
        assert (list(board.forfeit.seats), board.forfeit.reason) == ([0], 4)
        await wait_until(lambda: not _path(opened).exists())
        while not (response := await other.read()).HasField("goodbye"):
            pass
        assert response.goodbye.boards[0] == board


@pytest.mark.parametrize("part", ["open", "__init__"])
@pytest.mark.parametrize(
    "error", [OSError("Too many open files"), RuntimeError("no port"), ValueError("anything else")]
)
@in_a_loop
async def test_a_door_that_cannot_be_opened_ends_the_match_with_a_reason(
    error: Exception, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And gives its place to the next one."""

    def fails(*_: object, **_named: object) -> None:
        raise error

    async with running_server(max_tables=1) as running, asyncio.timeout(30):
        with monkeypatch.context() as broken:
            broken.setattr(f"arena.gameserver.doors.SeatDoor.{part}", fails)
            opened = await running.open_table()
        events = await running.events(opened.table)
        assert events[-1].table_over.aborted == BROKEN
        assert (await running.open_table()).tickets


async def _sit_and_read_nothing(
    running: Running, opened: host_pb2.OpenTableResponse, *, tcp: bool = False
) -> list[Any]:
    """Both seats, which take in little before what they are sent has to wait."""
    small = [("grpc.http2.lookahead_bytes", 16_384), ("grpc.http2.bdp_probe", 0)]
    streams: list[Any] = []
    for seat in (0, 1):
        address = running.server.players_address if tcp else ticket(opened, seat).address
        play: Any = running.channel(address, *small).stream_stream(RAW)
        streams.append(play(metadata=token_of(opened, seat)))
        await streams[-1].write(hello(PROFILE).SerializeToString())
    await running.wait_for(opened.table, "seat_changed", 2)
    return streams


@in_a_loop
async def test_a_bot_that_does_not_read_holds_up_nobody_else() -> None:
    """Its door is closed over it when the rotation ends."""
    async with running_server() as running:
        opened = await running.open_table(boards=1000)
        streams = await _sit_and_read_nothing(running, opened)
        other = await running.open_table(boards=2)
        events = await play_match(running, other, PROFILE)
        assert not events[-1].table_over.aborted
        assert running.server.statistics.decisions_asked > 1000
        assert running.server.statistics.streams_open == len(streams)
        await running.host.AbortTable(
            host_pb2.AbortTableRequest(table=opened.table), metadata=running.as_host
        )
        await running.server.lobby.wait_for_goodbyes()
        assert running.server.statistics.streams_open == 0


@in_a_loop
async def test_a_bot_that_floods_and_does_not_read_is_not_listened_to_any_more() -> None:
    """Its stream stays at the shared door until it goes itself; what it sends is left there."""
    async with running_server() as running:
        opened = await running.open_table(boards=1000, rotations=[(0, 1)])
        streams = await _sit_and_read_nothing(running, opened, tcp=True)
        stray = PlayRequest(answers=[Answer(decision=10**6, legal_index=0)]).SerializeToString()
        for _ in range(STRAY_LIMIT + 1):
            await streams[0].write(stray)
        events = await running.events(opened.table)
        assert not events[-1].table_over.aborted
        statistics = running.server.statistics
        read = statistics.messages_read
        for _ in range(500):
            await streams[0].write(stray)
        other = await running.open_table()
        await play_match(running, other, PROFILE)  # there was time enough to read them
        assert statistics.messages_read - read < 500
        assert statistics.streams_open == len(streams)


# The control address


def _control(running: Running) -> Path:
    return Path(running.server.control_address.removeprefix("unix:"))


async def _listed(running: Running, token: str) -> StatusCode:
    metadata = (("authorization", f"Bearer {token}"),)
    try:
        await running.host.ListTables(host_pb2.ListTablesRequest(), metadata=metadata)
    except grpc.aio.AioRpcError as refused:
        return refused.code()
    return StatusCode.OK


@in_a_loop
async def test_guessing_the_hosts_token_locks_the_guessers_out_but_no_host(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running_server() as running:
        codes = [await _listed(running, f"guess {number}") for number in range(7)]
        assert codes == [StatusCode.UNAUTHENTICATED] * 5 + [StatusCode.RESOURCE_EXHAUSTED] * 2
        assert caplog.text.count("Wrong host's tokens") == 1
        assert await _listed(running, running.host_token) is StatusCode.OK
        assert running.server.statistics.refusals == {"UNAUTHENTICATED": 5, "RESOURCE_EXHAUSTED": 2}


@in_a_loop
async def test_strangers_keep_nobody_busy_by_saying_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(control, "HELLO_SECONDS", 0.1)
    async with running_server() as running:
        for method, code in (
            ("/arena.protocol.v1.HostService/ListTables", StatusCode.UNAUTHENTICATED),
            ("/grpc.health.v1.Health/Watch", StatusCode.UNAUTHENTICATED),
            ("/grpc.health.v1.Health/Check", StatusCode.DEADLINE_EXCEEDED),
        ):
            silent: Any = running.control.stream_stream(method)()
            assert (await _end(silent))[0] is code, method
        empty: Any = running.control.stream_stream("/grpc.health.v1.Health/Check")()
        await empty.done_writing()
        assert (await _end(empty))[0] is StatusCode.INVALID_ARGUMENT


@in_a_loop
async def test_pings_and_idle_connections_at_the_control_address_are_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "IDLE_MS", 100)
    async with running_server() as running:
        said = await said_until_closed(_control(running), PREFACE + SETTINGS + PING * 10)
        assert said.endswith(b"too_many_pings")
        assert b"idle" in await said_until_closed(_control(running), PREFACE + SETTINGS)
        assert await _listed(running, running.host_token) is StatusCode.OK


@in_a_loop
async def test_connections_beyond_the_limit_at_the_control_address_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_AT_CONTROL", 2)
    async with running_server() as running, AsyncExitStack() as stack:
        assert await _listed(running, running.host_token) is StatusCode.OK
        refused = 0
        for _ in range(4):
            reader, writer = await asyncio.open_unix_connection(_control(running))
            stack.callback(writer.close)
            try:
                refused += not await reader.read(1)  # a server speaks first
            except ConnectionError:
                refused += 1
        assert refused == 3
        assert await _listed(running, running.host_token) is StatusCode.OK


@in_a_loop
async def test_calls_beyond_what_the_control_address_holds_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until another one has ended."""
    monkeypatch.setattr(server, "CALLS_AT_CONTROL", 1)
    async with running_server() as running:
        held = await running.server.lobby.open(a_spec())  # without a call
        watched = running.host.WatchTable(
            host_pb2.WatchTableRequest(table=held.table.name), metadata=running.as_host
        )
        await watched.read()
        assert await _listed(running, running.host_token) is StatusCode.RESOURCE_EXHAUSTED
        watched.cancel()
        async with asyncio.timeout(30):
            while await _listed(running, running.host_token) is not StatusCode.OK:
                pass


@in_a_loop
async def test_a_connection_to_the_control_address_has_so_many_streams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What comes beyond waits in the client until another has ended."""
    monkeypatch.setattr(limits, "STREAMS_PER_HOST_CONNECTION", 1)
    async with running_server() as running:
        opened = await running.open_table()
        watched = running.host.WatchTable(
            host_pb2.WatchTableRequest(table=opened.table), metadata=running.as_host
        )
        await watched.read()
        waiting = asyncio.create_task(_listed(running, running.host_token))
        done, _ = await asyncio.wait({waiting}, timeout=0.2)
        assert not done
        watched.cancel()
        assert await waiting is StatusCode.OK
