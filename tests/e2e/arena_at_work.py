"""Everything behind bots and their matches, for real: the game server, the trusted worker, and the
runners with their sandboxes, each a process of its own."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from arena.runner.queues import MATCHES, VALIDATIONS, pgmq_database_url
from arena.selectors.workers import runner_is_ready
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.runner.runner_process import RunnerProcess
from tests.deploy.service import wait_for
from tests.deploy.worker_process import Scheduler, Worker
from tests.real_queues import queues_empty

START_SECONDS = 120
MATCHES_AT_ONCE = 2


class ArenaAtWork:
    """The processes that are there until the block ends."""

    def __init__(self, folder: Path, stack: ExitStack, *, matches: bool) -> None:
        self.game_server = stack.enter_context(ServerProcess())
        self.trusted = Worker(folder / "worker.log")
        stack.callback(self.trusted.stop)
        self.validator = RunnerProcess(folder, self.game_server.folder, queue=VALIDATIONS)
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
    if pgmq_database_url(os.environ["CELERY_BROKER_URL"]):  # others begin empty
        queues_empty()
    with ExitStack() as stack:
        arena = ArenaAtWork(folder, stack, matches=matches)
        arena.wait_until_ready()
        yield arena
