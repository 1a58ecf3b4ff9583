"""The server's worker as a process of its own, on the test's database."""

import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

from django.conf import settings
from django.db import connection

from arena.models import WorkerPresence
from arena.runner.queues import DEFAULT, RESULTS
from tests.deploy.service import PROJECT_DIR, wait_for


class _Process:
    """One of our Celery processes on the test database."""

    def __init__(self, log: Path, *arguments: str) -> None:
        self.log = log
        data = settings.DATABASES["default"]
        url = (
            f"postgresql://{data['USER']}:{data['PASSWORD']}@{data['HOST']}:{data['PORT']}"
            f"/{connection.settings_dict['NAME']}"
        )
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-m", "celery", "-A", "deploy.celery_app", *arguments,
                    "--loglevel", "INFO",
                ],
                cwd=PROJECT_DIR,
                env={**os.environ, "DATABASE_URL": url},
                stdout=file,
                stderr=file,
            )  # fmt: skip

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=60)


class Scheduler(_Process):
    """Sends what is done every few seconds."""

    def __init__(self, log: Path) -> None:
        super().__init__(log, "beat", "--scheduler", "celery.beat:Scheduler", "--pidfile", "")


class Worker(_Process):
    """A worker process on the test database."""

    def __init__(self, log: Path) -> None:
        self.name = f"test-{uuid.uuid4().hex[:8]}@here"
        super().__init__(
            log,
            "worker", "--queues", f"{DEFAULT},{RESULTS}", "--hostname", self.name,
            "--concurrency", "1", "--without-gossip", "--without-mingle", "--without-heartbeat",
        )  # fmt: skip

    def wait_until_ready(self) -> "Worker":
        wait_for(
            lambda: WorkerPresence.objects.filter(name=self.name).exists(),
            "the worker's first heartbeat",
            seconds=60,
            details=self.log.read_text,
        )
        return self
