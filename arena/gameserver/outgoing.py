"""What a seat is sent, as plain values; `messages` turns them into protobuf."""

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from arena.games.interface import Game
from arena.wire.results import BoardResult, Forfeit
from arena.wire.told import Told

if TYPE_CHECKING:
    from arena.gameserver.running_board import RunningBoard


class NoticeCode(Enum):
    """What was wrong with an answer; numbered as in play.proto."""

    TIMEOUT = 1
    ILLEGAL = 2
    MALFORMED = 3
    STALE = 4
    UNKNOWN = 5


@dataclass(frozen=True, slots=True)
class Notice:
    """An answer that was not taken as it came."""

    decision: int
    code: NoticeCode
    text: str
    strikes: int


class Ask:
    """A decision that a seat has to make; its game stands still until it is made."""

    __slots__ = ("allowed", "decision", "left", "running", "seat", "sent_at")

    def __init__(self, running: "RunningBoard", seat: int, allowed: float) -> None:
        self.decision = 0
        """Its number, given when it is sent: in another order, or with gaps, the numbers would tell
        which decisions were held back."""
        self.running = running
        self.seat = seat
        self.allowed = allowed
        """Seconds, counted from when the clock starts."""
        self.left = allowed
        """What is left of them when it is sent; less than all when it is sent again."""
        self.sent_at = 0.0

    @property
    def number(self) -> int:
        """Of the game, within the rotation."""
        return self.running.game_number

    @property
    def game(self) -> Game:
        """The game in the position that is asked about."""
        return self.running.game


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game that is over for a seat; without an outcome it was broken off."""

    number: int
    board: int
    board_over: bool
    game: Game
    told: Told
    totals: tuple[int, ...]
    forfeit: Forfeit | None


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The end of the rotation."""

    boards: tuple[BoardResult, ...]
    aborted: str


@dataclass(slots=True)
class Outgoing:
    """One message's worth."""

    notices: list[Notice] = field(default_factory=list)
    games_over: list[GameEnded] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    goodbye: Goodbye | None = None

    def __bool__(self) -> bool:
        return bool(self.asks or self.games_over or self.notices or self.goodbye)
