"""A match as everybody may follow it: the log, retold without what is hidden.

The story is told from the log alone, so it is the same for every spectator, however late he comes,
and in every replay.  It plays its own copy of every game; what may be shown is decided by the
engines' views.
"""

from collections.abc import Sequence
from typing import Any

from arena.games.deal_set import Board, board
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
    PublicMove,
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
        self.game.apply(action, seat)
        events = []
        change = PublicEvent()
        change.move.game = self.number
        if self._codec.fill_change(change.move, self.game, self._told):
            if fault and _tells_of(change.move, seat):
                change.move.fault = fault
                change.move.fault_seat = seat
            events.append(change)
        if self.game.outcome is not None:
            events.append(self._over(None))
        return events

    def forfeited(self, forfeit: match_pb2.Forfeit) -> PublicEvent:
        """The game is broken off."""
        return self._over(forfeit)

    def _over(self, forfeit: match_pb2.Forfeit | None) -> PublicEvent:
        self.is_over = True
        ended = PublicGameOver(game=self.number, board=self.board, forfeit=forfeit)
        if self.game.outcome is not None:
            self._codec.fill_outcome(ended, self.game.outcome)
        return PublicEvent(game_over=ended)


def _tells_of(move: PublicMove, seat: int) -> bool:
    """Whether something that this seat did has become known."""
    events = move.durak.events if move.HasField("durak") else move.burako.events
    return any(event.seat == seat for event in events)


class PublicStory:
    """Takes the records of a sound log one by one and gives numbered public events.

    The seed must be known beforehand, since the log reveals it only at its end; it is shown to
    nobody before.
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
        return [told.forfeited(message.forfeit) for told in running]

    @staticmethod
    def _ended(message: ReplayEnd) -> Sequence[PublicEvent]:
        ended = MatchEnded(boards=message.boards, aborted=message.aborted, seed=message.seed)
        return [PublicEvent(match_ended=ended)]
