"""Looks no further than the next action: gets rid of as much as it can, the weakest first."""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from arena.games.burako.ruleset import BurakoRules
from arena.sdk import Bot, Clock
from arena.sdk.cards import Cards

if TYPE_CHECKING:
    from arena.games.burako.actions import Action as BurakoAction
    from arena.games.durak.actions import Action as DurakAction

LOOKED_AT: Final = 400
"""There can be millions of legal actions; the first ones are enough."""


class GreedyBot(Bot):
    """Durak: the weakest card that can be laid.  Burako: the most tiles that can be laid."""

    def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:  # noqa: ANN401
        """Both games ask the same question here: which action is worth most at once?"""
        listed = list(islice(legal, LOOKED_AT))
        if isinstance(self.rules, BurakoRules):
            return max(listed, key=self.tiles_laid)
        cards = Cards.of(self.rules, view)

        def weakness(action: "DurakAction") -> float:
            """Any card is better than none; of the cards, the weakest one."""
            return -max(map(cards.strength, action.cards), default=100)

        return max(listed, key=weakness)

    @staticmethod
    def tiles_laid(action: "BurakoAction") -> int:
        """How many tiles the action lays; a discard is no laying."""
        return action.mask.bit_count() if action.kind in {"meld", "extend"} else 0
