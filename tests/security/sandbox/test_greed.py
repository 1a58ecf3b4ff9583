"""How much a bot can take: what its limits say, and the machine goes on for everybody else."""

from pathlib import Path
from typing import Any

import pytest

from arena.runner.sandbox.interface import MIB, ExitReason, Limits
from tests.security.sandbox.conftest import Reports
from tests.security.sandbox.harness import WorkerProcess, processes_with, report, wait_until
from tests.security.sandbox.seats import SeatSocket

ALLOWED = Limits()
MANY_TIMERS = 4_096


@pytest.fixture
def taken(reports: Reports) -> dict[str, Any]:
    """How much the program that wants everything got."""
    return reports.of("greed")


def somebody_else_plays(worker: WorkerProcess) -> None:
    """A good bot that is started now finds what it needs."""
    with SeatSocket(worker.sockets) as seat:
        bot = worker.start("bombs", "answer", seat=seat)
        peer = seat.visitor()
        peer.says()
        peer.tell(b"your turn\n")
        assert peer.says() == b"your turn\n"
        peer.connection.close()
        ended = bot.wait()
        assert (ended.reason, ended.code) == (ExitReason.EXITED, 0)


def test_thread_bomb(taken: dict[str, Any], worker: WorkerProcess) -> None:
    assert taken["thread_bomb"]["stopped"]
    assert 4 < taken["thread_bomb"]["times"] < ALLOWED.processes, "some it needs"
    somebody_else_plays(worker)


def test_forkbomb(worker: WorkerProcess) -> None:
    bot = worker.start("bombs", "fork_bomb", may_fork=True)
    wait_until(lambda: b"unavailable" in bot.output().stdout, "the bomb goes off")
    inside = [pid for pid in bot.processes() if _is_inside(pid)]
    assert 1 < len(inside) <= ALLOWED.processes
    somebody_else_plays(worker)
    bot.kill()
    assert bot.wait().reason is ExitReason.KILLED
    assert bot.processes() == []


def _is_inside(pid: int) -> bool:
    """Whether it lives in a namespace of processes below ours."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    (ids,) = (line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:"))
    return len(ids) > 1


def test_memory_bomb(worker: WorkerProcess) -> None:
    ended = worker.run("bombs", "memory_bomb", memory_bytes=64 * MIB)
    assert ended.reason is ExitReason.MEMORY, ended
    assert ended.usage.peak_memory_bytes <= ALLOWED.address_space_bytes
    somebody_else_plays(worker)


def test_memory_bomb_of_many(worker: WorkerProcess) -> None:
    """The limit is on all its processes together."""
    ended = worker.run("bombs", "memory_of_many", memory_bytes=96 * MIB, may_fork=True)
    assert ended.reason is ExitReason.MEMORY, ended


def test_hidden_memory(worker: WorkerProcess) -> None:
    """There is no memory that no process has resident: nobody could count it."""
    found = report(worker.run("bombs", "memory_hidden"))
    assert found == {"anonymous": "EPERM", "a device": "ENOENT", "another device": "ENODEV"}


def test_hiding_from_the_watcher(worker: WorkerProcess) -> None:
    """Whatever it calls itself, and however private it is."""
    for deed in ("hidden_memory_bomb", "hidden_files_without_end"):
        ended = worker.run("bombs", deed, hints={"place": "/tmp"}, memory_bytes=32 * MIB)
        if deed == "hidden_memory_bomb" or ended.reason is not ExitReason.EXITED:
            assert ended.reason is ExitReason.MEMORY, ended
        else:
            assert report(ended)["stopped"] in ("ENOSPC", "ENOMEM"), ended
    ended = worker.run("bombs", "hidden_cpu_loop", cpu_seconds=1, wall_seconds=30.0)
    assert ended.reason is ExitReason.CPU_TIME


def test_a_process_without_its_first_thread(worker: WorkerProcess) -> None:
    """The kernel says less about it by its number, but what it takes is counted all the same."""
    ended = worker.run("bombs", "headless_memory_bomb", memory_bytes=64 * MIB)
    assert ended.reason is ExitReason.MEMORY, ended
    hints = {"place": "/tmp"}
    ended = worker.run("bombs", "headless_files_without_end", hints=hints, memory_bytes=32 * MIB)
    if ended.reason is not ExitReason.MEMORY:
        assert b"ENOSPC" in ended.output.stdout or b"ENOMEM" in ended.output.stdout, ended
    ended = worker.run("bombs", "headless_cpu_loop", cpu_seconds=1, wall_seconds=30.0)
    assert ended.reason is ExitReason.CPU_TIME


def test_tmp_fill(taken: dict[str, Any]) -> None:
    assert taken["tmp_fill"]["bytes"] <= ALLOWED.temporary_bytes
    assert taken["tmp_fill"]["bytes"] > ALLOWED.temporary_bytes / 2, "as much as it was promised"


def test_long_file(taken: dict[str, Any]) -> None:
    assert taken["long_file"]["claimed"] == "EFBIG"
    assert taken["long_file"]["bytes"] <= ALLOWED.file_bytes


def test_shm_private(taken: dict[str, Any], worker: WorkerProcess, seat: SeatSocket) -> None:
    """Its shared memory is its own, and small."""
    assert taken["shm_fill"]["bytes"] <= ALLOWED.shared_memory_bytes
    before = set(Path("/dev/shm").iterdir())
    bot = worker.start("bombs", "symlinks", seat=seat, hints={"target": "/etc/passwd"})
    seat.visitor()
    made = {path.name for path in set(Path("/dev/shm").iterdir()) - before}
    assert not made & {"result.json", "folder"}
    bot.kill()
    bot.wait()


@pytest.mark.parametrize("place", ["/tmp", "/dev/shm"])
def test_inode_exhaustion(worker: WorkerProcess, place: str) -> None:
    """Empty files take no room, but memory of the kernel: counted as the bot's own."""
    ended = worker.run("bombs", "files_without_end", hints={"place": place}, memory_bytes=32 * MIB)
    if ended.reason is not ExitReason.MEMORY:
        assert report(ended)["stopped"] in ("ENOSPC", "ENOMEM"), ended


