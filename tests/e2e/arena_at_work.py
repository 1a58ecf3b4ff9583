"""Everything behind bots and their matches, for real: the game server, the trusted worker, and the
runners with their sandboxes, each a process of its own."""

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings

from arena.runner.queues import MATCHES, VALIDATIONS, pgmq_database_url
from arena.runner.signing import key_to_check
from arena.selectors.workers import runner_is_ready
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.runner.hosted_runtime import FOLDER, hosted_runtime
from tests.deploy.service import PROJECT_DIR, wait_for
from tests.deploy.worker_process import Scheduler, Worker
from tests.real_queues import queues_empty

START_SECONDS = 120
STOP_SECONDS = 60
MATCHES_AT_ONCE = 2


class RunnerProcess:
    """A runner's worker. It gets what it is told here, and nothing else of our environment."""

    def __init__(
        self, folder: Path, game_server: Path, *, queue: str = VALIDATIONS, slots: int = 1
    ) -> None:
        self.queue = queue
        self.log = folder / f"{queue}.log"
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
                    "--queues", queue, "--hostname", f"{queue}-{uuid.uuid4().hex[:8]}@here",
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


class ArenaAtWork:
    """The processes that are there until the block ends."""

    def __init__(self, folder: Path, stack: ExitStack, *, matches: bool) -> None:
        self.game_server = stack.enter_context(ServerProcess())
        self.trusted = Worker(folder / "worker.log")
        stack.callback(self.trusted.stop)
        self.validator = RunnerProcess(folder, self.game_server.folder)
        stack.callback(self.validator.stop)
        self.runners = [self.validator]
        if matches:
            self.player = RunnerProcess(
                folder, self.game_server.folder, queue=MATCHES, slots=MATCHES_AT_ONCE
            )
            stack.callback(self.player.stop)
            self.runners.append(self.player)
            scheduler = Scheduler(folder / "scheduler.log")
            stack.callback(scheduler.stop)

    def said(self) -> str:
        """By everybody who works for us, for a test that failed."""
        logs = [self.trusted.log, *(runner.log for runner in self.runners)]
        return "\n".join(f"== {log.name} ==\n{log.read_text()}" for log in logs)

    def wait_until_ready(self) -> None:
        self.trusted.wait_until_ready()
        wait_for(
            lambda: self._ready() or not self._all_run(),
            "the runners' first signs of life",
            seconds=START_SECONDS,
            details=self.said,
        )
        assert self._all_run(), self.said()

    def _ready(self) -> bool:
        return all(runner_is_ready(queue=runner.queue) for runner in self.runners)

    def _all_run(self) -> bool:
        return all(runner.process.poll() is None for runner in self.runners)


@contextmanager
def arena_at_work(folder: Path, *, matches: bool = False) -> Iterator[ArenaAtWork]:
    """Until the block ends, whatever is sent in is checked and, if wanted, matches are played."""
    hosted_runtime()
    if pgmq_database_url(os.environ["CELERY_BROKER_URL"]):  # others begin empty
        queues_empty()
    with ExitStack() as stack:
        arena = ArenaAtWork(folder, stack, matches=matches)
        arena.wait_until_ready()
        yield arena
