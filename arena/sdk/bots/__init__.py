"""Bots to read as much as to beat, each in a file of its own that can be copied.

Begin with `random_bot`, then `greedy`; `heuristic_durak` and `heuristic_burako` play well by rules
of thumb, and `search` thinks ahead.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from arena.sdk.bot import Bot
from arena.sdk.bots.greedy import GreedyBot
from arena.sdk.bots.heuristic import HeuristicBot
from arena.sdk.bots.random_bot import RandomBot
from arena.sdk.bots.search import SearchBot

REFERENCE: Final[Mapping[str, type[Bot]]] = MappingProxyType(
    {"random": RandomBot, "greedy": GreedyBot, "heuristic": HeuristicBot, "search": SearchBot}
)
"""By their names on the command line, the weakest first; `search` plays Durak only."""
