"""A stop signal: no new tables, time for those there are, a reason for the rest."""

import asyncio
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arena.gameserver.lobby import Lobby, LobbyOptions
from arena.gameserver.server import _COLLECT_SECONDS, STOPPED, GameServer, ServerOptions
from arena.protocol.v1 import host_pb2
from arena.protocol.v1.host_pb2_grpc import HostServiceStub
from arena.wire.verify import verify
from tests.arena.gameserver.fake_time import run_in_fake_time
from tests.arena.gameserver.process import ServerProcess
from tests.arena.gameserver.rotation_kit import a_spec
from tests.arena.gameserver.running import (
    HOST_TOKEN,
    hello,
    in_a_loop,
    order_of,
    play_match,
    running_server,
    wait_until,
)

PROFILE = "durak/duel24"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: sockets' names are."""
    with tempfile.TemporaryDirectory(prefix="durako-") as name:
        yield Path(name)


async def _health(channel: grpc.aio.Channel) -> int:
    stub = health_pb2_grpc.HealthStub(channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest())
    return int(answer.status)


@in_a_loop
async def test_while_draining_tables_are_played_to_their_end_and_none_is_opened() -> None:
    async with running_server(drain_seconds=60) as running:
        opened = await running.open_table(boards=3)
        assert await _health(running.control) == health_pb2.HealthCheckResponse.SERVING
        draining = asyncio.create_task(running.server.drain())
        await wait_until(lambda: running.server.lobby.draining)
        assert await _health(running.control) == health_pb2.HealthCheckResponse.NOT_SERVING
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await running.open_table()
        assert refused.value.code() is StatusCode.UNAVAILABLE
        assert await running.open_table(match_id="match 1", boards=3) == opened, "it is there"
        events = await play_match(running, opened, PROFILE)
        assert not events[-1].table_over.aborted
        assert verify(await running.replay(opened.table)).boards
        await running.host.CloseTable(
            host_pb2.CloseTableRequest(table=opened.table), metadata=running.as_host
        )
        await draining


@in_a_loop
async def test_what_is_not_over_in_time_is_broken_off_with_a_reason() -> None:
    async with running_server(drain_seconds=0.05) as running:
        opened = await running.open_table()
        stream = running.play(opened, 0)
        await stream.write(hello(PROFILE))
        assert (await stream.read()).HasField("welcome")
        draining = asyncio.create_task(running.server.drain())
        assert (await stream.read()).goodbye.aborted == STOPPED
        events = await running.events(opened.table)
        assert events[-1].table_over.aborted == STOPPED
        assert verify(await running.replay(opened.table)).aborted == STOPPED
        await running.host.CloseTable(
            host_pb2.CloseTableRequest(table=opened.table), metadata=running.as_host
        )
        await draining


def _server_in_fake_time(drain_seconds: float) -> GameServer:
    """It listens nowhere, but holds tables; nobody comes to them, and they are over after 16 s."""
    options = ServerOptions(control="", host_token=HOST_TOKEN, drain_seconds=drain_seconds)
    server = GameServer(options)
    server.lobby = Lobby(LobbyOptions(), server.statistics)
    return server


ENDS = pytest.mark.parametrize(
    ("drain_seconds", "end"), [(60.0, 16.0), (1.0, 1.0)], ids=["played", "broken off"]
)


@ENDS
def test_what_ended_during_a_drain_can_be_fetched_some_seconds_later(
    drain_seconds: float, end: float
) -> None:
    async def main() -> None:
        server = _server_in_fake_time(drain_seconds)
        lobby, now = server.lobby, asyncio.get_running_loop().time
        held = await lobby.open(a_spec())
        draining = asyncio.create_task(server.drain())
        assert await lobby.wait_until(tables=[held], deadline=100, gone=False)
        assert now() == end
        await asyncio.sleep(4)
        assert not draining.done()
        lobby.forget(lobby.find(held.table.name))
        await draining
        assert now() == end + 4, "it waits no longer than it must"

    run_in_fake_time(main())


