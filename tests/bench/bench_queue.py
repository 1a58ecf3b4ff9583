"""The embedded queue beside Redis: task rate, latency and idle CPU, as ratios of the same run."""

import os
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from celery import Celery

from arena.runner.lifeline import die_with_parent
from arena.runner.queues import DEFAULT, celery_settings, pgmq_url
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port, running
from deploy.queue_sql import queue_install

WORKERS = 2
RATE_TASKS = 1000
LATENCY_TASKS = 100
IDLE_SECONDS = 5.0
PROJECT_DIR = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Measured:
    tasks_per_second: float
    latency_ms: float
    idle_cpu_share: float


@contextmanager
def embedded_postgres(folder: Path) -> Iterator[str]:
    passwords = Passwords(*(secrets.token_hex(8) for _ in range(3)))
    with running(EmbeddedPostgres(folder / "postgres", free_port(), passwords)) as server:
        server.prepare()
        queue_install(database_url=server.queue_url)
        yield pgmq_url(server.queue_url)


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder),
         "--appendonly", "yes"],
        stdout=subprocess.DEVNULL,
        preexec_fn=die_with_parent,
    )  # fmt: skip
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def workers(broker_url: str) -> Iterator[None]:
    """Two single-process workers, as on a machine with two cores."""
    environment = {**os.environ, "BENCH_BROKER_URL": broker_url}
    started = [
        subprocess.Popen(
            [
                sys.executable, "-m", "celery", "-A", "tests.bench.queue_app", "worker",
                "--queues", DEFAULT, "--concurrency", "1", "--hostname", f"bench{number}@here",
                "--without-gossip", "--without-mingle", "--without-heartbeat",
                "--loglevel", "ERROR",
            ],
            cwd=PROJECT_DIR, env=environment, preexec_fn=die_with_parent,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for number in range(WORKERS)
    ]  # fmt: skip
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def measure(broker_url: str) -> Measured:
    app = Celery("bench-sender")
    app.conf.update(celery_settings(broker_url))
    with ExitStack() as stack:
        reports = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        reports.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        reports.bind(("127.0.0.1", 0))
        reports.settimeout(120)
        port = reports.getsockname()[1]
        stack.enter_context(workers(broker_url))

        def send(number: int) -> None:
            app.send_task("bench.report", args=(port, number))

        def receive() -> int:
            return int(reports.recv(64).split()[1])

        for number in range(10):  # warm up: every worker has connected and forked
            send(number)
            receive()

        latencies = []
        for number in range(LATENCY_TASKS):
            sent = time.time_ns()
            send(number)
            latencies.append((receive() - sent) / 1e6)

        idle = _cpu_seconds()
        time.sleep(IDLE_SECONDS)
        idle_share = (_cpu_seconds() - idle) / IDLE_SECONDS

        began = time.monotonic()
        for number in range(RATE_TASKS):
            send(number)
        for _ in range(RATE_TASKS):
            receive()
        rate = RATE_TASKS / (time.monotonic() - began)
    return Measured(rate, statistics.median(latencies), idle_share)


def _cpu_seconds() -> float:
    """What the workers and the broker have used so far: all children of this process."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        times = process.cpu_times()
        total += times.user + times.system
    return total


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="durako-bench-") as folder:
        with embedded_postgres(Path(folder)) as url:
            ours = measure(url)
        print(
            f"embedded queue: {ours.tasks_per_second:.0f} tasks/s, "
            f"median latency {ours.latency_ms:.1f} ms, idle CPU {ours.idle_cpu_share:.1%}"
        )
        if shutil.which("redis-server") is None:
            print("no redis-server on this machine: no ratio to report")
            return
        with redis_server(Path(folder)) as url:
            redis = measure(url)
        print(
            f"redis:          {redis.tasks_per_second:.0f} tasks/s, "
            f"median latency {redis.latency_ms:.1f} ms, idle CPU {redis.idle_cpu_share:.1%}"
        )
        print(
            f"ratio to redis: rate {ours.tasks_per_second / redis.tasks_per_second:.2f}, "
            f"latency {ours.latency_ms / redis.latency_ms:.2f}, "
            f"idle CPU {ours.idle_cpu_share / redis.idle_cpu_share:.2f}"
        )


if __name__ == "__main__":
    main()
