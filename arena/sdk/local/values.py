"""What travels between the process that organizes local play and those that play."""

import copyreg
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.games import rules_from_json
from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.ruleset import DurakRules
from arena.games.interface import Rules
from arena.sdk.loading import BotSource
from arena.sdk.memory_use import GROWTH_LIMIT
from arena.sdk.trouble import Trouble
from arena.wire.match_spec import MatchSpec
from arena.wire.results import BoardResult

OUTPUT_LIMIT: Final = 64 * 1024
"""Characters that a seat may print in one job."""
STUCK_SECONDS: Final = 5.0
"""How long beyond its time a bot may resist being interrupted before its process is stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a bot may use besides its time, which is the match's business."""

    memory: int = GROWTH_LIMIT
    """Bytes by which a seat may make its process grow."""
    output: int = OUTPUT_LIMIT
    stuck: float = STUCK_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Some boards of one rotation, played by a process of their own."""

    spec: MatchSpec
    bots: tuple[BotSource, ...]
    """One for each participant."""
    rotation: int
    boards: range
    record: bool
    """Whether moves are wanted for a replay."""
    limits: Limits
    output: Path | None
    """A folder for what the bots print; None: nowhere."""
    state: Path
    """The file that shows what is being thought about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPlayed:
    """A board that is over in one rotation; games are numbered from 0 on every board."""

    result: BoardResult
    records: bytes
    """The replay's records of its games; empty if they were not wanted."""
    decisions: tuple[int, ...]
    """Per seat, how often it was asked."""
    think: tuple[float, ...]
    """Per seat, the seconds it thought."""
    longest: tuple[float, ...]
    """Per seat, the longest it thought about one decision."""
    strikes: tuple[int, ...]
    """Per seat, its mistakes."""


@dataclass(frozen=True, slots=True)
class JobStarted:
    """A process plays; it is the first of its own process group."""

    pid: int


@dataclass(frozen=True, slots=True)
class JobRefused:
    """A bot could not be loaded."""

    text: str


@dataclass(frozen=True, slots=True)
class JobFailed:
    """An error of ours."""

    text: str


@dataclass(frozen=True, slots=True)
class JobEnded:
    """The process is gone."""

    status: int
    """As `os.waitstatus_to_exitcode` has it."""


def _rules_travel(rules: Rules[Any]) -> tuple[Callable[[object], Any], tuple[object]]:
    """Rules hold tables that cannot be sent and are quicker made than read."""
    return rules_from_json, (rules.to_json(),)


copyreg.pickle(DurakRules, _rules_travel)
copyreg.pickle(BurakoRules, _rules_travel)

FromWorker = BoardPlayed | Trouble | JobStarted | JobRefused | JobFailed | JobEnded