@ENDS
def test_a_host_that_fetches_nothing_holds_up_a_drain_for_some_seconds_only(
    drain_seconds: float, end: float
) -> None:
    async def main() -> None:
        server = _server_in_fake_time(drain_seconds)
        await server.lobby.open(a_spec())
        await server.drain()
        assert asyncio.get_running_loop().time() == end + _COLLECT_SECONDS

    run_in_fake_time(main())


@in_a_loop
async def test_a_host_can_ask_for_a_drain() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        assert await _health(running.control) == health_pb2.HealthCheckResponse.SERVING
        answer = await running.host.Drain(host_pb2.DrainRequest(), metadata=running.as_host)
        assert answer.playing == 1
        assert await _health(running.control) == health_pb2.HealthCheckResponse.NOT_SERVING
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await running.open_table()
        assert refused.value.code() is StatusCode.UNAVAILABLE
        await play_match(running, opened, PROFILE)
        answer = await running.host.Drain(host_pb2.DrainRequest(), metadata=running.as_host)
        assert answer.playing == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_signal_ends_an_idle_server_cleanly(folder: Path, number: signal.Signals) -> None:
    server = ServerProcess(folder)
    addresses = server.wait_until_ready()
    assert addresses["pid"] == server.process.pid
    server.process.send_signal(number)
    assert server.wait() == 0, server.log.read_text()
    assert "Stopped" in server.log.read_text()
    assert sorted(path.name for path in folder.iterdir()) == ["log", "token"]


def test_a_stop_signal_during_a_match_tells_bot_and_host_why(folder: Path) -> None:
    server = ServerProcess(folder, "--drain-seconds", "0.1", "--sockets", str(folder / "s"))
    addresses = server.wait_until_ready()
    token = server.token_file.read_text().strip()

    async def host() -> list[host_pb2.TableEvent]:
        async with grpc.aio.insecure_channel(addresses["control"]) as channel:
            stub: Any = HostServiceStub(channel)
            metadata = (("authorization", f"Bearer {token}"),)
            opened = await stub.OpenTable(order_of(match_id="m"), metadata=metadata)
            watched = stub.WatchTable(
                host_pb2.WatchTableRequest(table=opened.table), metadata=metadata
            )
            server.process.send_signal(signal.SIGTERM)
            return [event async for message in watched for event in message.events]

    events = asyncio.run(host())
    assert events[-1].table_over.aborted == STOPPED
    assert server.wait() == 0, server.log.read_text()
    assert sorted(path.name for path in (folder / "s").iterdir()) == ["lock"]


def test_after_a_kill_the_next_server_starts_in_the_same_places(folder: Path) -> None:
    first = ServerProcess(folder, "--sockets", str(folder / "s"))
    addresses = first.wait_until_ready()
    token = first.token_file.read_text().strip()

    async def open_table() -> None:
        async with grpc.aio.insecure_channel(
            addresses["control"], [("grpc.use_local_subchannel_pool", 1)]
        ) as channel:
            stub: Any = HostServiceStub(channel)
            metadata = (("authorization", f"Bearer {token}"),)
            await stub.OpenTable(order_of(match_id="m"), metadata=metadata)

    asyncio.run(open_table())
    first.process.kill()
    assert first.wait() == -signal.SIGKILL
    first.address_file.unlink()
    assert len(list((folder / "s").iterdir())) == 2
    second = ServerProcess(folder, "--sockets", str(folder / "s"), "--drain-seconds", "0")
    second.wait_until_ready()
    assert [path.name for path in (folder / "s").iterdir()] == ["lock"]
    assert second.token_file.read_text().strip() == token
    asyncio.run(open_table())
    second.process.terminate()
    assert second.wait() == 0


def test_what_is_in_the_way_is_a_sentence(folder: Path) -> None:
    (folder / "token").write_text("short")
    (folder / "token").chmod(0o600)
    server = ServerProcess(folder)
    assert server.wait() == 1
    said = server.log.read_text()
    assert said.startswith("ERROR arena.gameserver ")
    assert "Remove the file" in said
    assert "Traceback" not in said
