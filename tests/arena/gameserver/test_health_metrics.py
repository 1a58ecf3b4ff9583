"""Whether the server is well, and what it counts."""

import asyncio
import urllib.request

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arena.gameserver.loop_lag import LOOK_SECONDS, LoopLag
from arena.gameserver.statistics import Histogram
from arena.protocol.v1.match_pb2 import TimeControl
from tests.arena.gameserver.fake_time import FakeTimeLoop, run_in_fake_time
from tests.arena.gameserver.running import hello, in_a_loop, play_match, running_server

PROFILE = "durak/duel24"


@in_a_loop
async def test_health_is_told_to_everybody() -> None:
    async with running_server() as running:
        stub = health_pb2_grpc.HealthStub(running.control)
        told = await stub.Check(health_pb2.HealthCheckRequest())
        assert told.status == health_pb2.HealthCheckResponse.SERVING


@in_a_loop
async def test_health_is_watched_by_hosts_only() -> None:
    async with running_server() as running:
        stub = health_pb2_grpc.HealthStub(running.control)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.Watch(health_pb2.HealthCheckRequest()).read()
        assert refused.value.code() is StatusCode.UNAUTHENTICATED


@in_a_loop
async def test_health_follows_the_drain() -> None:
    async with running_server() as running:
        stub = health_pb2_grpc.HealthStub(running.control)
        watch = stub.Watch(health_pb2.HealthCheckRequest(), metadata=running.as_host)
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
        await running.server.drain()
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
        watch.cancel()


async def _metrics(port: int | None) -> dict[str, float]:
    def read() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            return str(answer.read().decode())

    lines = (await asyncio.to_thread(read)).splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name.removeprefix("durako_game_"): float(value) for name, value in pairs}


@in_a_loop
async def test_metrics_count_tables_streams_decisions_and_refusals() -> None:
    async with running_server(metrics_port=0) as running:
        port = running.server.metrics_port
        before = await _metrics(port)
        assert before["tables_playing"] == before["tables_opened_total"] == 0
        opened = await running.open_table(boards=2)
        stream = running.play(opened, 0)
        await stream.write(hello("durak/volga"))
        assert await stream.code() is not None
        during = await _metrics(port)
        assert during["tables_playing"] == 1
        assert during['refusals_total{code="FAILED_PRECONDITION"}'] == 1
        events = await play_match(running, opened, PROFILE)
        after = await _metrics(port)
        usage = events[-1].table_over.usage
        assert after["tables_playing"] == 0
        assert after["tables_kept"] == 1
        assert after['tables_ended_total{how="played"}'] == 1
        assert after["streams_opened_total"] == 4
        assert after["streams_open"] == 0
        assert after["decisions_asked_total"] == sum(seat.decisions for seat in usage)
        assert after["answers_read_total"] == after["decisions_asked_total"]
        assert after["log_bytes"] == events[-1].table_over.replay_bytes
        assert after["process_resident_memory_bytes"] > 0


@in_a_loop
async def test_without_a_port_there_are_no_metrics() -> None:
    async with running_server() as running:
        assert running.server.metrics_port is None


@in_a_loop
async def test_metrics_count_strikes_and_forfeits_by_their_kind() -> None:
    hasty = TimeControl(startup_ms=60_000, bank_ms=20, increment_ms=20, bank_limit_ms=20)
    async with running_server(metrics_port=0) as running:
        opened = await running.open_table(boards=2, rotations=[[0, 1]], time_control=hasty)
        for seat in (0, 1):
            await running.play(opened, seat).write(hello(PROFILE))
        events = await running.events(opened.table)
        strikes = sum(event.HasField("seat_fault") for event in events)
        counted = await _metrics(running.server.metrics_port)
        assert strikes >= 6
        assert counted['faults_total{fault="TIMEOUT"}'] == strikes
        assert counted['boards_forfeited_total{reason="STRIKES"}'] == 2
        assert counted["loop_lag_seconds_count"] >= 0


def test_how_late_the_loop_is_is_noted() -> None:
    noted = Histogram((0.1, 1.0))

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, FakeTimeLoop)
        lag = LoopLag(noted)
        await asyncio.sleep(2.5 * LOOK_SECONDS)
        loop.elapsed += 3.0  # something held the loop up
        await asyncio.sleep(0.1)
        lag.stop()
        await asyncio.sleep(10)

    run_in_fake_time(main())
    assert list(noted.buckets()) == [("0.1", 2), ("1.0", 2), ("+Inf", 3)]
    assert noted.total == 2.5
