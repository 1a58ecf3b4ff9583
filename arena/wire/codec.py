"""Games to and from the wire, whichever game it is: the one door to both codecs."""

from collections.abc import Sequence
from typing import Any, Protocol

from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.ruleset import DurakRules
from arena.games.interface import AnyAction, Rules
from arena.protocol.v1.match_pb2 import GameResult
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicGameOver, PublicMove
from arena.wire.burako import BurakoCodec
from arena.wire.durak import DurakCodec
from arena.wire.told import Told

AnyGame = Any
"""A game of the rule set that the codec was made for; no codec takes another game's."""


class Codec(Protocol):
    """Writes what concerns the game into messages whose other fields somebody else fills."""

    def question(
        self, game: AnyGame, seat: int, told: Told, limit: int, totals: Sequence[int]
    ) -> bytes:
        """What the seat is asked: position, what happened since `told`, at most `limit` actions.

        The encoded fields of a `Decision` that concern the game.  Every decision of every game
        passes here, so it is put together from pieces and never made a message.
        """

    def fill_decision(  # noqa: PLR0917 - the same for somebody who wants a message
        self,
        message: Decision,
        game: AnyGame,
        seat: int,
        told: Told,
        limit: int,
        totals: Sequence[int],
    ) -> None:
        """The same, as a message."""

    def fill_game_over(
        self, message: GameOver, game: AnyGame, seat: int, told: Told, totals: Sequence[int]
    ) -> None:
        """How the game ended, if it was played to its end, and what happened since `told`."""

    def fill_move(self, message: Answer | Move, action: AnyAction) -> None:
        """What was played, for the log or as an answer."""

    def move(self, action: AnyAction) -> bytes:
        """The same, encoded, as it stands in a `Move`."""

    def read_action(self, message: Answer | Move) -> AnyAction:
        """The action itself; `MalformedAction` says what to send instead."""

    def fill_outcome(self, message: GameResult | PublicGameOver, outcome: Any) -> None:  # noqa: ANN401
        """How a game ended."""

    def fill_deal(self, message: PublicDeal, game: AnyGame) -> None:
        """The position as everybody sees it."""

    def fill_change(self, message: PublicMove, game: AnyGame, told: Told) -> bool:
        """What everybody has come to know since `told`; False: nothing, and nothing is written."""


def codec_for(rules: Rules[Any]) -> Codec:
    """The codec of games by these rules."""
    if isinstance(rules, BurakoRules):
        return BurakoCodec()
    assert isinstance(rules, DurakRules)
    return DurakCodec(rules)
