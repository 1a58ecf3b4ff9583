"""The processes that play.  `python -c "from arena.sdk.local.worker import main; main(FD)"`.

A worker imports everything once, and for every job it makes a copy of itself (a fork), which loads
the bots afresh, plays, and is gone: so no rotation remembers another, and starting costs little.
All seats of a job are in one process, each with modules of its own: quick bots pay for no messages.
"""

import gc
import os
import random
import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn, TextIO

from arena.sdk.loading import BotRefusedError, load
from arena.sdk.local.board import LocalBoard
from arena.sdk.local.seat import LocalSeat, OvertimeError, Scales
from arena.sdk.local.state import State
from arena.sdk.local.values import FromWorker, Job, JobEnded, JobFailed, JobRefused, JobStarted
from arena.sdk.memory_use import MIB
from arena.wire.replay_writer import GameRecords

ROOM: Final = 512 * MIB
"""Address space that a process may reserve beyond what its seats may hold."""
FAILED: Final = 1


def main(descriptor: int) -> None:
    """Take jobs until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us says when to stop
    connection = Connection(descriptor)
    gc.freeze()
    with connection:
        while True:
            try:
                job: Job | None = connection.recv()
            except EOFError:
                return
            if job is None:
                return
            pid = os.fork()
            if pid == 0:
                _play_and_leave(job, connection)
            _, status = os.waitpid(pid, 0)
            _send(connection, JobEnded(os.waitstatus_to_exitcode(status)))


def _play_and_leave(job: Job, connection: Connection) -> NoReturn:
    """In the copy: whatever happens, it never returns to where it came from."""
    code = FAILED
    try:
        os.setsid()
        _send(connection, JobStarted(os.getpid()))
        play_job(job, connection)
        code = 0
    except Exception:  # noqa: BLE001 - told, not swallowed
        _send(connection, JobFailed(traceback.format_exc()))
    finally:
        os._exit(code)


def play_job(job: Job, connection: Connection) -> None:
    """Load the bots, play the boards, tell what comes out."""
    signal.signal(signal.SIGALRM, _time_is_up)
    state = State(job.state)
    with _quiet():
        random.seed(f"{job.spec.seed.hex()}/{job.rotation}/{job.boards.start}")
        try:
            seats = _seats(job, state, connection)
        except BotRefusedError as refused:
            _send(connection, JobRefused(str(refused)))
            return
        _limit_memory(job)
        gone: int | None = None
        for number in job.boards:
            records = GameRecords(job.spec.rules) if job.record else None
            board = LocalBoard(job.spec, number, job.rotation, seats, records)
            if gone is not None:
                _send(connection, board.forfeited(gone))
                continue
            played, error = board.play()
            _send(connection, played)
            if error is not None:
                gone = error.seat


def _seats(job: Job, state: State, connection: Connection) -> list[LocalSeat]:
    """Every seat with a class loaded for it alone."""
    seating = job.spec.rotations[job.rotation]
    scales = Scales()
    return [
        LocalSeat(
            rules=job.spec.rules,
            number=number,
            bot_class=load(job.bots[participant].text),
            name=job.bots[participant].name,
            rotation=job.rotation,
            limits=job.limits,
            output=_output(job, participant, number),
            scales=scales,
            state=state,
            report=lambda trouble: _send(connection, trouble),
        )
        for number, participant in enumerate(seating)
    ]


def _output(job: Job, participant: int, seat: int) -> TextIO:
    """Where a seat's bot prints to."""
    if job.output is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    boards = f"boards-{job.boards.start}-{job.boards.stop - 1}"
    name = f"{job.bots[participant].name}-{boards}-rotation-{job.rotation}-seat-{seat}.txt"
    return (job.output / name).open("w", encoding="utf-8", errors="replace", buffering=1)


@contextmanager
def _quiet() -> Iterator[None]:
    """What is printed past Python's own streams goes nowhere; nothing can be read."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    yield


def _limit_memory(job: Job) -> None:
    """A backstop for a single huge demand; what seats hold is weighed after every choice."""
    if sys.platform != "linux":
        return
    pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    most = pages * resource.getpagesize() + job.limits.memory * job.spec.rules.players + ROOM
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _time_is_up(_number: int, _frame: FrameType | None) -> None:
    raise OvertimeError


def _send(connection: Connection, value: FromWorker) -> None:
    connection.send(value)
