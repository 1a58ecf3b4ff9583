"""The runners of submitted bots: what they need, and an environment without anything else.

Two of them, so that a queue full of matches keeps nobody's new bot waiting for its checks.
"""

import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.runner.queues import MATCHES, VALIDATIONS
from arena.runner.signing import key_to_check
from deploy.launcher.process import ERRORS, ProcessSpec

RUNNER: Final = f"runner@{socket.gethostname()}"
"""Checks what is sent in."""
MATCH_RUNNER: Final = f"matches@{socket.gethostname()}"
"""Plays matches."""
_TAKEN_OVER: Final = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR")
"""Of the launcher's own environment; everything else is none of the runners' business."""


@dataclass(frozen=True)
class RunnerPlace:
    """Where the runners of this machine find what they need."""

    folder: Path
    """Theirs: each has one of its own name in it; everything there is unpacked when needed."""
    runtime: Path
    archives: Path
    game_server: Path
    sandbox: Mapping[str, str] = field(default_factory=dict)
    """See `deploy.launcher.sandbox`; empty where bots run in a sandbox."""

    @classmethod
    def in_var(cls, var: Path, game_server: Path, sandbox: Mapping[str, str]) -> "RunnerPlace":
        """Below the launcher's folder; `DURAKO_RUNTIME` names another place for the runtime."""
        return cls(
            folder=var / "runner",
            runtime=Path(os.environ.get("DURAKO_RUNTIME") or var / "runtime").absolute(),
            archives=var / "media" / "bots",
            game_server=game_server,
            sandbox=sandbox,
        )

    def build_command(self) -> list[str]:
        """Brings the hosted runtime up to date."""
        return [sys.executable, "-m", "arena.runner.runtime", "build", "--to", str(self.runtime)]

    def environment(self, service: Mapping[str, str]) -> dict[str, str]:
        """All that a runner is told, from what the service's own processes know.

        Whoever broke out of a sandbox would find this, so it holds no key that signs or decrypts,
        and no address of the data.
        """
        taken_over = {name: os.environ[name] for name in _TAKEN_OVER if name in os.environ}
        return {
            **taken_over,
            **self.sandbox,
            "CELERY_BROKER_URL": service["CELERY_BROKER_URL"],
            "TASK_CHECK_KEY": key_to_check(service["TASK_SIGNING_KEY"]),
            "DURAKO_ARCHIVES": str(self.archives),
            "DURAKO_RUNTIME": str(self.runtime),
            "DURAKO_GAMESERVER": str(self.game_server),
            "DURAKO_RUNNER_VAR": str(self.folder),
        }

    def processes(self, service: Mapping[str, str]) -> list[ProcessSpec]:
        """How they are run. One check at a time is enough for the bots of one machine. A match for
        each core: most of a short one is waiting for programs that start."""
        at_once = os.cpu_count() or 1
        return [
            self._process(service, "runner", RUNNER, VALIDATIONS, at_once=1),
            self._process(service, "matches", MATCH_RUNNER, MATCHES, at_once=at_once),
        ]

    def _process(
        self, service: Mapping[str, str], name: str, hostname: str, queue: str, *, at_once: int
    ) -> ProcessSpec:
        return ProcessSpec(
            name=name,
            command=[
                sys.executable, "-m", "celery", "-A", "arena.runner.worker", "worker",
                "--queues", queue, "--hostname", hostname, "--pool", "prefork",
                "--concurrency", str(at_once), "--loglevel", "WARNING",
                "--without-gossip", "--without-mingle", "--without-heartbeat",
            ],
            environment=self.environment(service),
            inherits=False,
            relays=ERRORS,
        )  # fmt: skip
