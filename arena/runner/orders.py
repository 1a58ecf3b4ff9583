"""What the server orders from the runner's worker, and what the worker reports: plain values.

An order is signed, because whoever can reach the queue could else have any program run. A report
carries the one-time token of its order, and the whole story so far, so that one that is lost, late
or delivered twice does no harm: the highest number counts.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final, Self

from arena.runner import reading
from arena.runner.sentences import Sentence

VALIDATE: Final = "runner.validate"
"""The worker's task: one signed order."""
VALIDATION_REPORT: Final = "arena.validation_report"
"""The server's task: one report."""
RUNNER_SEEN: Final = "arena.runner_seen"
"""The server's task: a sign of life of a worker, and what it can do."""
LONGEST_NAME: Final = 200
NUMBER_MAX: Final = 2**31 - 1
_DIGEST_LENGTH: Final = 64
_LONGEST_WORD: Final = 1_000
_MOST_WORDS: Final = 100
_MOST_PROFILES: Final = 100
_LAST_MOMENT: Final = 1e11


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A bot's version, as the runner needs to know it."""

    name: str
    """For logs and tables: "Bot name v3"."""
    digest: str
    """The SHA-256 of the submitted bytes, in hexadecimal."""
    file_name: str
    """As it was submitted; its ending says what it is: .py or .zip."""
    command: tuple[str, ...]
    """How to start it, inside the sandbox."""

    @classmethod
    def from_json(cls, value: object) -> Self:
        """`UnreadableError` if it is none: from its digest and its name follow paths."""
        data = reading.fields(value, _PROGRAM, "A program")
        words = reading.items(data["command"], "command", least=1, most=_MOST_WORDS)
        return cls(
            name=reading.text(data["name"], "name", longest=LONGEST_NAME),
            digest=reading.hexadecimal(data["digest"], "digest", length=_DIGEST_LENGTH),
            file_name=reading.text(data["file_name"], "file_name", longest=_LONGEST_WORD),
            command=tuple(reading.text(word, "a word", longest=_LONGEST_WORD) for word in words),
        )


_PROGRAM: Final = frozenset({"name", "digest", "file_name", "command"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationOrder:
    """Try a version before it may play."""

    validation: str
    """The validation's public id."""
    attempt: int
    token: str = field(repr=False)
    """Shown with every report; only its hash is kept by the server."""
    program: Program
    profiles: tuple[str, ...]
    expires_at: float
    """Seconds since 1970; afterwards nobody starts it."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: object) -> Self:
        """`UnreadableError` if a server of another version wrote it."""
        data = reading.fields(value, _VALIDATION, "The order")
        names = reading.items(data["profiles"], "profiles", least=1, most=_MOST_PROFILES)
        return cls(
            validation=reading.text(data["validation"], "validation", longest=LONGEST_NAME),
            attempt=reading.whole(data["attempt"], "attempt", least=1, most=NUMBER_MAX),
            token=reading.text(data["token"], "token", longest=LONGEST_NAME),
            program=Program.from_json(data["program"]),
            profiles=tuple(reading.text(name, "a profile", longest=LONGEST_NAME) for name in names),
            expires_at=reading.real(data["expires_at"], "expires_at", most=_LAST_MOMENT),
        )


_VALIDATION: Final = frozenset(
    {"validation", "attempt", "token", "program", "profiles", "expires_at"}
)


_ANSWERED: Final = "The bot answered:\n"
_ASKED: Final = "\n\nIt had been asked:\n"


def exchange_text(*, asked: str, answered: str) -> str:
    """An exchange at a table as a step carries it: the answer first, which is shorter and the one
    that matters if the rest has to be cut off."""
    return f"{_ANSWERED}{answered}{_ASKED}{asked}"


def exchange_parts(text: str) -> tuple[str, str]:
    """What was asked and what was answered, from `exchange_text`; any other text is the first."""
    if not text.startswith(_ANSWERED):
        return text, ""
    answered, _, asked = text.removeprefix(_ANSWERED).partition(_ASKED)
    return asked, answered


class StepKind(StrEnum):
    """What a validation does, in this order; `MATCH` once for each profile."""

    UNPACK = "unpack"
    START = "start"
    HANDSHAKE = "handshake"
    MATCH = "match"


class StepState(StrEnum):
    """How far a step is."""

    WAITING = "waiting"
    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"


class Verdict(StrEnum):
    """How a validation ended."""

    VALID = "valid"
    INVALID = "invalid"
    """The bot's fault."""
    BROKEN = "broken"
    """Ours: nothing is known about the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step and how it went."""

    kind: StepKind
    profile: str = ""
    """Of a match."""
    state: StepState = StepState.WAITING
    text: str = ""
    """For the author, in English: the cause of a failure, or what was found."""
    said: tuple[Sentence, ...] = ()
    """The same, for readers of other languages."""
    exchange: str = ""
    """Of a failure: the exact message that the bot was sent, and what it answered."""
    seconds: float = 0.0
    progress: str = ""
    """Of a running match: "3 of 10 games"."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        kind, state = StepKind(value["kind"]), StepState(value["state"])
        said = tuple(Sentence.from_json(one) for one in value.get("said", ()))
        return cls(**{**value, "kind": kind, "state": state, "said": said})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramUsage:
    """What the program took in one of its runs."""

    profile: str
    cpu_seconds: float
    peak_memory_bytes: int
    wall_seconds: float
    exit_reason: str
    """A value of `arena.runner.sandbox.interface.ExitReason`."""
    exit_code: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationReport:
    """The story of a validation so far."""

    validation: str
    attempt: int
    token: str = field(repr=False)
    number: int
    """Counts up from 1; a later report replaces an earlier one."""
    steps: tuple[Step, ...]
    verdict: Verdict | None = None
    """None while it goes on."""
    log: str = ""
    """What the program printed; only with a verdict."""
    usage: tuple[ProgramUsage, ...] = ()
    sandbox: str = ""
    """The name of the driver that the program really ran in; the server believes no report
    without one."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(
            **{
                **value,
                "steps": tuple(Step.from_json(step) for step in value["steps"]),
                "verdict": Verdict(value["verdict"]) if value["verdict"] else None,
                "usage": tuple(ProgramUsage(**used) for used in value["usage"]),
            }
        )
