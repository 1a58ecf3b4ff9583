"""Playing without a server: deal sets between bots on this machine, on all its cores.

with LocalMatch(spec, [BotSource("mybot.py"), BotSource("heuristic")]) as match:
    for event in match:  # a `BoardPlayed` or a `Trouble`
        ...
data = replay_of(spec, match.played, opened_at_ms)
"""

from arena.sdk.loading import BotRefusedError, BotSource
from arena.sdk.local.match import LocalMatch, LocalPlayError
from arena.sdk.local.replay import complete_boards, decision_in_replay, replay_of
from arena.sdk.local.score import Score, Standing, lineup
from arena.sdk.local.values import BoardPlayed, Limits

__all__ = [
    "BoardPlayed",
    "BotRefusedError",
    "BotSource",
    "Limits",
    "LocalMatch",
    "LocalPlayError",
    "Score",
    "Standing",
    "complete_boards",
    "decision_in_replay",
    "lineup",
    "replay_of",
]
