"""Looks no further than the next action: gets rid of as much as it can, the lowest first."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from arena.games.burako.actions import Extend, Lay
from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.cards import RANKS
from arena.sdk import Bot, Clock
from arena.sdk.cards import rank

LOOKED_AT: Final = 400
"""There can be millions of legal actions; the first ones are enough."""


class GreedyBot(Bot):
    """As many cards or tiles as possible, at once; it does not know what trumps are good for."""

    def choose(self, view: object, legal: Sequence[Any], clock: Clock) -> Any:  # noqa: ANN401
        """Both games ask the same question here: which action gets rid of most?"""
        worth = self.tiles_laid if isinstance(self.rules, BurakoRules) else self.cards_laid
        return max(islice(legal, LOOKED_AT), key=worth)

    @staticmethod
    def cards_laid(action: Any) -> tuple[int, int]:  # noqa: ANN401 - of Durak
        """How many cards; and of as many, the lowest ones."""
        return len(action.cards), -sum(RANKS.index(rank(card)) for card in action.cards)

    @staticmethod
    def tiles_laid(action: Any) -> int:  # noqa: ANN401 - of Burako
        """How many tiles; a discard must be, and lays nothing."""
        return action.mask.bit_count() if isinstance(action, Lay | Extend) else 0
