"""One board being played in a rotation: its game, and what each seat has left and done on it."""

from arena.games.deal_set import board
from arena.games.interface import Game
from arena.gameserver.outgoing import Ask
from arena.wire.match_spec import MatchSpec
from arena.wire.results import BoardResult, Forfeit, board_result
from arena.wire.told import Told


class RunningBoard:
    """The first game is dealt at once; `game_number` is 0 or more when it has begun."""

    __slots__ = (
        "ask", "banks", "board", "game", "game_number", "game_numbers", "number", "strikes", "told"
    )  # fmt: skip

    def __init__(self, spec: MatchSpec, number: int) -> None:
        players = spec.rules.players
        self.number = number
        self.board = board(spec.rules, spec.seed, number, spec.games_per_board)
        self.game: Game = self.board.game
        self.game_number = -1
        self.game_numbers: list[int] = []
        self.told = [Told() for _ in range(players)]
        self.banks = [spec.time_control.bank] * players
        self.strikes = [0] * players
        self.ask: Ask | None = None
        """The decision that is open; there is never more than one on a board."""

    def begin_game(self, number: int) -> None:
        """The game that was dealt is game `number` of the rotation."""
        self.game_number = number
        self.game_numbers.append(number)

    def deal_next(self) -> None:
        """The next game of the board; nobody has been told anything of it."""
        self.game = self.board.next_game()
        self.told = [Told() for _ in self.told]

    def result(self, rotation: int, forfeit: Forfeit | None) -> BoardResult:
        """What it came to."""
        return board_result(
            self.board,
            rotation=rotation,
            number=self.number,
            games=self.game_numbers,
            forfeit=forfeit,
        )
