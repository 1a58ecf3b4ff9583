"""The smallest worker on our queue settings: its one task reports to the benchmark that it ran."""

import os
import socket
import time

from celery import Celery

from arena.runner.queues import celery_settings

app = Celery("bench")
app.conf.update(celery_settings(os.environ["BENCH_BROKER_URL"]))

_socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


@app.task(name="bench.report")
def report(port: int, number: int) -> None:
    _socket.sendto(f"{number} {time.time_ns()}".encode(), ("127.0.0.1", port))
