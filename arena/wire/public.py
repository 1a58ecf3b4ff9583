"""A match as everybody may follow it: the log, retold without what is hidden.

The story is told from the log alone, so it is the same for every spectator, however late he comes,
and in every replay.  It plays its own copy of every game; what may be shown is decided by the
engines' views.

Two things would tell who holds a card that fits, because the server passes for whoever holds none:
that something was told in the middle of a throw round, and that somebody missed a deadline there.
So a throw round is told as a whole when it is over, and a mistake only if everybody knew who was
asked.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.games.deal_set import Board, board
from arena.games.durak.view import THROW_PHASES
from arena.games.interface import AnyAction, Game
from arena.protocol.v1 import match_pb2
from arena.protocol.v1.replay_pb2 import (
    BoardForfeited,
    GameBegan,
    Move,
    ReplayEnd,
    ReplayHeader,
    ReplayRecord,
    RotationBegan,
)
from arena.protocol.v1.spectate_pb2 import (
    MatchBegan,
    MatchEnded,
    PublicEvent,
    PublicGameOver,
    PublicRotation,
)
from arena.wire.codec import Codec, codec_for
from arena.wire.rules import rules_from_wire
from arena.wire.told import Told


class PublicGame:
    """One game as it is told; `is_over` when its end was."""

    def __init__(self, codec: Codec, game: Game, number: int, board_number: int) -> None:
        self.game = game
        self.number = number
        self.board = board_number
        self.is_over = False
        self._codec = codec
        self._told = Told()
        self._mistake: tuple[int, match_pb2.Fault] | None = None

    def dealt(self) -> PublicEvent:
        """What everybody sees before the first action."""
        event = PublicEvent()
        event.deal.game = self.number
        event.deal.board = self.board
        self._codec.fill_deal(event.deal, self.game)
        return event

    def moved(
        self, seat: int, action: AnyAction, fault: match_pb2.Fault = match_pb2.FAULT_UNSPECIFIED
    ) -> list[PublicEvent]:
        """What everybody learns when this was played: perhaps nothing yet."""
        if fault and self._is_known_to_be_asked(seat):
            self._mistake = seat, fault
        self.game.apply(action, seat)
        if self.game.phase in THROW_PHASES:
            return []
        return [*self._news(), *self._end(None)]

    def forfeited(self, forfeit: match_pb2.Forfeit) -> list[PublicEvent]:
        """The game is broken off."""
        return [*self._news(), *self._end(forfeit)]

    def _is_known_to_be_asked(self, seat: int) -> bool:
        seen = self.game.view(None).to_json()
        return seen["phase"] == self.game.phase and seen["to_act"] == seat

    def _news(self) -> Iterator[PublicEvent]:
        event = PublicEvent()
        event.move.game = self.number
        if self._codec.fill_change(event.move, self.game, self._told):
            if self._mistake is not None:
                event.move.fault_seat, event.move.fault = self._mistake
                self._mistake = None
            yield event

    def _end(self, forfeit: match_pb2.Forfeit | None) -> Iterator[PublicEvent]:
        outcome = self.game.outcome
        if outcome is None and forfeit is None:
            return
        self.is_over = True
        ended = PublicGameOver(game=self.number, board=self.board, forfeit=forfeit)
        if outcome is not None:
            self._codec.fill_outcome(ended, outcome)
        yield PublicEvent(game_over=ended)


class PublicStory:
    """Takes the records of a sound log one by one and gives numbered public events.

    The seed must be known beforehand, since the log reveals it only at its end; it is shown to
    nobody before, nor after a match that was broken off: the same cards may be played again.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._count = 0
        self._header = ReplayHeader()
        self._rules: Any = None
        self._codec: Any = None
        self._boards: dict[int, Board] = {}
        self._games: dict[int, PublicGame] = {}
        """By number, those being played."""

    def feed(self, record: ReplayRecord) -> list[PublicEvent]:
        """What everybody learns from this record; often nothing."""
        match record.WhichOneof("record"):
            case "header":
                events = self._begin(record.header)
            case "rotation_began":
                events = self._rotation_began(record.rotation_began)
            case "game_began":
                events = self._game_began(record.game_began)
            case "move":
                events = self._move(record.move)
            case "board_forfeited":
                events = self._board_forfeited(record.board_forfeited)
            case _:
                events = self._ended(record.end)
        for event in events:
            event.number = self._count
            self._count += 1
        return list(events)

    def _begin(self, header: ReplayHeader) -> Sequence[PublicEvent]:
        self._header = header
        self._rules = rules_from_wire(header.rules)
        self._codec = codec_for(self._rules)
        began = MatchBegan(
            match_id=header.match_id,
            rules=header.rules,
            participants=header.participants,
            boards=header.boards,
            rotations=len(header.rotations),
            commitment=header.commitment,
        )
        return [PublicEvent(match_began=began)]

    def _rotation_began(self, message: RotationBegan) -> Sequence[PublicEvent]:
        self._boards.clear()
        self._games.clear()
        rotation = message.rotation
        seating = self._header.rotations[rotation]
        return [PublicEvent(rotation_began=PublicRotation(rotation=rotation, seating=seating))]

    def _game_began(self, message: GameBegan) -> Sequence[PublicEvent]:
        number = message.board
        if number in self._boards:
            game = self._boards[number].next_game()
        else:
            dealt = board(self._rules, self._seed, number, self._header.games_per_board)
            self._boards[number] = dealt
            game = dealt.game
        told = PublicGame(self._codec, game, message.game, number)
        self._games[message.game] = told
        return [told.dealt()]

    def _move(self, message: Move) -> Sequence[PublicEvent]:
        told = self._games[message.game]
        events = told.moved(message.seat, self._codec.read_action(message), message.fault)
        if told.is_over:
            del self._games[message.game]
            if self._boards[told.board].is_over:
                del self._boards[told.board]
        return events

    def _board_forfeited(self, message: BoardForfeited) -> Sequence[PublicEvent]:
        """A board may be forfeited before it begins, or by the action that ends its game.

        Then the match's results tell of it.
        """
        running = [told for told in self._games.values() if told.board == message.board]
        for told in running:
            del self._games[told.number]
            del self._boards[told.board]
        return [event for told in running for event in told.forfeited(message.forfeit)]

    @staticmethod
    def _ended(message: ReplayEnd) -> Sequence[PublicEvent]:
        seed = b"" if message.aborted else message.seed
        ended = MatchEnded(boards=message.boards, aborted=message.aborted, seed=seed)
        return [PublicEvent(match_ended=ended)]
