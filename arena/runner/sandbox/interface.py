"""What every sandbox driver offers, and what is asked of it: plain values.

A driver gets a command and the few files that it may see, and answers with a handle; what the
program did is told by `Ended`, never by anything that the program could write to.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

MIB: Final = 1024 * 1024

BOT_FOLDER: Final = "/bot"
"""Where the program finds its own files, read-only, and where it starts."""
GAME_SOCKET: Final = "/run/game.sock"
"""Where the program finds the socket of its seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much of the machine a program may use."""

    memory_bytes: int = 256 * MIB
    """Resident, of all its processes together."""
    address_space_bytes: int = 1024 * MIB
    """gRPC alone reserves 623 MB and uses 37."""
    processes: int = 32
    """Processes and threads; see `may_fork`."""
    open_files: int = 64
    file_bytes: int = 16 * MIB
    temporary_bytes: int = 16 * MIB
    """In /tmp, which is the program's own and gone afterwards."""
    shared_memory_bytes: int = 1 * MIB
    output_bytes: int = 64 * 1024
    """Kept of standard output and of standard error, each; the rest is read and dropped."""
    cpu_seconds: int = 600
    wall_seconds: float = 900.0
    cores: float = 1.0
    may_fork: bool = False
    """Whether it may start processes besides threads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxSpec:
    """One program to run, once."""

    runtime: Path
    """The root folder of the hosted runtime: everything the program sees besides its own files."""
    bot: Path
    """The unpacked archive."""
    command: tuple[str, ...]
    """As inside the sandbox, started in `BOT_FOLDER`; the first word is looked up in the runtime's
    PATH, or is a path that begins with `./`."""
    socket: Path | None = None
    """The Unix socket of its seat, shown as `GAME_SOCKET`."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Added to the few variables that every program gets."""
    limits: Limits = Limits()


class ExitReason(Enum):
    """Why a program is no longer running."""

    EXITED = "exited"
    """By itself, with a code."""
    CRASHED = "crashed"
    """By a signal that was not ours."""
    KILLED = "killed"
    """By us, because its time at the table was over."""
    MEMORY = "memory"
    CPU_TIME = "cpu_time"
    WALL_TIME = "wall_time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a program took from the machine."""

    cpu_seconds: float
    peak_memory_bytes: int
    wall_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What a program printed, as far as it was kept."""

    stdout: bytes = b""
    stderr: bytes = b""
    dropped_bytes: int = 0
    """Of both together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a program ended."""

    reason: ExitReason
    code: int | None
    """The exit code; None if a signal ended it."""
    signal: int | None
    usage: Usage
    output: Output


class Handle(Protocol):
    """A program that was started."""

    def kill(self) -> None:
        """End it and everything it started, now; harmless when it has ended."""

    def output(self) -> Output:
        """What it has printed so far."""

    async def wait(self) -> Ended:
        """Until nothing of it is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was really tried on this machine."""

    what: str
    good: bool
    detail: str
    """What was found, in a sentence."""
    fix: str = ""
    """If it is not good: what to do, in a sentence."""
    needed: bool = True
    """Whether programs of strangers are refused without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a driver can do here, found out by trying it."""

    driver: str
    isolates: bool
    """Whether the driver is meant for strangers' programs at all."""
    findings: tuple[Finding, ...]

    @property
    def is_safe(self) -> bool:
        """Whether strangers' programs may run, and their results count."""
        return self.isolates and all(found.good for found in self.findings if found.needed)

    def refusal(self) -> str:
        """Why not, and what to do about it; empty if they may."""
        if self.is_safe:
            return ""
        if not self.isolates:
            return f"The driver {self.driver!r} isolates nothing: its results never count."
        lacking = [found for found in self.findings if found.needed and not found.good]
        return " ".join(f"{found.detail} {found.fix}".strip() for found in lacking)


class SandboxError(Exception):
    """The sandbox itself failed, which is never the program's fault; the text says what to do."""


class Driver(Protocol):
    """A way to run programs."""

    name: str

    async def probe(self, runtime: Path) -> Capabilities:
        """Try on this machine, with this runtime, what the driver promises."""

    async def start(self, spec: SandboxSpec) -> Handle:
        """Start a program; `SandboxError` if it cannot be.

        It ends with this process at the latest, however that ends.
        """
