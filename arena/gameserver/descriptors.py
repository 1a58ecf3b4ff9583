"""How many files this process may have open, and how they are divided.

Every connection is one.  If there were none left, a bot could not connect and would lose without a
fault of its own.  So each address has a share that others cannot take, and a table is opened only
if there is room for all its seats, however many connections each of them makes.
"""

import resource
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from arena.gameserver import limits
from arena.wire.match_spec import MatchSpec

OUR_OWN: Final = 128
"""For the event loop, the logs, gRPC and whoever asks for the numbers; a server without
tables has 16."""
_MORE_THAN_ENOUGH: Final = 2**20
_PER_SEAT: Final = 1 + limits.CONNECTIONS_PER_SEAT
"""Its door, and who comes in."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Of the files that may be open."""

    control: int
    """Connections at the control address."""
    shared_door: int
    """Connections where the bots of all tables may connect."""
    seats: int
    """For the seats' own doors, and connections there."""


def descriptors_raise() -> None:
    """As many as this process may have without asking anybody."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # a system that says "without end" may not mean it
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def descriptors() -> int:
    """How many may be open."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MORE_THAN_ENOUGH if most == resource.RLIM_INFINITY else most


def shares(most: int, *, with_shared_door: bool) -> Shares:
    """An eighth for each address that many use, unless that is more than they may have anyway."""
    free = max(0, most - OUR_OWN)
    control = min(limits.CONNECTIONS_AT_CONTROL, free // 8)
    shared_door = min(limits.PLAYERS_AT_SHARED_DOOR, free // 8) if with_shared_door else 0
    return Shares(control, shared_door, free - control - shared_door)


def needed(spec: MatchSpec) -> int:
    """What the doors of a table take at the most: they stay for a moment after their rotation, so
    when bots play quickly all of them may be open at the same time."""
    return spec.rules.players * len(spec.rotations) * _PER_SEAT
