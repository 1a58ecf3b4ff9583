"""A match as the host orders it: plain values, checked before a table is opened."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from arena.games.deal_set import most_games, usual_rotations
from arena.games.interface import Rules

SEED_BYTES: Final = 32
SERVER_STOPPED: Final = "The game server was stopped; the match must be played again."
"""Why a match was broken off whose game server was told to end."""
MOST_BOARDS: Final = 1_000
MOST_GAMES_PER_BOARD: Final = 1_000
MOST_GAMES: Final = 10_000
"""In one rotation, hands of Burako included: the goodbye has the results of all of them, and bots
read at most 4 MiB."""
MOST_ROTATIONS: Final = 64
LONGEST_NAME: Final = 100
LONGEST_TIME: Final = 24 * 60 * 60.0


def most_boards(rules: Rules[Any], games_per_board: int = 1) -> int:
    """How many boards a match by these rules can have, each as long as it can get."""
    games = most_games(rules, games_per_board)
    return min(MOST_BOARDS, MOST_GAMES // games) if games > 0 else 0


class OnFault(Enum):
    """What the server does for a seat that made a mistake."""

    DEFAULT_ACTION = 1
    FORFEIT = 2


class Spectating(Enum):
    """When everybody may watch."""

    LIVE = 1
    AFTER_END = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """Seconds; see the message of this name in match.proto for what each of them means."""

    startup: float = 10.0
    bank: float = 10.0
    increment: float = 0.5
    bank_limit: float = 20.0
    grace: float = 5.0

    def problems(self) -> Iterator[str]:
        """What to change before anybody can play by this clock."""
        for name in ("startup", "bank", "increment", "bank_limit", "grace"):
            if not 0 <= getattr(self, name) <= LONGEST_TIME:
                yield f"Set {name} to at most {LONGEST_TIME:.0f} seconds."
        if not self.startup:
            yield "Give the seats some time to start."
        if not min(self.bank + self.increment, self.bank_limit):
            yield "Give the seats some time to think: a bank or an increment, within the limit."


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultPolicy:
    """What mistakes cost.

    Strikes are counted on a board and forfeit all of it, not only the game: the next game of a
    series and the next hand of a Burako match depend on how this one ended (dealer, totals).
    """

    on_fault: OnFault = OnFault.DEFAULT_ACTION
    strikes: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """A deal set: `boards` shuffles, each played once in every rotation."""

    match_id: str
    attempt: int = 1
    rules: Rules[Any]
    participants: tuple[str, ...]
    rotations: tuple[tuple[int, ...], ...] = ()
    """The participant at each seat, rotation by rotation; empty: `usual_rotations`."""
    boards: int
    games_per_board: int = 1
    """Durak only; Burako plays a match."""
    boards_at_once: int = 0
    """How many boards run at the same time; 0: all."""
    seed: bytes = field(repr=False)
    time_control: TimeControl = TimeControl()
    fault_policy: FaultPolicy = FaultPolicy()
    spectating: Spectating = Spectating.LIVE
    veiled: bool = True
    """Whether the server pauses where it passes for a seat or need not ask it, so that time tells
    nobody who holds what."""
    opener: str = field(default="", repr=False)
    """Who asked for it: nobody else gets the same table."""

    def __post_init__(self) -> None:
        if problems := list(self._problems()):
            raise SpecRefusedError(" ".join(problems))
        if not self.rotations:
            object.__setattr__(self, "rotations", usual_rotations(self.rules))
        if not self.boards_at_once:
            object.__setattr__(self, "boards_at_once", self.boards)

    def _problems(self) -> Iterator[str]:
        players = self.rules.players
        if not 1 <= len(self.match_id) <= LONGEST_NAME:
            yield f"Name the match with 1 to {LONGEST_NAME} characters."
        if len(self.opener) > LONGEST_NAME:
            yield f"Name the opener with at most {LONGEST_NAME} characters."
        if len(self.participants) != players:
            yield f"Name {players} participants, one for each seat."
        if any(len(name) > LONGEST_NAME for name in self.participants):
            yield f"Name participants with at most {LONGEST_NAME} characters."
        if len(self.rotations) > MOST_ROTATIONS:
            yield f"Ask for at most {MOST_ROTATIONS} rotations."
        if any(sorted(seating) != list(range(players)) for seating in self.rotations):
            yield f"Seat each of the participants 0 to {players - 1} once in every rotation."
        if not 1 <= self.boards <= MOST_BOARDS:
            yield f"Ask for 1 to {MOST_BOARDS} boards."
        if not 1 <= self.games_per_board <= MOST_GAMES_PER_BOARD:
            yield f"Ask for 1 to {MOST_GAMES_PER_BOARD} games on a board."
        elif self.boards * (most := most_games(self.rules, self.games_per_board)) > MOST_GAMES:
            yield (
                f"Ask for at most {MOST_GAMES} games in a rotation, on all boards together; "
                f"each of these can have {most}."
            )
        if not 0 <= self.boards_at_once <= self.boards:
            yield "Play at most all boards at the same time; 0 means all."
        if len(self.seed) != SEED_BYTES:
            yield f"Give a seed of {SEED_BYTES} bytes."
        if self.fault_policy.strikes < 1:
            yield "Forfeit a board with one strike at the earliest."
        yield from self.time_control.problems()


class SpecRefusedError(ValueError):
    """No match can be played like this; the text says what to change."""
