"""Whether the server is well, and what it counts."""

import asyncio
import urllib.request

from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.arena.gameserver.running import hello, in_a_loop, play_match, running_server

PROFILE = "durak/duel24"


@in_a_loop
async def test_health_is_told_to_everybody_and_follows_the_drain() -> None:
    async with running_server() as running:
        stub = health_pb2_grpc.HealthStub(running.control)
        watch = stub.Watch(health_pb2.HealthCheckRequest())
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
