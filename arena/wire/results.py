"""What comes out of a match: plain values, as the log, the results and the pages need them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from arena.games.deal_set import Board
from arena.games.interface import Outcome


class Fault(Enum):
    """What a seat did wrong; numbered as in match.proto."""

    TIMEOUT = 1
    ILLEGAL = 2
    MALFORMED = 3


class ForfeitReason(Enum):
    """Why a board was forfeited; numbered as in match.proto."""

    STRIKES = 1
    NO_START = 2
    DISCONNECTED = 3
    PROTOCOL = 4


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Seats that have forfeited a board, and why."""

    seats: tuple[int, ...]
    reason: ForfeitReason


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that is over; without an outcome it was broken off."""

    game: int
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board that is over; see the message of this name in match.proto."""

    rotation: int
    board: int
    games: tuple[GameResult, ...]
    points: tuple[int, ...]
    losers: tuple[int, ...]
    forfeit: Forfeit | None


def board_result(
    board: Board, *, rotation: int, number: int, games: Sequence[int], forfeit: Forfeit | None
) -> BoardResult:
    """What a board came to whose games had these numbers; the last may have been broken off."""
    outcomes = [*board.outcomes, None]
    forfeited = forfeit.seats if forfeit else ()
    return BoardResult(
        rotation=rotation,
        board=number,
        games=tuple(GameResult(game, outcomes[place]) for place, game in enumerate(games)),
        points=board.points(forfeited),
        losers=board.losers(forfeited),
        forfeit=forfeit,
    )
