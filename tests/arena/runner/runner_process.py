"""A runner's worker as a process of its own, on the tests' queue."""

import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

from django.conf import settings

from arena.runner.signing import key_to_check
from tests.arena.runner.hosted_runtime import FOLDER, hosted_runtime
from tests.deploy.service import PROJECT_DIR

STOP_SECONDS = 60


class RunnerProcess:
    """It gets what it is told here, and nothing else of our environment."""

    def __init__(
        self,
        folder: Path,
        game_server: Path,
        *,
        queue: str,
        slots: int = 1,
        archives: Path | None = None,
        name: str = "",
    ) -> None:
        hosted_runtime()
        self.queue = queue
        self.name = name or f"{queue}-{uuid.uuid4().hex[:8]}@here"
        self.log = folder / f"{queue}.log"
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONUNBUFFERED": "1",
            "CELERY_BROKER_URL": os.environ["CELERY_BROKER_URL"],
            "TASK_CHECK_KEY": key_to_check(settings.TASK_SIGNING_KEY),
            "DURAKO_ARCHIVES": str(archives or settings.MEDIA_ROOT / "bots"),
            "DURAKO_RUNTIME": str(FOLDER),
            "DURAKO_GAMESERVER": str(game_server),
            "DURAKO_RUNNER_VAR": str(folder / "runner"),
        }
        with self.log.open("wb") as file:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-m", "celery", "-A", "arena.runner.worker", "worker",
                    "--queues", queue, "--hostname", self.name,
                    "--concurrency", str(slots), "--loglevel", "INFO",
                    "--without-gossip", "--without-mingle", "--without-heartbeat",
                ],
                cwd=PROJECT_DIR,
                env=environment,
                stdout=file,
                stderr=file,
            )  # fmt: skip

    def said(self) -> str:
        return self.log.read_text()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
