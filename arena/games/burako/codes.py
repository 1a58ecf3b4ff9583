"""Every reason for which the arena refuses a Burako rule set that the kernel would accept.

A code is part of the public interface: it may be added, never renamed or re-used.
"""

from enum import StrEnum
from typing import Final

from scoring.reading import SHAPE_TEMPLATES


class Code(StrEnum):
    """Stable names of the reasons; the sentence stands in `TEMPLATES`."""

    UNKNOWN_OPTION = "unknown_option"
    WRONG_PLAYERS = "wrong_players"
    NO_HAND_LIMIT = "no_hand_limit"
    NO_CLOCK = "no_clock"


TEMPLATES: Final[dict[str, str]] = {
    **SHAPE_TEMPLATES,
    Code.UNKNOWN_OPTION: "Remove “%(name)s”: Burako has no such option.",
    Code.WRONG_PLAYERS: "This rule set is for exactly %(players)s players; choose the other one.",
    Code.NO_HAND_LIMIT: ("Set a number of hands: without it a match between bots might never end."),
    Code.NO_CLOCK: "A match in the arena has no time limit; leave it out and limit the hands.",
}
