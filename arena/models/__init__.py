"""The rows of the arena."""

from arena.models.ab_tests import AbTest, AbTestStep
from arena.models.bots import Bot, BotActivation, BotVersion
from arena.models.matches import Match, MatchEvent, MatchParticipant, MatchRun
from arena.models.operations import (
    ArenaState,
    BotBench,
    MatchShare,
    OperatorEvent,
    OperatorNotice,
)
from arena.models.validations import Validation
from arena.models.workers import WorkerPresence

__all__ = [
    "AbTest",
    "AbTestStep",
    "ArenaState",
    "Bot",
    "BotActivation",
    "BotBench",
    "BotVersion",
    "Match",
    "MatchEvent",
    "MatchParticipant",
    "MatchRun",
    "MatchShare",
    "OperatorEvent",
    "OperatorNotice",
    "Validation",
    "WorkerPresence",
]
