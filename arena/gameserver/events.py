"""What the host is told about a table: plain values."""

from dataclasses import dataclass

from arena.games.interface import AnyAction
from arena.wire.results import BoardResult, Fault


@dataclass(frozen=True, slots=True)
class SeatUsage:
    """What the clocks of one seat in one rotation saw; times in seconds."""

    rotation: int
    seat: int
    decisions: int
    think: float
    longest: float
    strikes: int
    startup: float | None


@dataclass(frozen=True, slots=True)
class RotationOpened:
    """A rotation waits for its seats."""

    rotation: int


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A seat has said hello, has gone, or has come back."""

    seat: int
    connected: bool
    detail: str


@dataclass(frozen=True, slots=True)
class SeatFault:
    """A seat made a mistake."""

    seat: int
    game: int
    decision: int
    fault: Fault
    detail: str
    board: int
    allowed: float
    """Seconds that it had."""
    strikes: int
    """With this one."""
    question: bytes
    """What it was asked, as `Codec.question` encodes it, with all that it had seen of the game."""
    choice: int | AnyAction | None
    """What it answered, by its place in the list or itself, if that much could be read."""


@dataclass(frozen=True, slots=True)
class RotationClosed:
    """A rotation is over."""

    rotation: int


@dataclass(frozen=True, slots=True)
class TableOver:
    """The match is over; `aborted` says why it was broken off, if it was."""

    aborted: str
    boards: tuple[BoardResult, ...]
    usage: tuple[SeatUsage, ...]


TableEvent = RotationOpened | SeatChanged | SeatFault | BoardResult | RotationClosed | TableOver
