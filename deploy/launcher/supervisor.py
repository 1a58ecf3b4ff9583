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
        """End every child: all at once, but the first one (the database) after all others."""
        await asyncio.gather(*(self._stop(*watched) for watched in self._watched[1:]))
        for watched in self._watched[:1]:
            await self._stop(*watched)
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
            _report(process, code, delay)
            await asyncio.sleep(delay)
            delay = min(2 * delay, _LONGEST_DELAY_SECONDS)
            await process.start()


def _report(process: ManagedProcess, code: int, delay: float) -> None:
    warn(
        f"{process.spec.name} {describe_exit(code)}. It starts again in {delay:g} s. "
        f"Everything it said is in var/log/{process.spec.name}.log; its last lines:"
    )
    for line in process.last_lines or ["(it said nothing)"]:
        say(f"    {line}")
