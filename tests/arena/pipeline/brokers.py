"""Every queue that Durako runs on, and what goes into it."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.result import AsyncResult

from arena.runner.match_orders import PLAY
from arena.runner.queues import celery_settings
from deploy.celery_app import app as own_app
from tests.bench.bench_queue import redis_server
from tests.rabbitmq import rabbitmq_command, rabbitmq_server

EMBEDDED, REDIS, RABBITMQ = "the embedded queue", "Redis", "RabbitMQ"
BROKERS = (EMBEDDED, REDIS, RABBITMQ)


class Overheard(Celery):
    """Sends what services order, as the server's own app does, and can keep an order for a test."""

    def __init__(self, broker_url: str) -> None:
        super().__init__("a test", set_as_current=False)
        self.conf.update(celery_settings(broker_url))
        self.kept: list[dict[str, str]] = []
        """Orders of matches that nobody else saw, as they travel."""
        self.keeps_orders = False

    def send_task(self, name: str, *args: Any, **options: Any) -> AsyncResult[Any]:  # noqa: ANN401
        if name == PLAY and self.keeps_orders:
            self.kept.append(json.loads(json.dumps(options["args"][0])))
            return AsyncResult("of nothing", app=self)
        return super().send_task(name, *args, **options)


@contextmanager
def broker(name: str, folder: Path) -> Iterator[Overheard]:
    """The queue for this process and for those it starts; a line if it is not installed here."""
    with ExitStack() as stack:
        if name == REDIS:
            if shutil.which("redis-server") is None:
                pytest.skip("no redis-server on this machine")
            url = stack.enter_context(redis_server(folder))
        elif name == RABBITMQ:
            if rabbitmq_command() is None:
                pytest.skip("no rabbitmq-server on this machine")
            url = stack.enter_context(rabbitmq_server(folder))
        else:
            url = os.environ["CELERY_BROKER_URL"]
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("CELERY_BROKER_URL", url)  # Celery lets it win over its settings
        app = Overheard(url)
        app.set_current()
        try:
            yield app
        finally:
            own_app.set_current()
            app.close()
