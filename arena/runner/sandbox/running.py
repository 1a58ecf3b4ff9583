"""A program that was started: its pipes, its clock, its end."""

import asyncio
import json
import logging
import os
import select
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from arena.runner.sandbox.interface import (
    Ended,
    ExitReason,
    Limits,
    Output,
    SandboxError,
    Usage,
)
from arena.runner.sandbox.keeper import Drop, Order, Report
from arena.runner.sandbox.keeping import Keeper, next_number
from arena.runner.sandbox.meters import Meter, Reading, status_of
from arena.runner.sandbox.output import OutputPipe

_FIRST_LOOK_SECONDS: Final = 0.02
_LOOK_SECONDS: Final = 0.2
"""Between two looks at what it takes.  The kernel's limits hold at once; this is for the sum."""
_UNSEEN_LOOKS: Final = 5
"""So many in a row that show nothing of a program that lives are as bad as showing too much."""
_SIGNALLED: Final = 128
"""What bwrap adds to the signal that ended the program, for a code of its own."""
_SIGNALS: Final = frozenset(int(known) for known in signal.valid_signals())
_NOTHING: Final = Reading(memory_bytes=0, peak_bytes=0, cpu_seconds=0.0)
logger = logging.getLogger(__name__)


class Running:
    """A program that runs, or has ended.

    `afterwards` is called when nothing of it is left, or if it cannot be started.
    The keeper's child may be a process around the program: `watch` says which one the program is.
    Everything happens in callbacks of the event loop, so that what a program leaves is cleared
    away even if nobody waits for its end any more.
    """

    def __init__(
        self,
        keeper: Keeper,
        command: Sequence[str],
        limits: Limits,
        *,
        environment: Mapping[str, str],
        folder: Path,
        descriptors: Sequence[int] = (),
        cpus: Sequence[int] = (),
        rlimits: Sequence[tuple[int, int]] = (),
        drop: Drop | None = None,
        afterwards: Callable[[], None] = lambda: None,
    ) -> None:
        self._keeper = keeper
        self._number = next_number()
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[Ended] = self._loop.create_future()
        self._reason: ExitReason | None = None
        self._meter: Meter | None = None
        self._reading = _NOTHING
        self._unseen = 0
        self._pid: int | None = None
        self._program: int | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._bell: asyncio.TimerHandle | None = None
        self._told = b""
        self._began = time.monotonic()
        order = Order(
            number=self._number,
            command=list(command),
            environment=dict(environment),
            folder=str(folder),
            cpus=list(cpus),
            limits=list(rlimits),
            drop=drop,
        )
        with ExitStack() as given, ExitStack() as closing:
            closing.callback(afterwards)
            self._stdout = OutputPipe(limits.output_bytes)
            closing.callback(self._stdout.finish)
            given.callback(os.close, self._stdout.writing)
            self._stderr = OutputPipe(limits.output_bytes)
            closing.callback(self._stderr.finish)
            given.callback(os.close, self._stderr.writing)
            self._report, telling = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            closing.callback(os.close, self._report)
            given.callback(os.close, telling)
            outputs = (telling, self._stdout.writing, self._stderr.writing)
            keeper.start(order, (*outputs, *descriptors))
            self._closing = closing.pop_all()
        self._loop.add_reader(self._report, self._reported)

    def watch(self, pid: int) -> None:
        """The program is this process, which cannot have been replaced by another one yet."""
        self._pid = pid
        self._program = os.pidfd_open(pid)
        self._closing.callback(os.close, self._program)

    def measure(self, meter: Meter) -> None:
        """This is what knows what it takes; it is closed when everything has ended."""
        self._meter = meter

    def look_after(self) -> None:
        """From now on its clock runs; see what it takes, and end it if that is too much."""
        if self.is_running:
            seconds = self._limits.wall_seconds
            self._bell = self._loop.call_later(seconds, self._end, ExitReason.WALL_TIME)
            self._look(_FIRST_LOOK_SECONDS)

    @property
    def is_running(self) -> bool:
        """Whether anything of it is left."""
        return not self._ended.done()

    def status(self) -> dict[str, str]:
        """What the kernel says about the program; nothing once it has ended."""
        try:
            return status_of(f"/proc/{self._pid}") if self._pid is not None else {}
        except (FileNotFoundError, ProcessLookupError):
            return {}

    def kill(self) -> None:
        """End it and everything it started, now; harmless when it has ended."""
        self._end(ExitReason.KILLED)

    def output(self) -> Output:
        """What it has printed so far."""
        return Output(
            stdout=self._stdout.kept,
            stderr=self._stderr.kept,
            dropped_bytes=self._stdout.dropped + self._stderr.dropped,
        )

    async def wait(self) -> Ended:
        """Until nothing of it is left."""
        return await asyncio.shield(self._ended)

    def _end(self, reason: ExitReason) -> None:
        """Depends on nothing that the program could disturb."""
        if self._ended.done():
            return
        self._reason = self._reason or reason
        if self._program is None:
            self._keeper.kill(self._number)
        else:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._program, signal.SIGKILL)

    def _look(self, pause: float) -> None:
        # The next look is certain before this one is tried.
        self._looking = self._loop.call_later(pause, self._look, min(2 * pause, _LOOK_SECONDS))
        if self._meter is None:
            return
        reading = _tried(self._meter.read)
        if reading is None:
            self._saw_nothing()
            return
        self._reading, self._unseen = reading, 0
        too_much = reading.memory_bytes > self._limits.memory_bytes
        if too_much or reading.was_out_of_memory:  # it may have lost only a part of itself
            self._end(ExitReason.MEMORY)
        elif reading.cpu_seconds > self._limits.cpu_seconds:
            self._end(ExitReason.CPU_TIME)

    def _saw_nothing(self) -> None:
        """Once, it may be ending, or the trouble may be our own; a program that stays unseen may
        take what it likes, so that counts as more memory than it is allowed."""
        self._unseen += 1
        if self._unseen >= _UNSEEN_LOOKS and self._lives():
            self._end(ExitReason.MEMORY)

    def _lives(self) -> bool:
        """Whether any thread of it does, as far as the kernel was asked to tell."""
        if self._program is None:
            return True
        poll = select.poll()
        poll.register(self._program, select.POLLIN)
        return not poll.poll(0)

    def _reported(self) -> None:
        more = os.read(self._report, 4096)
        if more:
            self._told += more
            return
        wall = time.monotonic() - self._began
        for timer in filter(None, (self._bell, self._looking)):
            timer.cancel()
        self._loop.remove_reader(self._report)
        exact = _tried(self._meter.close) if self._meter is not None else None
        self._closing.close()
        if self._told:
            self._ended.set_result(self._ending(json.loads(self._told), exact, wall))
        else:
            self._ended.set_exception(
                SandboxError("The keeper of the sandboxes was killed, and they with it.")
            )

    def _ending(self, report: Report, exact: Reading | None, wall: float) -> Ended:
        code, ended_by = _code_and_signal(os.waitstatus_to_exitcode(report["status"]))
        reading = exact or Reading(
            memory_bytes=0,
            peak_bytes=max(report["peak_bytes"], self._reading.peak_bytes),
            cpu_seconds=report["cpu_seconds"],
        )
        return Ended(
            reason=self._why(ended_by, reading),
            code=code,
            signal=ended_by,
            usage=Usage(
                cpu_seconds=reading.cpu_seconds,
                peak_memory_bytes=reading.peak_bytes,
                wall_seconds=wall,
            ),
            output=self.output(),
        )

    def _why(self, ended_by: int | None, reading: Reading) -> ExitReason:
        if reading.was_out_of_memory:  # also if it gave up when it had lost a part of itself
            return ExitReason.MEMORY
        if ended_by is None:
            return ExitReason.EXITED
        if ended_by == signal.SIGKILL and self._reason is not None:
            return self._reason
        if ended_by in (signal.SIGKILL, signal.SIGXCPU) and (
            reading.cpu_seconds >= self._limits.cpu_seconds
        ):
            return ExitReason.CPU_TIME
        return ExitReason.CRASHED


def _tried(look: Callable[[], Reading | None]) -> Reading | None:
    """What a meter says; None if it fails, however it does: what it looks at is under the hands of
    a stranger, and nothing there may keep us from ending a program or from telling its end."""
    try:
        return look()
    except Exception:
        logger.exception("What a sandboxed program takes could not be read.")
        return None


def _code_and_signal(code: int) -> tuple[int | None, int | None]:
    """A program that itself exits with such a code is taken at its word."""
    number = -code if code < 0 else code - _SIGNALLED
    return (None, number) if number in _SIGNALS else (code, None)
