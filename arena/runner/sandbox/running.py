"""A program that was started: its pipes, its clock, its end."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.runner.sandbox.interface import Ended, ExitReason, Limits, Output, Usage
from arena.runner.sandbox.meters import Meter, ProcessMeter, Reading
from arena.runner.sandbox.output import OutputPipe

_FIRST_LOOK_SECONDS: Final = 0.02
_LOOK_SECONDS: Final = 0.2
"""Between two looks at what it takes.  The kernel's limits hold at once; this is for the sum."""
_SIGNALLED: Final = 128
"""What bwrap adds to the signal that ended the program, for a code of its own."""
_SIGNALS: Final = frozenset(int(known) for known in signal.valid_signals())


class Running:
    """A program that runs, or has ended.

    Our child may be a process around the program: `watch` says which one the program is.
    Everything happens in callbacks of the event loop, so that what a program leaves is cleared
    away even if nobody waits for its end any more.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        *,
        environment: Mapping[str, str],
        folder: Path | None = None,
        descriptors: Sequence[int] = (),
        afterwards: Callable[[], None] = lambda: None,
    ) -> None:
        self._limits = limits
        self._afterwards = afterwards
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[Ended] = self._loop.create_future()
        self._reason: ExitReason | None = None
        self._meter: Meter | None = None
        self._reading = Reading(memory_bytes=0, peak_bytes=0, cpu_seconds=0.0)
        self._program: int | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._stdout = OutputPipe(limits.output_bytes)
        self._stderr = OutputPipe(limits.output_bytes)
        self._began = time.monotonic()
        try:
            # On the loop's own thread: the program dies with the thread that started it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._stdout.writing,
                stderr=self._stderr.writing,
                env=environment,
                cwd=folder,
                pass_fds=descriptors,
                start_new_session=True,
            )
        except BaseException:
            self._close_pipes()
            raise
        finally:
            self._stdout.started()
            self._stderr.started()
        self._child = os.pidfd_open(self._process.pid)
        self._loop.add_reader(self._child, self._child_ended)
        self._bell = self._loop.call_later(limits.wall_seconds, self._end, ExitReason.WALL_TIME)

    @property
    def pid(self) -> int:
        """Of our child."""
        return self._process.pid

    def watch(self, pid: int, meter: Meter | None = None) -> None:
        """The program is this process, which cannot have been replaced by another one yet."""
        self._program = os.pidfd_open(pid)
        self._watched = pid
        self._meter = meter or ProcessMeter(pid)
        self._look(_FIRST_LOOK_SECONDS)

    @property
    def is_running(self) -> bool:
        """Whether anything of it is left."""
        return not self._ended.done()

    def status(self) -> dict[str, str]:
        """What the kernel says about the program; nothing once it has ended."""
        try:
            lines = Path(f"/proc/{self._watched}/status").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            return {}
        return dict(line.split(":", 1) for line in lines)

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
        if self._ended.done():
            return
        self._reason = self._reason or reason
        self._read_meter()
        target = self._child if self._program is None else self._program
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(target, signal.SIGKILL)

    def _look(self, pause: float) -> None:
        """See what it takes, and end it if that is too much."""
        self._read_meter()
        too_much = self._reading.memory_bytes > self._limits.memory_bytes
        if too_much or self._reading.was_out_of_memory:  # it may have lost only a part of itself
            self._end(ExitReason.MEMORY)
        elif self._reading.cpu_seconds > self._limits.cpu_seconds:
            self._end(ExitReason.CPU_TIME)
        else:
            self._looking = self._loop.call_later(pause, self._look, min(2 * pause, _LOOK_SECONDS))

    def _read_meter(self) -> None:
        reading = self._meter.read() if self._meter is not None else None
        if reading is not None:
            self._reading = reading

    def _child_ended(self) -> None:
        self._loop.remove_reader(self._child)
        _, status, self._rusage = os.wait4(self._process.pid, 0)
        os.close(self._child)
        self._code = os.waitstatus_to_exitcode(status)
        self._process.returncode = self._code  # so that subprocess does not wait for it, too
        if self._program is None:
            self._all_ended()
            return
        # It has ended as well, unless only what was around it was killed.
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._program, signal.SIGKILL)
        self._loop.add_reader(self._program, self._program_ended)

    def _program_ended(self) -> None:
        assert self._program is not None
        self._loop.remove_reader(self._program)
        os.close(self._program)
        self._all_ended()

    def _all_ended(self) -> None:
        wall = time.monotonic() - self._began
        self._bell.cancel()
        if self._looking is not None:
            self._looking.cancel()
        exact = self._meter.close() if self._meter is not None else None
        reading = exact or replace(
            self._reading, cpu_seconds=self._rusage.ru_utime + self._rusage.ru_stime
        )
        self._close_pipes()
        code, ended_by = _code_and_signal(self._code)
        self._afterwards()
        self._ended.set_result(
            Ended(
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
        )

    def _close_pipes(self) -> None:
        self._stdout.finish()
        self._stderr.finish()

    def _why(self, ended_by: int | None, reading: Reading) -> ExitReason:
        if reading.was_out_of_memory:  # also if it lost only a part of itself, and gave up
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


def _code_and_signal(code: int) -> tuple[int | None, int | None]:
    """A program that itself exits with such a code is taken at its word."""
    number = -code if code < 0 else code - _SIGNALLED
    return (None, number) if number in _SIGNALS else (code, None)
