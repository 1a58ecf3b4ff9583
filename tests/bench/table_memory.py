"""What tables hold of the server's memory: a thousand that wait for seats, and some in play."""

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from tests.bench.table_host import Host, Shape
from tests.bench.table_processes import Child, Measured

TABLES = 1_000
LOOK_SECONDS = 0.05


def hold(host: Host, players: Sequence[Child], shape: Shape) -> None:
    """Open tables whose seats stay empty, and play one more among them."""
    shape = replace(shape, matches=1)
    alone = host.play(players, shape)
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
