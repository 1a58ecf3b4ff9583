"""Everything behind the checks of a bot, for real: the game server, the trusted worker, and the
runner with its sandbox, each a process of its own."""

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings

from arena.runner.queues import VALIDATIONS
from arena.runner.signing import key_to_check
from arena.selectors.workers import runner_is_ready
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.runner.hosted_runtime import FOLDER, hosted_runtime
from tests.deploy.service import PROJECT_DIR, wait_for
from tests.deploy.worker_process import Worker
from tests.real_queues import queues_empty

START_SECONDS = 120
STOP_SECONDS = 60


class RunnerProcess:
    """The runner's worker. It gets what it is told here, and nothing else of our environment."""

    def __init__(self, folder: Path, game_server: Path) -> None:
        self.log = folder / "runner.log"
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONUNBUFFERED": "1",
            "CELERY_BROKER_URL": os.environ["CELERY_BROKER_URL"],
            "TASK_CHECK_KEY": key_to_check(settings.TASK_SIGNING_KEY),
            "DURAKO_ARCHIVES": str(settings.MEDIA_ROOT / "bots"),
            "DURAKO_RUNTIME": str(FOLDER),
            "DURAKO_GAMESERVER": str(game_server),
            "DURAKO_RUNNER_VAR": str(folder / "runner"),
        }
        with self.log.open("wb") as file:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-m", "celery", "-A", "arena.runner.worker", "worker",
                    "--queues", VALIDATIONS, "--hostname", f"runner-{uuid.uuid4().hex[:8]}@here",
                    "--concurrency", "1", "--loglevel", "INFO",
                    "--without-gossip", "--without-mingle", "--without-heartbeat",
                ],
                cwd=PROJECT_DIR,
                env=environment,
                stdout=file,
                stderr=file,
            )  # fmt: skip

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


@contextmanager
def arena_at_work(folder: Path) -> Iterator[RunnerProcess]:
    """Until the block ends, whatever is sent in is checked."""
    hosted_runtime()
    queues_empty()
    with ExitStack() as stack:
        game_server = stack.enter_context(ServerProcess())
        trusted = Worker(folder / "worker.log")
        stack.callback(trusted.stop)
        runner = RunnerProcess(folder, game_server.folder)
        stack.callback(runner.stop)
        trusted.wait_until_ready()
        wait_for(
            lambda: runner_is_ready(queue=VALIDATIONS) or runner.process.poll() is not None,
            "the runner's first sign of life",
            seconds=START_SECONDS,
            details=runner.log.read_text,
        )
        assert runner.process.poll() is None, runner.log.read_text()
        yield runner
