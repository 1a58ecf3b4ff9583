"""Matches as the server orders them from a worker, and what the worker tells of them."""

import base64
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from dataclasses import fields as fields_of
from typing import Any, Final, Self

from arena.runner import reading
from arena.runner.orders import LONGEST_NAME, NUMBER_MAX, Program
from arena.runner.reading import UnreadableError
from arena.wire.match_spec import MOST_BOARDS, MOST_GAMES_PER_BOARD, SEED_BYTES, TimeControl

PLAY: Final = "runner.play"
"""The worker's task: one signed order."""
MATCH_ALIVE: Final = "arena.match_alive"
"""The server's task: a match has begun, or goes on."""
MATCH_RESULT: Final = "arena.match_result"
"""The server's task: a match was played, or could not be."""
REPLAY_BYTES_MAX: Final = 64 * 1024 * 1024

LONGEST_MATCH_SECONDS: Final = 40 * 60
"""That an order may ask for."""
PRINTED_BYTES: Final = 64 * 1024
"""Kept of all that a participant prints in a match, about."""
LONGEST_REASON: Final = 1_000
_MOST_PROGRAMS: Final = 64
_MOST_SECONDS: Final = 1e9
_CLOCKS: Final = frozenset(clock.name for clock in fields_of(TimeControl))


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
    """How long the whole match may take before it is broken off, which is nobody's fault; at most
    `LONGEST_MATCH_SECONDS`."""
    expires_at: float
    """Seconds since 1970; afterwards nobody starts it."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: object) -> Self:
        """`UnreadableError` if a server of another version wrote it."""
        data = reading.fields(value, _names(cls), "The order")
        if not isinstance(data["rules"], Mapping):
            raise UnreadableError("rules are no object.")
        programs = reading.items(data["programs"], "programs", least=1, most=_MOST_PROGRAMS)
        return cls(
            **_attempt(data),
            rules=data["rules"],
            programs=tuple(map(Program.from_json, programs)),
            boards=reading.whole(data["boards"], "boards", least=1, most=MOST_BOARDS),
            games_per_board=reading.whole(
                data["games_per_board"], "games_per_board", least=1, most=MOST_GAMES_PER_BOARD
            ),
            seed=reading.hexadecimal(data["seed"], "seed", length=2 * SEED_BYTES),
            clocks=_clocks(data["clocks"]),
            seconds=reading.real(data["seconds"], "seconds", most=LONGEST_MATCH_SECONDS),
            expires_at=reading.real(data["expires_at"], "expires_at", most=_MOST_SECONDS * 100),
        )


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
    """Printed, but not kept; a mark in the text says where."""


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
    overtime: bool = False
    """Whether it was broken off because its time was over, which nobody else can mend."""
    stopped: bool = False
    """Whether it was broken off because the service is being stopped, in good order."""
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
        except (ValueError, zlib.error) as error:
            raise ValueError("The replay is damaged.") from error
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("The replay is damaged, or too long.")
        return replay


def match_attempt(value: object) -> dict[str, Any]:
    """Match, attempt and token of an order of which perhaps nothing else can be read;
    `UnreadableError` if not even they can."""
    if not isinstance(value, Mapping) or not {"match", "attempt", "token"} <= value.keys():
        raise UnreadableError("The order does not say what it is for.")
    return _attempt(value)


def _attempt(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "match": reading.text(data["match"], "match", longest=LONGEST_NAME),
        "attempt": reading.whole(data["attempt"], "attempt", least=1, most=NUMBER_MAX),
        "token": reading.text(data["token"], "token", longest=LONGEST_NAME),
    }


def _names(cls: Any) -> frozenset[str]:  # noqa: ANN401 - any of our dataclasses
    return frozenset(one.name for one in fields_of(cls))


def _clocks(value: object) -> dict[str, float]:
    if not isinstance(value, Mapping) or not value.keys() <= _CLOCKS:
        raise UnreadableError(f"clocks are no object with some of {', '.join(sorted(_CLOCKS))}.")
    return {name: reading.real(clock, name, most=_MOST_SECONDS) for name, clock in value.items()}
