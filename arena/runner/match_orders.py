"""Matches as the server orders them from a worker, and what the worker tells of them."""

import base64
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Self

from arena.runner.orders import Program

PLAY: Final = "runner.play"
"""The worker's task: one signed order."""
MATCH_ALIVE: Final = "arena.match_alive"
"""The server's task: a match has begun, or goes on."""
MATCH_RESULT: Final = "arena.match_result"
"""The server's task: a match was played, or could not be."""
REPLAY_BYTES_MAX: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOrder:
    """Play a deal set once."""

    match: str
    """The match's public id."""
    attempt: int
    token: str = field(repr=False)
    """Shown with everything that is told; only its hash is kept by the server."""
    rules: Mapping[str, Any]
    """As `to_json` of a rule set wrote them."""
    programs: tuple[Program, ...]
    """The participants, one for each seat."""
    boards: int
    games_per_board: int = 1
    seed: str = field(repr=False)
    """32 bytes in hexadecimal; the commitment to it is published beforehand."""
    clocks: Mapping[str, float] = field(default_factory=dict)
    """Seconds, by the names in `TimeControl`; what is not named is as usual."""
    seconds: float
    """How long the whole match may take before it is broken off, which is nobody's fault."""
    expires_at: float
    """Seconds since 1970; afterwards nobody starts it."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        programs = tuple(map(Program.from_json, value["programs"]))
        return cls(**{**value, "programs": programs})


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAlive:
    """A match is being played; a later number replaces an earlier one."""

    match: str
    attempt: int
    token: str = field(repr=False)
    worker: str
    number: int
    boards_over: int
    boards: int
    """In all rotations together."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(**value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun:
    """One process of a participant: a seat in one rotation."""

    participant: int
    rotation: int
    seat: int
    cpu_seconds: float
    peak_memory_bytes: int
    wall_seconds: float
    exit_reason: str
    """A value of `ExitReason`."""
    exit_code: int | None
    stdout: str
    stderr: str
    dropped_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """How an attempt at a match ended."""

    match: str
    attempt: int
    token: str = field(repr=False)
    worker: str
    sandbox: str
    """The name of the driver that ran the programs."""
    broken: str = ""
    """Why it could not be played to its end, which is never a bot's fault; empty if it was."""
    replay: bytes = field(default=b"", repr=False)
    """The event log, which says everything else."""
    runs: tuple[ProgramRun, ...] = ()

    def to_json(self) -> dict[str, Any]:
        packed = base64.b64encode(zlib.compress(self.replay)).decode()
        return {**asdict(self), "replay": packed}

    @staticmethod
    def replay_unpacked(packed: str, *, most_bytes: int = REPLAY_BYTES_MAX) -> bytes:
        """`ValueError` if it is damaged, or unpacks to more than is reasonable."""
        unpacker = zlib.decompressobj()
        try:
            replay = unpacker.decompress(base64.b64decode(packed, validate=True), most_bytes)
        except zlib.error as error:
            raise ValueError("The replay is damaged.") from error
        if not unpacker.eof:
            raise ValueError("The replay is damaged, or too long.")
        return replay
