"""The games of a replay, to be looked at: every position of every game, from any seat.

Decisions are numbered through the whole replay, from 1, in the order in which they were made; that
is the number by which `durako watch` shows one and `durako debug` finds it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.games.deal_set import Board, board
from arena.games.interface import AnyAction, Game, Rules
from arena.protocol.v1.replay_pb2 import Move
from arena.wire.codec import codec_for
from arena.wire.frames import read_frames
from arena.wire.matches import forfeit_from_wire
from arena.wire.results import Fault, Forfeit
from arena.wire.verify import Verified, verify


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A decision as it stands in the log."""

    number: int
    """Through the whole replay, from 1."""
    seat: int
    action: AnyAction
    think_ms: int
    fault: Fault | None
    """Why the server decided for the seat, if it did."""


class RecordedGame:
    """One game of a replay."""

    def __init__(self, match: Verified, *, rotation: int, board_number: int, number: int) -> None:
        self.match = match
        self.rotation = rotation
        self.board = board_number
        self.number = number
        """Within the rotation."""
        self.moves: list[RecordedMove] = []
        self.forfeit: Forfeit | None = None
        """Who broke it off, if somebody did."""
        self.before: tuple[RecordedGame, ...] = ()
        """The earlier games of its board."""

    @property
    def rules(self) -> Rules[Any]:
        """The rules it was played by."""
        return self.match.rules

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Who sat at each seat."""
        header = self.match.header
        return tuple(
            header.participants[participant]
            for participant in header.rotations[self.rotation].participants
        )

    def position(self, played: int) -> Game:
        """The game after so many of its decisions."""
        game = self._dealt().game
        for move in self.moves[:played]:
            game.apply(move.action)
        return game

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the sides before this game, where they are added up."""
        return self._dealt().totals

    def _dealt(self) -> Board:
        header = self.match.header
        dealt = board(self.rules, self.match.seed, self.board, header.games_per_board)
        for earlier in self.before:
            for move in earlier.moves:
                dealt.game.apply(move.action)
            dealt.next_game()
        return dealt


@dataclass(frozen=True, slots=True)
class Recorded:
    """A replay that is sound, with its games in the order in which they began."""

    match: Verified
    games: tuple[RecordedGame, ...]

    def decision(self, number: int) -> tuple[RecordedGame, int]:
        """The game of a decision, and its place among the game's decisions."""
        for game in self.games:
            for place, move in enumerate(game.moves):
                if move.number == number:
                    return game, place
        raise LookupError(f"The replay has decisions 1 to {self.match.decisions}.")


def recorded(data: bytes) -> Recorded:
    """Check a replay and take it apart; `ReplayRefused` says what is wrong with it."""
    match = verify(data)
    codec = codec_for(match.rules)
    games: list[RecordedGame] = []
    by_number: dict[int, RecordedGame] = {}
    on_board: dict[int, list[RecordedGame]] = {}
    rotation = decisions = 0
    for record in read_frames(data):
        match record.WhichOneof("record"):
            case "rotation_began":
                rotation = record.rotation_began.rotation
                by_number, on_board = {}, {}
            case "game_began":
                began = record.game_began
                game = RecordedGame(
                    match, rotation=rotation, board_number=began.board, number=began.game
                )
                siblings = on_board.setdefault(began.board, [])
                game.before = tuple(siblings)
                siblings.append(game)
                by_number[began.game] = game
                games.append(game)
            case "move":
                decisions += 1
                move = record.move
                by_number[move.game].moves.append(_move(decisions, move, codec.read_action(move)))
            case "board_forfeited":
                forfeited = record.board_forfeited
                for game in on_board.get(forfeited.board, [])[-1:]:
                    game.forfeit = forfeit_from_wire(forfeited.forfeit)
    return Recorded(match, tuple(games))


def _move(number: int, move: Move, action: AnyAction) -> RecordedMove:
    fault = Fault(move.fault) if move.fault else None
    return RecordedMove(number, move.seat, action, move.think_ms, fault)
