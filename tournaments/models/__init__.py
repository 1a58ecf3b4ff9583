"""The rows of the tournaments app."""

from tournaments.models.accounts import AccountSession, ModerationEvent, User
from tournaments.models.people import Competitor, Pair, Player, PlayerInvitation
from tournaments.models.rule_sets import RuleSet, RuleSetVersion

__all__ = [
    "AccountSession",
    "Competitor",
    "ModerationEvent",
    "Pair",
    "Player",
    "PlayerInvitation",
    "RuleSet",
    "RuleSetVersion",
    "User",
]
