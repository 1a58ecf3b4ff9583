"""What a bot is tried at: the same here, and where its author is told how to see it again."""

from typing import Final

from arena.games import rules
from arena.games.interface import AnyRules

OPPONENT: Final = "greedy"
"""One of the SDK's reference bots; it plays all other seats."""


def rules_for_trial(profile: str) -> AnyRules:
    """The profile as it is usually played, but of Burako only one hand."""
    if profile.startswith("burako/"):
        return rules(profile, hand_limit=1)
    return rules(profile)
