"""Pure rule engines for Durak and Burako.

>>> from arena.games import rules
>>> game = rules("durak/volga", players=4).deal(seed=7)
>>> game.apply(game.legal()[0])
"""

from arena.games.errors import IllegalAction, MalformedAction, ReplayMismatch, RulesRefused
from arena.games.registry import profiles, replay, rules, rules_from_json
from arena.games.shuffle import Seed, commitment, verify_commitment

__all__ = [
    "IllegalAction",
    "MalformedAction",
    "ReplayMismatch",
    "RulesRefused",
    "Seed",
    "commitment",
    "profiles",
    "replay",
    "rules",
    "rules_from_json",
    "verify_commitment",
]
