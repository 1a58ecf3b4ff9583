"""What belongs to a table and must not outlive it."""

import gc
from collections import Counter

from arena.gameserver.doors import SeatDoor
from arena.gameserver.journal import Journal
from arena.gameserver.lobby import HeldTable
from arena.gameserver.rotation import Rotation
from arena.gameserver.running_board import RunningBoard
from arena.gameserver.seat import Seat, Session
from arena.gameserver.story import SharedStory
from arena.gameserver.table import Table
from arena.gameserver.tokens import Ticket

OF_A_TABLE = (
    HeldTable, Journal, Rotation, RunningBoard, Seat, SeatDoor, Session, SharedStory, Table, Ticket
)  # fmt: skip


def alive() -> Counter[str]:
    """How many of the things that belong to a table there are."""
    gc.collect()
    return Counter(type(thing).__name__ for thing in gc.get_objects() if _belongs(thing))


def _belongs(thing: object) -> bool:
    return type(thing) in OF_A_TABLE
