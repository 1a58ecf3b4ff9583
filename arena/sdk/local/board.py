"""One board in one rotation, played in this process by the game server's rules about mistakes."""

from collections.abc import Sequence
from typing import Final

from arena.games.deal_set import board as dealt_board
from arena.games.errors import GameError, MalformedAction
from arena.games.interface import AnyAction, Game
from arena.sdk.bot import End
from arena.sdk.local.chance import chance
from arena.sdk.local.seat import LocalSeat, SeatGoneError
from arena.sdk.local.values import BoardPlayed
from arena.sdk.trouble import Cause
from arena.wire.match_spec import MatchSpec, OnFault
from arena.wire.replay_writer import GameRecords
from arena.wire.results import Fault, Forfeit, ForfeitReason, board_result

_CAUSES: Final = {Fault.ILLEGAL: Cause.ILLEGAL, Fault.MALFORMED: Cause.NONSENSE}


class ForfeitedError(Exception):
    """The board ends here."""

    def __init__(self, forfeit: Forfeit) -> None:
        super().__init__(forfeit)
        self.forfeit = forfeit


class LocalBoard:
    """A board, dealt; its games are numbered from 0."""

    def __init__(
        self,
        spec: MatchSpec,
        number: int,
        rotation: int,
        seats: Sequence[LocalSeat],
        writer: GameRecords | None,
    ) -> None:
        players = range(spec.rules.players)
        self._spec = spec
        self._number = number
        self._rotation = rotation
        self._seats = seats
        self._writer = writer
        self._board = dealt_board(spec.rules, spec.seed, number, spec.games_per_board)
        self._games = 0
        self._banks = [spec.time_control.bank for _ in players]
        self._strikes = [0 for _ in players]
        self._decisions = [0 for _ in players]
        self._think = [0.0 for _ in players]
        self._longest = [0.0 for _ in players]

    def play(self) -> tuple[BoardPlayed, SeatGoneError | None]:
        """To the end; whether a seat can play no more is the caller's business, too."""
        forfeit: Forfeit | None = None
        gone: SeatGoneError | None = None
        try:
            while True:
                self._play_game()
                if self._board.is_over:
                    break
                self._tell_over(None)
                self._board.next_game()
        except ForfeitedError as forfeited:
            forfeit = forfeited.forfeit
        except SeatGoneError as error:
            gone = error
            forfeit = Forfeit((error.seat,), ForfeitReason.DISCONNECTED)
        if forfeit is not None and self._writer is not None:
            self._writer.board_forfeited(self._number, forfeit)
        self._tell_over(forfeit)
        return self._played(forfeit), gone

    def forfeited(self, seat: int) -> BoardPlayed:
        """Not even begun, because this seat is gone."""
        forfeit = Forfeit((seat,), ForfeitReason.DISCONNECTED)
        if self._writer is not None:
            self._writer.board_forfeited(self._number, forfeit)
        return self._played(forfeit)

    def _play_game(self) -> None:
        game = self._board.game
        number = self._games
        self._games += 1
        if self._writer is not None:
            self._writer.game_began(number, self._number)
        for seat in self._seats:
            random = chance(
                self._spec.seed,
                rotation=self._rotation,
                board=self._number,
                game=number,
                seat=seat.number,
            )
            seat.begin(self._number, number, self._board.totals, random)
        while (asked := game.seat) is not None:
            self._decide(game, asked)

    def _decide(self, game: Game, asked: int) -> None:
        clocks = self._spec.time_control
        allowed = min(self._banks[asked] + clocks.increment, clocks.bank_limit)
        seat = self._seats[asked]
        choice = seat.ask(game, allowed)
        self._decisions[asked] += 1
        fault = choice.fault
        if fault is None:
            action = choice.chosen
            if type(action) is int:
                action = game.legal()[action]
            try:
                game.apply(action)
            except GameError as refused:
                malformed = isinstance(refused, MalformedAction)
                fault = Fault.MALFORMED if malformed else Fault.ILLEGAL
                seat.tell(_CAUSES[fault], str(refused))
            else:
                self._note(asked, action, allowed, choice.used, None)
                return
        self._punish(game, asked, allowed, choice.used, fault)

    def _punish(self, game: Game, asked: int, allowed: float, used: float, fault: Fault) -> None:
        """As the game server does: `arena.gameserver.rotation`."""
        policy = self._spec.fault_policy
        self._strikes[asked] += 1
        struck_out = Forfeit((asked,), ForfeitReason.STRIKES)
        if policy.on_fault is OnFault.FORFEIT:
            raise ForfeitedError(struck_out)
        action = game.default_action()
        game.apply(action)
        self._note(asked, action, allowed, used, fault)
        if self._strikes[asked] >= policy.strikes:
            raise ForfeitedError(struck_out)

    def _note(
        self, asked: int, action: AnyAction, allowed: float, used: float, fault: Fault | None
    ) -> None:
        self._banks[asked] = allowed - used
        self._think[asked] += used
        self._longest[asked] = max(self._longest[asked], used)
        if self._writer is not None:
            self._writer.move(self._games - 1, asked, action, used, fault)

    def _tell_over(self, forfeit: Forfeit | None) -> None:
        outcome = self._board.game.outcome
        end = End(outcome=outcome, forfeit=forfeit, scores=outcome.scores if outcome else ())
        for seat in self._seats:
            seat.over(end)

    def _played(self, forfeit: Forfeit | None) -> BoardPlayed:
        return BoardPlayed(
            result=board_result(
                self._board,
                rotation=self._rotation,
                number=self._number,
                games=range(self._games),
                forfeit=forfeit,
            ),
            records=b"" if self._writer is None else bytes(self._writer.data),
            decisions=tuple(self._decisions),
            think=tuple(self._think),
            longest=tuple(self._longest),
            strikes=tuple(self._strikes),
        )
