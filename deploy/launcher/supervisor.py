"""Keeps the children running, and ends them in the right order.

Existing process managers were looked at: honcho ends everything when one child ends, circus and
supervisor leave their children behind when they are killed, and none stops the database last. What
is needed fits on this page.
"""

import asyncio
import time
from pathlib import Path

from deploy.launcher.console import say, warn
from deploy.launcher.process import ManagedProcess, ProcessSpec, describe_exit

_FIRST_DELAY_SECONDS = 0.5
_LONGEST_DELAY_SECONDS = 30.0
# A child that ran this long was healthy: its next crash starts with a short delay again.
_HEALTHY_SECONDS = 60.0


class Supervisor:
    """The children, in the order in which they were added."""

    def __init__(self, log_dir: Path) -> None:
        self._log_dir = log_dir
        self._watched: list[tuple[ManagedProcess, asyncio.Task[None]]] = []

    async def add(self, spec: ProcessSpec) -> ManagedProcess:
        """Start a child and keep it running from now on."""
        process = ManagedProcess(spec, self._log_dir)
        await process.start()
        self._watched.append((process, asyncio.create_task(self._keep_running(process))))
        return process

    async def stop(self) -> None:
        """End every child: all at once, but those that others need (the database) afterwards."""
        for last in (False, True):
            await asyncio.gather(
                *(self._stop(*one) for one in self._watched if one[0].spec.stops_last is last),
                return_exceptions=True,
            )
        self._watched.clear()

    async def _stop(self, process: ManagedProcess, watcher: asyncio.Task[None]) -> None:
        say(f"· Stopping {process.spec.name} …")
        watcher.cancel()
        await asyncio.gather(watcher, return_exceptions=True)
        await process.stop()

    async def _keep_running(self, process: ManagedProcess) -> None:
        delay = _FIRST_DELAY_SECONDS
        while True:
            started = time.monotonic()
            code = await process.wait()
            if time.monotonic() - started > _HEALTHY_SECONDS:
                delay = _FIRST_DELAY_SECONDS
            self._report(process, describe_exit(code), delay)
            delay = await self._start_again(process, delay)

    async def _start_again(self, process: ManagedProcess, delay: float) -> float:
        """Wait and start it, again and again if need be; returns the next delay."""
        while True:
            await asyncio.sleep(delay)
            delay = min(2 * delay, _LONGEST_DELAY_SECONDS)
            try:
                await process.start()
            except OSError as error:
                self._report(process, f"could not be started ({error})", delay)
            else:
                return delay

    def _report(self, process: ManagedProcess, what: str, delay: float) -> None:
        log = self._log_dir / f"{process.spec.name}.log"
        warn(
            f"{process.spec.name} {what}. It starts again in {delay:g} s. "
            f"Everything it said is in {log}; its last lines:"
        )
        for line in process.last_lines or ["(it said nothing)"]:
            say(f"    {line}")
