"""The driver that isolates nothing: an author's own bots on a development server of their own."""

import resource
import shutil
import sys
from pathlib import Path
from typing import Final

import arena
from arena.runner.sandbox.bubblewrap import ENVIRONMENT
from arena.runner.sandbox.interface import (
    GAME_SOCKET,
    Capabilities,
    Finding,
    SandboxError,
    SandboxSpec,
)
from arena.runner.sandbox.keeping import Keepers
from arena.runner.sandbox.names import INSECURE
from arena.runner.sandbox.rlimits import rlimits
from arena.runner.sandbox.running import Running

_PATH: Final = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
_SDK: Final = str(Path(arena.__file__).parent.parent)


class InsecureDriver:
    """Runs a program as a plain child process, with our interpreter; only its time is limited."""

    name = INSECURE

    def __init__(self) -> None:
        self.keepers = Keepers()

    async def probe(self, runtime: Path) -> Capabilities:  # noqa: ARG002 (it uses none)
        """There is nothing to try."""
        finding = Finding(
            what="isolation",
            good=False,
            detail="Programs run as you, and can do all that you can.",
            fix='Choose the driver "bwrap".',
        )
        return Capabilities(driver=self.name, isolates=False, findings=(finding,))

    async def start(self, spec: SandboxSpec) -> Running:
        """Start a program; `SandboxError` if it cannot be."""
        environment = {**ENVIRONMENT, "PATH": _PATH, "PYTHONPATH": _SDK, **spec.environment}
        if spec.socket is not None:  # there is no other place to show it at
            environment = {
                name: value.replace(GAME_SOCKET, str(spec.socket))
                for name, value in environment.items()
            }
        first, *others = spec.command
        program = (
            str(spec.bot / first) if first.startswith("./") else shutil.which(first, path=_PATH)
        )
        if program is None:
            raise SandboxError(f"There is no program {first!r} on this machine.")
        running = Running(
            self.keepers.current,
            [program, *others],
            spec.limits,
            environment=environment,
            folder=spec.bot,
            rlimits=[
                (which, most)
                for which, most in rlimits(spec.limits)
                if which == resource.RLIMIT_CPU
            ],
        )
        running.look_after()
        return running
