"""Looks no further than the next action: lays as much as it can, keeps what counts most."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from arena.games.burako.actions import TAKE_POZO, Discard, Extend, Lay
from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.cards import RANKS
from arena.sdk import Bot, Clock
from arena.sdk.cards import rank
from arena.sdk.tiles import laid, points

LOOKED_AT: Final = 400
"""There can be millions of legal actions; the first ones are enough."""


class GreedyBot(Bot):
    """As many cards or tiles as possible, at once; it does not know what trumps are good for."""

    def choose(self, view: object, legal: Sequence[Any], clock: Clock) -> Any:  # noqa: ANN401
        """Both games ask the same question here: which action brings most?"""
        worth = self.of_tiles if isinstance(self.rules, BurakoRules) else self.of_cards
        return max(islice(legal, LOOKED_AT), key=worth)

    @staticmethod
    def of_cards(action: Any) -> tuple[int, int]:  # noqa: ANN401 - of Durak
        """How many cards it gets rid of; and of as many, the lowest ones."""
        return len(action.cards), -sum(RANKS.index(rank(card)) for card in action.cards)

    def of_tiles(self, action: Any) -> int:  # noqa: ANN401 - of Burako
        """How many tiles it lays; the pozo is always welcome; a discard costs its points."""
        if isinstance(action, Lay | Extend):
            return len(laid(action))
        if isinstance(action, Discard):
            return -points(self.rules, *laid(action))
        return 1 if action is TAKE_POZO else 0
