"""What a bot author imports.  No Django and no database on its import path."""

from arena.sdk.bot import Bot, BurakoBot, DurakBot, End
from arena.sdk.clock import Clock
from arena.sdk.running import run

__all__ = ["Bot", "BurakoBot", "Clock", "DurakBot", "End", "run"]
