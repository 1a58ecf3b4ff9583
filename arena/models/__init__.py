"""The rows of the arena."""

from arena.models.bots import Bot, BotActivation, BotVersion
from arena.models.validations import Validation
from arena.models.workers import WorkerPresence

__all__ = ["Bot", "BotActivation", "BotVersion", "Validation", "WorkerPresence"]
