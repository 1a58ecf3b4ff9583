"""How a bot ends: when it is told to, when its time is up, and with everything that it started."""

from typing import Any

import pytest

from arena.runner.sandbox.interface import ExitReason
from tests.security.sandbox.harness import WorkerProcess, report, wait_until
from tests.security.sandbox.hostile.kit import DONE
from tests.security.sandbox.seats import SeatSocket

SIGSEGV = 11


def test_cpu_loop(worker: WorkerProcess) -> None:
    """And it is told how much was taken."""
    ended = worker.run("bombs", "cpu_loop", cpu_seconds=1)
    assert ended.reason is ExitReason.CPU_TIME
    assert ended.usage.cpu_seconds >= 0.9
    assert ended.usage.wall_seconds >= 0.9
    assert ended.usage.peak_memory_bytes > 1 << 20


def test_cpu_loop_of_threads(worker: WorkerProcess) -> None:
    assert worker.run("bombs", "spinning_threads", cpu_seconds=1).reason is ExitReason.CPU_TIME


def test_cpu_relay(worker: WorkerProcess) -> None:
    """A limit for each process is none: they take turns.  Who cannot count has a clock."""
    ended = worker.run("bombs", "cpu_relay", cpu_seconds=1, wall_seconds=2.0, may_fork=True)
    assert ended.reason in (ExitReason.CPU_TIME, ExitReason.WALL_TIME)


@pytest.mark.parametrize("deed", ["sleep_forever", "deaf_sleep", "stop_itself", "closed_output"])
def test_sleep_forever(worker: WorkerProcess, deed: str) -> None:
    """Whether it ignores every signal, stops itself or closes its output."""
    ended = worker.run("bombs", deed, wall_seconds=0.5)
    assert ended.reason is ExitReason.WALL_TIME


def test_a_forged_name(worker: WorkerProcess, seat: SeatSocket) -> None:
    """It makes the kernel's file about it say what it never says: nobody is confused for long
    enough to forget about its end."""
    assert worker.run("bombs", "forged_name", wall_seconds=1.0).reason is ExitReason.WALL_TIME
    bot = worker.start("bombs", "forged_name", seat=seat)
    seat.visitor()
    bot.kill()
    assert bot.wait().reason is ExitReason.KILLED


def test_ignoring_sigterm(worker: WorkerProcess, seat: SeatSocket) -> None:
    bot = worker.start("bombs", "deaf_sleep", seat=seat)
    seat.visitor()
    bot.kill()
    assert bot.wait().reason is ExitReason.KILLED
    bot.kill()
    assert bot.processes() == []


def test_killed_while_it_starts(worker: WorkerProcess, seat: SeatSocket) -> None:
    """At whatever moment: nothing is left."""
    for _ in range(5):
        bot = worker.start("bombs", "sleep_forever", seat=seat)
        bot.kill()
        assert bot.wait().reason is ExitReason.KILLED
        assert bot.processes() == []


def test_kill_all(worker: WorkerProcess, seat: SeatSocket) -> None:
    """A signal to everybody reaches nobody but itself."""
    sibling = worker.start("bombs", "answer", seat=seat)
    peer = seat.visitor()
    assert peer.says() == b"here\n"
    worker.run("bombs", "kill_all")
    worker.run("bombs", "kill_all", may_fork=True)
    peer.tell(b"still there?\n")
    assert peer.says() == b"still there?\n"
    peer.connection.close()
    assert sibling.wait().reason is ExitReason.EXITED


def test_kill_sibling(worker: WorkerProcess, seat: SeatSocket) -> None:
    """Though it knows their numbers: of a sibling, of the worker, of the tests."""
    sibling = worker.start("bombs", "answer", seat=seat)
    peer = seat.visitor()
    pids = [peer.pid, worker.process.pid, *sibling.processes()]
    found: dict[str, dict[str, Any]] = report(
        worker.run("bombs", "kill_sibling", hints={"pids": pids})
    )
    assert set(found) == {str(pid) for pid in pids}
    for outcomes in found.values():
        assert DONE not in outcomes.values(), found
    peer.says()
    peer.tell(b"still there?\n")
    assert peer.says() == b"still there?\n"
    sibling.kill()
    assert sibling.wait().reason is ExitReason.KILLED


def test_double_fork_daemon(worker: WorkerProcess, seat: SeatSocket) -> None:
    """The bot is over, and so is whom it left behind in a session of its own."""
    bot = worker.start("bombs", "daemon", seat=seat, may_fork=True)
    assert bot.wait().reason is ExitReason.EXITED
    wait_until(lambda: bot.processes() == [], "the daemon is gone")


def test_pipe_held_by_grandchild(worker: WorkerProcess) -> None:
    """The end of a bot is not the end of its output."""
    bot = worker.start("bombs", "pipe_holder", may_fork=True)
    ended = bot.wait()
    assert report(ended)["left"] > 1
    assert bot.processes() == []


def test_crash(worker: WorkerProcess) -> None:
    """Told as what it is; no memory is written to a file (see the files that are left)."""
    ended = worker.run("bombs", "crash")
    assert (ended.reason, ended.signal) == (ExitReason.CRASHED, SIGSEGV)


def test_outliving_the_bot(worker: WorkerProcess, seat: SeatSocket) -> None:
    """Deaf, in sessions of their own and without a death signal: killed all the same."""
    bot = worker.start("bombs", "outlive", seat=seat, may_fork=True)
    seat.visitor()
    seat.visitor()
    assert len(bot.processes()) >= 3
    bot.kill()
    assert bot.wait().reason is ExitReason.KILLED
    assert bot.processes() == []
