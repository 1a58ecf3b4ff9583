"""A server that runs out of files must not let a bot lose for it."""

import asyncio
import resource
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import psutil
from grpc import StatusCode

from arena.games import rules
from arena.gameserver.descriptors import OUR_OWN, Shares, needed, shares
from arena.gameserver.limits import (
    CONNECTIONS_AT_CONTROL,
    CONNECTIONS_PER_SEAT,
    MAX_TABLES,
    PLAYERS_AT_SHARED_DOOR,
)
from arena.protocol.v1 import host_pb2
from arena.protocol.v1.play_pb2 import Goodbye
from arena.protocol.v1.play_pb2_grpc import PlayServiceStub
from arena.wire.match_spec import MatchSpec
from tests.arena.gameserver.raw_http2 import PREFACE, SETTINGS
from tests.arena.gameserver.running import (
    in_a_loop,
    order_of,
    play_first_legal,
    ticket,
    token_of,
)
from tests.arena.gameserver.server_process import Host, ServerProcess

PROFILE = "durak/duel24"
FILES = 300
STRANGERS = 60


def spec(rotations: int) -> MatchSpec:
    return MatchSpec(
        match_id="match",
        rules=rules(PROFILE),
        participants=("a", "b"),
        rotations=((0, 1), (1, 0))[:rotations],
        boards=1,
        boards_at_once=1,
        seed=bytes(32),
    )


async def occupy(stack: AsyncExitStack, place: Path | tuple[str, int]) -> None:
    """A connection that stays, whoever lets it in."""
    if isinstance(place, Path):
        _, writer = await asyncio.open_unix_connection(place)
    else:
        _, writer = await asyncio.open_connection(*place)
    stack.callback(writer.close)
    writer.write(PREFACE + SETTINGS)


def test_every_address_has_a_share_that_others_cannot_take() -> None:
    assert shares(OUR_OWN + 800, with_shared_door=True) == Shares(100, 100, 600)
    assert shares(OUR_OWN + 800, with_shared_door=False) == Shares(100, 0, 700)
    assert shares(10, with_shared_door=True) == Shares(0, 0, 0)


def test_with_many_files_nobody_is_held_back() -> None:
    most = shares(2**19, with_shared_door=True)
    assert (most.control, most.shared_door) == (CONNECTIONS_AT_CONTROL, PLAYERS_AT_SHARED_DOOR)
    assert most.seats > MAX_TABLES * needed(spec(rotations=2))


def test_a_table_needs_all_that_its_seats_may_take_in_all_rotations() -> None:
    one = 2 * (1 + CONNECTIONS_PER_SEAT)
    assert (needed(spec(rotations=1)), needed(spec(rotations=2))) == (one, 2 * one)


def test_the_server_may_have_as_many_files_open_as_it_can_get() -> None:
    with ServerProcess(files=FILES) as server:
        process = psutil.Process(server.process.pid)
        assert process.rlimit(resource.RLIMIT_NOFILE) == (FILES, FILES)
        assert process.num_fds() < OUR_OWN / 2
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        with ServerProcess() as server:
            limits = psutil.Process(server.process.pid).rlimit(resource.RLIMIT_NOFILE)
            assert limits == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@in_a_loop
async def test_bots_play_though_everybody_else_takes_all_connections_that_can_be_had() -> None:
    """As many tables as there is room for, every seat's door full, and strangers everywhere."""
    with ServerProcess(files=FILES) as server:
        async with server.host() as host, AsyncExitStack() as stack:
            opened = await _fill(host)
            assert len(opened) == shares(FILES, with_shared_door=True).seats // needed(spec(1))
            address, _, port = server.players.rpartition(":")
            for _ in range(STRANGERS):
                await occupy(stack, (address, int(port)))
                await occupy(stack, Path(server.control.removeprefix("unix:")))
            for table in opened:
                for seat in table.tickets:
                    for _ in range(CONNECTIONS_PER_SEAT - (table is opened[-1])):
                        await occupy(stack, Path(seat.address.removeprefix("unix:")))
            goodbyes = await asyncio.gather(*(_play(stack, opened[-1], seat) for seat in (0, 1)))
            assert [len(goodbye.boards) for goodbye in goodbyes] == [1, 1]
            assert not any(board.HasField("forfeit") for board in goodbyes[0].boards)
            async with asyncio.timeout(60):  # the doors of what is over stay for a moment
                while await _open(host, "one more") is None:  # noqa: ASYNC110 - see above
                    await asyncio.sleep(0.1)


async def _fill(host: Host) -> list[host_pb2.OpenTableResponse]:
    opened: list[host_pb2.OpenTableResponse] = []
    while (table := await _open(host, f"match {len(opened)}")) is not None:
        opened.append(table)
    return opened


async def _open(host: Host, match: str) -> host_pb2.OpenTableResponse | None:
    """A table, or None if there is no room."""
    try:
        return await host.open(order_of(match_id=match, rotations=[(0, 1)]))
    except grpc.aio.AioRpcError as refused:
        if refused.code() is not StatusCode.RESOURCE_EXHAUSTED or "ulimit -n" not in str(refused):
            raise
        return None


async def _play(stack: AsyncExitStack, table: host_pb2.OpenTableResponse, seat: int) -> Goodbye:
    own = [("grpc.use_local_subchannel_pool", 1)]
    channel = grpc.aio.insecure_channel(ticket(table, seat).address, options=own)
    await stack.enter_async_context(channel)
    stream = PlayServiceStub(channel).Play(metadata=token_of(table, seat))
    goodbye = await play_first_legal(stream, PROFILE)
    assert isinstance(goodbye, Goodbye)
    return goodbye
