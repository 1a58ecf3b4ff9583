"""Who looks after bots is killed without a word: the bots die, and nothing of them is left."""

from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from arena.runner.sandbox.interface import ExitReason, SandboxError
from tests.security.sandbox.conftest import USERS
from tests.security.sandbox.harness import (
    SECRET,
    WorkerProcess,
    processes_with,
    wait_until,
    working,
)
from tests.security.sandbox.leftovers import cgroups_of
from tests.security.sandbox.seats import SeatSocket


@pytest.mark.parametrize("user", USERS)
def test_worker_sigkill(user: str, runtime: Path, home: Path) -> None:
    """Bots that do all they can to outlive it, and one that is in the middle of a sentence."""
    worker = WorkerProcess(user, runtime, home)
    with ExitStack() as stack:
        seats = [stack.enter_context(SeatSocket(worker.sockets)) for _ in range(3)]
        bots = [
            worker.start("bombs", "outlive", seat=seats[0]),
            worker.start("bombs", "outlive", seat=seats[1], may_fork=True),
            worker.start("bombs", "stdout_flood", seat=seats[2]),
        ]
        pids = [seats[0].visitor().pid, seats[1].visitor().pid, seats[1].visitor().pid]
        assert all(Path(f"/proc/{pid}").exists() for pid in pids)
        worker.die()
        for bot in bots:
            wait_until(lambda bot=bot: processes_with(bot.marker) == [], "it dies with the worker")  # type: ignore[misc]
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), "all of it")
    assert list(worker.temporary.iterdir()) == []
    with working(user, runtime, home) as next_one:  # who tidies up what nobody could
        assert next_one.run("bombs", "crash").reason is ExitReason.CRASHED
    assert list(cgroups_of(worker.process.pid)) == []


def test_keeper_sigkill(worker: WorkerProcess, seat: SeatSocket) -> None:
    """Who stands between the worker and its bots: they die, it is told, the next one starts."""
    bots = [worker.start("bombs", "outlive", seat=seat, may_fork=forks) for forks in (False, True)]
    pids = [seat.visitor().pid for _ in range(3)]
    (keeper,) = psutil.Process(worker.process.pid).children()
    keeper.kill()
    for bot in bots:
        with pytest.raises(SandboxError):
            bot.wait()
        wait_until(lambda bot=bot: bot.processes() == [], "it dies with the keeper")  # type: ignore[misc]
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), "all of it")
    assert worker.run("bombs", "crash").reason is ExitReason.CRASHED


def test_nothing_of_the_worker_around_a_bot(worker: WorkerProcess, seat: SeatSocket) -> None:
    """No process between the worker and its bots has anything of its environment."""
    bot = worker.start("bombs", "answer", seat=seat)
    seat.visitor()
    below = psutil.Process(worker.process.pid).children(recursive=True)
    assert len(below) >= 2
    for process in below:
        words = Path(f"/proc/{process.pid}/environ").read_bytes()
        assert SECRET.encode() not in words + Path(f"/proc/{process.pid}/cmdline").read_bytes()
    bot.kill()
    assert bot.wait().reason is ExitReason.KILLED