def test_deep_directories(taken: dict[str, Any]) -> None:
    """It may; whoever tidies up after it must not follow (see the files that are left)."""
    assert taken["deep_folders"] > 0


def test_fd_exhaustion(taken: dict[str, Any]) -> None:
    assert taken["descriptors"]["stopped"] == "EMFILE"
    assert taken["descriptors"]["times"] < ALLOWED.open_files


def test_descriptors_in_flight(taken: dict[str, Any]) -> None:
    """Those that lie unread in a socket count, too."""
    assert taken["descriptors_on_their_way"]["stopped"]
    assert taken["descriptors_on_their_way"]["times"] * 50 < 10 * ALLOWED.open_files


def test_inotify_exhaustion(taken: dict[str, Any]) -> None:
    """The number of watchers is counted by user, and an ordinary worker shares its user."""
    assert taken["inotify"] == {"times": 0, "stopped": "EPERM"}


def test_timer_exhaustion(taken: dict[str, Any]) -> None:
    assert taken["timers"]["stopped"] == "EAGAIN"
    assert taken["timers"]["times"] < MANY_TIMERS


def test_huge_arguments(taken: dict[str, Any]) -> None:
    assert taken["huge_arguments"] == "E2BIG"


def test_stdout_flood(worker: WorkerProcess) -> None:
    """Endless output on both: read for as long as it runs, kept to a limit, in nobody's way."""
    bot = worker.start("bombs", "stdout_flood")
    wait_until(lambda: bot.output().dropped_bytes > 2 * MIB, "it is read on and on")
    somebody_else_plays(worker)
    bot.kill()
    ended = bot.wait()
    assert ended.reason is ExitReason.KILLED
    assert 0 < len(ended.output.stdout) <= ALLOWED.output_bytes
    assert 0 < len(ended.output.stderr) <= ALLOWED.output_bytes
    assert processes_with(bot.marker) == []


def test_terminal_escapes(worker: WorkerProcess) -> None:
    """What it prints is kept as bytes; nothing of it reaches the worker's own terminal."""
    ended = worker.run("bombs", "terminal_escapes")
    assert ended.output.stdout == ended.output.stderr
    assert ended.output.stdout.startswith(b"\x1b]0;owned\x07")
    assert "owned" not in worker.said()
