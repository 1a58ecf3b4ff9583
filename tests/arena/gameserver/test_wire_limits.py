"""Limits that gRPC keeps for us: without each of its options one of these fails.

Some of them have a default that is much like ours, so that a test has to ask for another number.
"""

import asyncio
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from arena.gameserver import limits
from arena.protocol.v1 import host_pb2
from tests.arena.gameserver.raw_client import PLAY, Status, connected
from tests.arena.gameserver.raw_http2 import (
    AGREED,
    PREFACE,
    REFUSED_STREAM,
    RST_STREAM,
    SETTINGS,
    Frame,
    call,
    read_frame,
)
from tests.arena.gameserver.running import (
    in_a_loop,
    order_of,
    running_server,
    ticket,
    token_of,
)
from tests.arena.gameserver.server_process import ServerProcess

PROFILE = "durak/duel24"
TOO_MANY = 3
"""Streams beyond the limit."""
SOME_SECONDS = 60
TRIES = 12
"""gRPC refuses metadata between its two limits by chance, so that one refusal says nothing."""
BOMB_BYTES = 32 * 1024 * 1024
BOMBS = 4
"""Thrown by as many streams as a door has, at the same time."""
BURST = (StatusCode.RESOURCE_EXHAUSTED, "Decompressed message larger than max")
SPARE_KIB = 8 * 1024
"""What the server may need for all bombs together: it was half a MiB, and one of them is 32."""


@in_a_loop
async def test_streams_beyond_those_of_a_connection_are_refused_whatever_the_client_thinks() -> (
    None
):
    """gRPC's own clients would wait.  At the shared door nothing else keeps one connection from
    taking all streams there are."""
    async with running_server() as running, AsyncExitStack() as stack:
        opened = await running.open_table()
        host, _, port = running.server.players_address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        stack.callback(writer.close)
        writer.write(PREFACE + SETTINGS)
        await read_frame(reader)
        writer.write(AGREED)
        numbers = [1 + 2 * place for place in range(limits.STREAMS_PER_CONNECTION + TOO_MANY)]
        writer.writelines(call(number, PLAY, token_of(opened, 0)) for number in numbers)
        refused = [await _refused_stream(reader) for _ in range(TOO_MANY)]
        assert [frame.stream for frame in refused] == numbers[-TOO_MANY:]
        assert {int.from_bytes(frame.payload) for frame in refused} == {REFUSED_STREAM}


async def _refused_stream(reader: asyncio.StreamReader) -> Frame:
    async with asyncio.timeout(SOME_SECONDS):
        while (frame := await read_frame(reader)).kind != RST_STREAM:
            pass
    return frame


@in_a_loop
async def test_a_seat_whose_door_is_flooded_is_told_why_it_plays_no_more() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        seat = ticket(opened, 0)
        async with connected(seat.address, seat.token) as stream:
            await stream.hello(PROFILE)
            await stream.expect()
            raw: Any = running.channel(seat.address).unary_unary("/no.such.Service/Method")
            for _ in range(limits.CALLS_PER_SEAT):
                with suppress(grpc.aio.AioRpcError):
                    await raw(b"")
            assert await stream.ended() == (
                StatusCode.RESOURCE_EXHAUSTED,
                "You have made too many calls.",
            )


@pytest.mark.parametrize("door", ["seat", "shared", "control"])
@in_a_loop
async def test_metadata_beyond_the_hard_limit_never_come_through(
    monkeypatch: pytest.MonkeyPatch, door: str
) -> None:
    """With our own numbers gRPC's default would do the same; with these it would let most pass."""
    monkeypatch.setattr(limits, "HARD_METADATA_BYTES", limits.SOFT_METADATA_BYTES + 256)
    async with running_server() as running:
        opened = await running.open_table()
        address = {
            "seat": ticket(opened, 0).address,
            "shared": running.server.players_address,
            "control": running.server.control_address,
        }[door]
        raw: Any = running.channel(address).unary_unary("/no.such.Service/Method")
        padding = (("padding", "x" * limits.HARD_METADATA_BYTES),)
        calls = (raw(b"", metadata=padding) for _ in range(TRIES))
        for refused in await asyncio.gather(*calls, return_exceptions=True):
            assert isinstance(refused, grpc.aio.AioRpcError)
            assert refused.code() is StatusCode.RESOURCE_EXHAUSTED
            assert "exceeds hard limit" in (refused.details() or "")


@pytest.mark.parametrize(
    ("size", "code"),
    [
        (limits.MAX_HOST_MESSAGE_BYTES, StatusCode.INVALID_ARGUMENT),  # read, and no good order
        (limits.MAX_HOST_MESSAGE_BYTES + 1, StatusCode.RESOURCE_EXHAUSTED),
    ],
)
@in_a_loop
async def test_a_hosts_message_is_read_up_to_the_limit(size: int, code: StatusCode) -> None:
    async with running_server() as running:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await running.host.OpenTable(_order_of_size(size), metadata=running.as_host)
        assert refused.value.code() is code
        if code is StatusCode.RESOURCE_EXHAUSTED:
            assert str(limits.MAX_HOST_MESSAGE_BYTES) in (refused.value.details() or "")
        assert (await running.open_table()).table, "the server is as well as before"


def _order_of_size(size: int) -> host_pb2.OpenTableRequest:
    order = order_of(match_id="long", boards=0, profile=PROFILE)
    order.match_id = "x" * size
    order.match_id = "x" * (2 * size - order.ByteSize())
    assert order.ByteSize() == size
    return order


@pytest.fixture(scope="module")
def apart() -> Iterator[ServerProcess]:
    """A server whose memory is its own."""
    with ServerProcess() as server:
        yield server
        server.process.kill()  # its tables are not over, and it would wait for them


@pytest.mark.parametrize(("name", "algorithm"), [("deflate", 1), ("gzip", 2)])
def test_a_message_that_grows_when_it_is_unpacked_is_refused_before_it_has(
    apart: ServerProcess, name: str, algorithm: int
) -> None:
    packs = ("grpc.default_compression_algorithm", algorithm)
    needed, ends = asyncio.run(_throw_bombs(apart, name, packs))
    assert ends == [BURST] * BOMBS
    assert needed < SPARE_KIB


async def _throw_bombs(
    server: ServerProcess, name: str, packs: tuple[str, int]
) -> tuple[int, list[Status]]:
    """How much more the server needed at most than before, in KiB, and how the streams ended."""
    async with server.host() as host:
        opened = await host.open(order_of(match_id=name, profile=PROFILE))
        sizes = (limits.MAX_MESSAGE_BYTES, limits.MAX_MESSAGE_BYTES + 1)
        small, large = [await _throw(ticket(opened, 1), bytes(size), packs) for size in sizes]
        assert small[0] is StatusCode.INVALID_ARGUMENT, "it is unpacked, read, and no hello"
        assert large[0] is StatusCode.RESOURCE_EXHAUSTED
        assert "larger than max" in large[1]
        before = _most_kib(server)
        ends = await asyncio.gather(
            *(_throw(ticket(opened, 0), bytes(BOMB_BYTES), packs) for _ in range(BOMBS))
        )
        await host.open(order_of(match_id=f"after {name}", profile=PROFILE))
    return _most_kib(server) - before, ends


async def _throw(at: host_pb2.SeatTicket, bomb: bytes, packs: tuple[str, int]) -> Status:
    async with connected(at.address, at.token, options=[packs]) as stream:
        await stream.send(bomb)
        return await stream.ended()


def _most_kib(server: ServerProcess) -> int:
    """The most memory that it has ever held."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0])
