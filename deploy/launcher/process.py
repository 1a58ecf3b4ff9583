"""One child process: started, listened to, stopped."""

import asyncio
import logging
import os
import re
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from logging.handlers import RotatingFileHandler
from pathlib import Path

from arena.runner.lifeline import die_with_parent
from deploy.launcher.console import relay

EVERYTHING = re.compile("")
ERRORS = re.compile(r"^(ERROR|CRITICAL)\b")

_LAST_LINES = 15
_LOG_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True)
class ProcessSpec:
    """What to start and how to stop it."""

    name: str
    command: list[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    inherits: bool = True  # the launcher's environment; else it gets `environment` and no more
    before_exec: Callable[[], None] = die_with_parent
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 15
    stops_last: bool = False  # others need it until they have stopped
    relays: re.Pattern[str] | None = None  # which lines a person sees; all are in the log file


class ManagedProcess:
    """A running child. It leads a session of its own, so that a Ctrl-C reaches the launcher only
    and whatever the child itself started can be ended with it.

    asyncio's own processes are not used: their wait() goes on until everybody who holds the
    child's output has closed it, so a dead child with living children would go unnoticed.
    """

    def __init__(self, spec: ProcessSpec, log_dir: Path) -> None:
        self.spec = spec
        self.last_lines: deque[str] = deque(maxlen=_LAST_LINES)
        self._log = _log_file(log_dir / f"{spec.name}.log")
        self._process: subprocess.Popen[bytes] | None = None
        self._ended: asyncio.Future[int] | None = None
        self._reading: asyncio.Task[None] | None = None
        # A thread of its own: asyncio's are so few on a small machine that children would take all.
        self._waiting = ThreadPoolExecutor(max_workers=1, thread_name_prefix=spec.name)

    async def start(self) -> None:
        """Start it. From the launcher's main thread, whose end the child must not outlive."""
        self.last_lines.clear()
        self._process = subprocess.Popen(  # noqa: ASYNC220 - see the class
            self.spec.command,
            env={**(os.environ if self.spec.inherits else {}), **self.spec.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=self.spec.before_exec,  # noqa: PLW1509 - it makes system calls only
            start_new_session=True,
        )
        loop = asyncio.get_running_loop()
        self._ended = loop.run_in_executor(self._waiting, self._process.wait)
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), self._process.stdout
        )
        self._reading = asyncio.create_task(self._read(reader))

    async def wait(self) -> int:
        """Its exit code, once it and everything it left behind is gone."""
        assert self._ended is not None, "start() comes first"
        code = await asyncio.shield(self._ended)
        self._end_group()
        if self._reading is not None:
            await self._reading
        return code

    async def stop(self) -> None:
        """Ask, wait, then insist."""
        if self._process is None or self._ended is None:
            return
        self._process.send_signal(self.spec.stop_signal)  # does nothing if it has ended
        try:
            await asyncio.wait_for(asyncio.shield(self._ended), self.spec.stop_seconds)
        except TimeoutError:
            self._end_group()
        await self.wait()

    def _end_group(self) -> None:
        assert self._process is not None
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while True:
            try:
                raw = await reader.readline()
            except ValueError:  # a line longer than the buffer: drop it, read on
                continue
            if not raw:
                return
            line = raw.decode(errors="replace").rstrip("\n")
            self.last_lines.append(line)
            self._log.info(line)
            if self.spec.relays is not None and self.spec.relays.search(line):
                relay(self.spec.name, line)


def describe_exit(code: int) -> str:
    """Why it ended, in words."""
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


def _log_file(path: Path) -> logging.Logger:
    logger = logging.getLogger(f"durako.launcher.{path.stem}")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    for old in list(logger.handlers):
        logger.removeHandler(old)
        old.close()
    handler = RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=2, errors="replace")
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger.addHandler(handler)
    return logger
