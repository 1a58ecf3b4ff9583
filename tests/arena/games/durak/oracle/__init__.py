"""A second, slow Durak written from RULES.md alone, to hold the engine against.

Nothing here is shared with `arena.games.durak` but the options' names and values.  Cards are
strings, hands are lists, and the game is one generator that reads like RULES 1I: it asks, it
is answered, it goes on.
"""

from tests.arena.games.durak.oracle.game import Oracle
from tests.arena.games.durak.oracle.questions import Action, canonical

__all__ = ["Action", "Oracle", "canonical"]
