"""One board of a log played again: whose turn it was, what was legal, what mistakes came to."""

from arena.games.deal_set import Board
from arena.games.errors import GameError
from arena.games.interface import AnyAction, Game
from arena.protocol.v1 import match_pb2
from arena.wire.frames import ReplayRefused
from arena.wire.match_spec import FaultPolicy
from arena.wire.results import BoardResult, Forfeit, ForfeitReason, board_result


class Policy:
    """What mistakes cost, with the defaults of the message filled in."""

    __slots__ = ("forfeits_at_once", "strikes")

    def __init__(self, message: match_pb2.FaultPolicy) -> None:
        known = match_pb2.FaultPolicy.OnFault.values()
        if message.on_fault not in known:
            raise ReplayRefused("the fault policy is unknown.")
        self.forfeits_at_once = message.on_fault == match_pb2.FaultPolicy.ON_FAULT_FORFEIT
        self.strikes = message.strikes or FaultPolicy().strikes


class ReplayedBoard:
    """A board until it `is_over`; after that, nothing may be asked of it but its result."""

    __slots__ = ("_board", "_policy", "_strikes", "_struck_out", "games", "is_over", "number")

    def __init__(self, number: int, board: Board, policy: Policy) -> None:
        self.number = number
        self._board = board
        self._policy = policy
        self.games: list[int] = []
        """The numbers of its games in the rotation."""
        self._strikes: dict[int, int] = {}
        self._struck_out: int | None = None
        """The seat with too many strikes: the board must be forfeited next."""
        self.is_over = False

    @property
    def game(self) -> Game:
        """The one in play, or the last one."""
        return self._board.game

    @property
    def owes_a_forfeit(self) -> bool:
        """Whether a seat has too many strikes."""
        return self._struck_out is not None

    def begin_game(self, game: int) -> None:
        """The first game, which is dealt, or the next."""
        self._refuse_if_struck_out()
        if self.games:
            if self.game.outcome is None:
                raise ReplayRefused(
                    f"board {self.number} has a game that is not over: game {self.games[-1]}."
                )
            self._board.next_game()
        self.games.append(game)

    def move(self, seat: int, action: AnyAction, *, fault: bool) -> None:
        """A decision of the game in play."""
        self._refuse_if_struck_out()
        game = self.game
        if game.seat != seat:
            raise ReplayRefused(f"seat {seat} was not asked, but seat {game.seat}.")
        if fault:
            self._strike(seat, action)
        try:
            game.apply(action, seat)
        except GameError as refused:
            raise ReplayRefused(f"the action is illegal: {refused}") from None
        if game.outcome is not None and not self.owes_a_forfeit:
            self.is_over = self._board.is_over

    def _strike(self, seat: int, action: AnyAction) -> None:
        if self._policy.forfeits_at_once:
            raise ReplayRefused(
                "a mistake is noted, but by this match's policy it forfeits the board at once."
            )
        if action != self.game.default_action():
            raise ReplayRefused(
                f"a mistake is noted, but seat {seat} did not get the default action."
            )
        strikes = self._strikes[seat] = self._strikes.get(seat, 0) + 1
        if strikes == self._policy.strikes:
            self._struck_out = seat

    def _refuse_if_struck_out(self) -> None:
        if self._struck_out is not None:
            raise ReplayRefused(
                f"board {self.number} must be forfeited first: "
                f"seat {self._struck_out} has {self._policy.strikes} strikes on it."
            )

    def forfeit(self, forfeit: Forfeit) -> None:
        """The board is broken off."""
        if forfeit.reason is ForfeitReason.STRIKES:
            guilty = self.game.seat if self._policy.forfeits_at_once else self._struck_out
            if guilty is None or not self.games or forfeit.seats != (guilty,):
                raise ReplayRefused(
                    f"board {self.number} is forfeited by strikes, but not by whoever has them."
                )
        else:
            self._refuse_if_struck_out()
        self._struck_out = None
        self.is_over = True

    def result(self, rotation: int, forfeit: Forfeit | None) -> BoardResult:
        """What it came to."""
        return board_result(
            self._board, rotation=rotation, number=self.number, games=self.games, forfeit=forfeit
        )
