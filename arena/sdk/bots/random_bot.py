"""Plays anything that is legal: the bot to beat first, and the shortest to read."""

from collections.abc import Sequence
from typing import Any

from arena.sdk import Bot, Clock


class RandomBot(Bot):
    """Any legal action, all equally likely."""

    def choose(self, view: object, legal: Sequence[Any], clock: Clock) -> int:
        """The place of an action in the list will do as an answer."""
        return self.random.randrange(len(legal))
