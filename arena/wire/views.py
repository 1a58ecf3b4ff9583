"""What a seat is told, back as the engine's own values: the author's side of the codecs.

>>> from arena.games import rules
>>> from arena.protocol.v1.play_pb2 import Decision
>>> from arena.wire.codec import codec_for
>>> from arena.wire.told import Told
>>> r = rules("durak/volga")
>>> game = r.deal(seed=7)
>>> message = Decision()
>>> codec_for(r).fill_decision(message, game, game.seat, Told(), 256, ())
>>> eyes = eyes_for(r, game.seat)
>>> view, legal = eyes.question(message, eyes.new_log())
>>> view == game.view(game.seat), list(legal) == list(game.legal())
(True, True)
"""

from collections.abc import Sequence
from typing import Any, Protocol

from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.ruleset import DurakRules
from arena.games.interface import AnyAction, Outcome, Rules
from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.wire.burako_views import BurakoEyes
from arena.wire.durak_views import DurakEyes
from arena.wire.log import EventsMissingError, Log

__all__ = ["AnyView", "EventsMissingError", "Eyes", "Log", "eyes_for"]

AnyView = Any
"""A `View` of the game at hand."""


class Eyes(Protocol):
    """One seat's at all games of a rotation; of each game it keeps a `Log`, and nothing else.

    The server is believed: messages that no server of ours sends raise `ValueError` or worse.
    """

    def new_log(self) -> Log[Any]:
        """For a game of which nothing was told yet."""

    def question(self, message: Decision, log: Log[Any]) -> tuple[AnyView, Sequence[AnyAction]]:
        """The position as the seat sees it, and what it may do as far as that is listed."""

    def ended(self, message: GameOver, log: Log[Any]) -> Outcome | None:
        """How the game ended; None if it was broken off."""


def eyes_for(rules: Rules[Any], seat: int) -> Eyes:
    """The eyes of this seat in games by these rules."""
    if isinstance(rules, BurakoRules):
        return BurakoEyes(rules, seat)
    assert isinstance(rules, DurakRules)
    return DurakEyes(rules, seat)
