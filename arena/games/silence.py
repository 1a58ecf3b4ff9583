"""Where a server must wait so that time does not tell who was asked, whichever game it is."""

from collections.abc import Callable, Sequence
from typing import Any

from arena.games.durak.ruleset import DurakRules
from arena.games.durak.silence import asks_silently, passed_over
from arena.games.interface import Rules

PassedOver = Callable[[Any, int], Sequence[int]]
"""From a game and the place of the last decision in its log, -1 for the deal, to the seats that
might have been asked since for all that everybody knows, but were not."""


def silent_questions(rules: Rules[Any]) -> PassedOver | None:
    """Tells whom they passed over in games by these rules; None: there are no such questions.

    In Burako whoever is asked is seen to be asked.
    """
    return passed_over if isinstance(rules, DurakRules) and asks_silently(rules) else None
