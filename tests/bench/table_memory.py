"""What tables hold of the server's memory: waiting for seats, with their seats, and in play."""

import asyncio
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc

from arena.protocol.v1.hello_pb2 import ClientHello, ProtocolVersion
from arena.protocol.v1.play_pb2 import PlayRequest, PlayResponse
from tests.bench.table_bot import PLAY, TOKEN
from tests.bench.table_host import Host, Shape, game_server
from tests.bench.table_processes import Child, Measured, Seat

TABLES = 1_000
SEATED = 100
"""Tables with connected seats: every seat is a connection of this process, too."""
LOOK_SECONDS = 0.05
PATIENCE = 60
OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1),)


def hold(folder: Path, players: Sequence[Child], shape: Shape) -> None:
    """What a table holds while it waits for its seats, and when they are there."""
    _hold_empty(folder, players, replace(shape, matches=1))
    for boards in (1, shape.at_once):
        _hold_seated(folder, replace(shape, matches=1, boards=boards, at_once=boards))


@contextmanager
def _fresh_server(folder: Path) -> Iterator[Host]:
    """One that has played nothing: memory that matches have left free would be used again, and a
    table would seem to need less."""
    with (
        tempfile.TemporaryDirectory(dir=folder) as apart,
        game_server(Path(apart)) as host,
    ):
        yield host


def _hold_empty(folder: Path, players: Sequence[Child], shape: Shape) -> None:
    """Open tables whose seats stay empty, and play one more among them."""
    with _fresh_server(folder) as host:
        alone = host.play(players, shape)
    with _fresh_server(folder) as host:
        host.open(shape)  # what is made once is not a table's
        before, began = host.memory_kib(), time.perf_counter()
        for _ in range(TABLES):
            host.open(shape)
        seconds, held = time.perf_counter() - began, host.memory_kib()
        began = time.perf_counter()
        healthy = host.is_healthy()
        answered = time.perf_counter() - began
        among = host.play(players, shape)
    print(
        f"{TABLES} open tables, each seat with its socket: {(held - before) / TABLES:.0f} KiB and "
        f"{1000 * seconds / TABLES:.1f} ms to open each; meanwhile the server "
        f"{'is healthy' if healthy else 'IS NOT HEALTHY'} (asked: {1000 * answered:.0f} ms), and "
        f"a decision at another table takes {among.core_us / alone.core_us:.2f} of its core-time",
        flush=True,
    )


def _hold_seated(folder: Path, shape: Shape) -> None:
    """Tables whose seats are all connected, with a decision open on every board."""
    with _fresh_server(folder) as host:
        held = asyncio.run(_seated_kib(host, shape))
    print(
        f"{SEATED} tables with all {shape.players} seats connected and {shape.boards} "
        f"{'decision' if shape.boards == 1 else 'decisions'} open: {held:.0f} KiB each",
        flush=True,
    )


async def _seated_kib(host: Host, shape: Shape) -> float:
    async with AsyncExitStack() as stack:
        await _sit_down(host, shape, stack)  # what is made once is not a table's
        before = host.memory_kib()
        for _ in range(SEATED):
            await _sit_down(host, shape, stack)
        return (host.memory_kib() - before) / SEATED


async def _sit_down(host: Host, shape: Shape, stack: AsyncExitStack) -> None:
    """All seats of one more table, until each of its boards has asked somebody."""
    _, seats = host.open(shape)
    asked: asyncio.Queue[int] = asyncio.Queue()
    for seat in seats:
        listening = asyncio.create_task(_listen(seat, asked))
        stack.callback(listening.cancel)
    decisions = 0
    async with asyncio.timeout(PATIENCE):
        while decisions < shape.boards:
            decisions += await asked.get()


async def _listen(seat: Seat, asked: asyncio.Queue[int]) -> None:
    """Say hello and answer nothing."""
    hello = ClientHello(version=ProtocolVersion(major=1), profiles=[seat.profile], client="bench")
    async with grpc.aio.insecure_channel(seat.address, OWN_CONNECTION) as channel:
        call: Any = channel.stream_stream(PLAY)(metadata=((TOKEN, seat.token),))
        await call.write(PlayRequest(hello=hello).SerializeToString())
        async for data in call:
            await asked.put(len(PlayResponse.FromString(data).decisions))


def play_and_look(host: Host, players: Sequence[Child], shape: Shape) -> tuple[Measured, float]:
    """Play, and the most memory in KiB that each table held meanwhile."""
    before, seen, over = host.memory_kib(), [0.0], threading.Event()

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            seen.append(host.memory_kib())

    watch = threading.Thread(target=look)
    watch.start()
    try:
        measured = host.play(players, shape)
    finally:
        over.set()
        watch.join()
    return measured, (max(seen) - before) / shape.matches
