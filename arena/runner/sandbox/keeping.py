"""The worker's side of its keeper: what it is asked to start, and to end."""

import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from arena.runner.sandbox import keeper
from arena.runner.sandbox.interface import SandboxError
from arena.runner.sandbox.keeper import Order

_NUMBERS: Final = itertools.count(1)


class Keeper:
    """One process of ours that starts all others; it ends, and ends them, when this does."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._owner = os.getpid()
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    keeper.__file__,
                    str(theirs.fileno()),
                    str(self._owner),
                ],
                stdin=subprocess.DEVNULL,
                env={},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        weakref.finalize(self, _end, self._owner, self._control, self._process)

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    @property
    def is_there(self) -> bool:
        """Whether it can be used by this process, and not only by one that we are a copy of."""
        return self._owner == os.getpid() and self._process.poll() is None

    def start(self, order: Order, descriptors: Sequence[int]) -> None:
        """`SandboxError` if there is no keeper any more."""
        text = json.dumps(order).encode()
        if len(text) > keeper.LONGEST_ORDER:
            raise SandboxError("The command is too long for a sandbox.")
        try:
            socket.send_fds(self._control, [text], list(descriptors))
        except OSError as error:
            raise SandboxError("The keeper of the sandboxes is gone. Try again.") from error

    def kill(self, number: int) -> None:
        """Harmless when it has ended."""
        with suppress(BrokenPipeError, ConnectionResetError):  # it has ended them itself, then
            self._control.send(json.dumps(number).encode())


class Keepers:
    """One at a time: a new one when there is none that this process could use."""

    def __init__(self) -> None:
        self._keeper: Keeper | None = None

    @property
    def current(self) -> Keeper:
        """Started when it is first asked for."""
        if self._keeper is None or not self._keeper.is_there:
            self._keeper = Keeper()
        return self._keeper


def next_number() -> int:
    """For an order."""
    return next(_NUMBERS)


def _end(owner: int, control: socket.socket, process: "subprocess.Popen[bytes]") -> None:
    control.close()
    if os.getpid() == owner:  # else we are a copy of it, and it is not our child
        process.wait()
    else:
        process.returncode = -signal.SIGKILL
