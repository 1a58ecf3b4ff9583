"""Every reason for which Durak results are refused, with its sentence.

A code is part of the public interface: it may be added, never renamed or re-used.
"""

from enum import StrEnum
from typing import Final

from scoring.reading import SHAPE_TEMPLATES
from scoring.refusal import RefusedError


class DurakRefusedError(RefusedError):
    """A points rule or a series cannot be read, or cannot have happened."""


class DurakCode(StrEnum):
    """Stable names of the reasons; the sentence stands in `DURAK_TEMPLATES`."""

    LOSING_PAYS = "losing_pays"
    TOO_FEW_SIDES = "too_few_sides"
    PLAYER_TWICE = "player_twice"
    PLAYER_NAMELESS = "player_nameless"
    PLAYER_NAME_TOO_LONG = "player_name_too_long"
    TABLE_TOO_LARGE = "table_too_large"
    TEAMS_UNEVEN = "teams_uneven"
    SIDE_TWICE = "side_twice"
    LOSER_NOT_PLAYING = "loser_not_playing"
    DRAW_WITH_LOSER = "draw_with_loser"
    LOSER_MISSING = "loser_missing"
    WRONG_NUMBER_OF_LOSERS = "wrong_number_of_losers"
    EPAULETTES_WITHOUT_DURAK = "epaulettes_without_durak"
    WEARER_MISSING = "wearer_missing"
    WEARER_DID_NOT_LOSE = "wearer_did_not_lose"
    WEARER_WITHOUT_EPAULETTES = "wearer_without_epaulettes"


DURAK_TEMPLATES: Final[dict[str, str]] = {
    **SHAPE_TEMPLATES,
    DurakCode.LOSING_PAYS: (
        "Give the durak no more than a draw, and a draw no more than a survivor gets."
    ),
    DurakCode.TOO_FEW_SIDES: "A game needs at least two sides.",
    DurakCode.PLAYER_TWICE: "This player is already in the series; name each player once.",
    DurakCode.PLAYER_NAMELESS: "Name the player.",
    DurakCode.PLAYER_NAME_TOO_LONG: "Shorten this name to at most %(most)s characters.",
    DurakCode.TABLE_TOO_LARGE: (
        "The cards suffice for at most %(most)s players at one table; say who played."
    ),
    DurakCode.TEAMS_UNEVEN: (
        "Teams play two against two, two against two against two, or three against three."
    ),
    DurakCode.SIDE_TWICE: "Name each side once.",
    DurakCode.LOSER_NOT_PLAYING: "This side did not play in this game, so it cannot have lost it.",
    DurakCode.DRAW_WITH_LOSER: "Nobody is the durak in a draw; remove the losers.",
    DurakCode.LOSER_MISSING: "Say who was the durak, or enter a draw.",
    DurakCode.WRONG_NUMBER_OF_LOSERS: "Here exactly %(expected)s sides lose; correct the losers.",
    DurakCode.EPAULETTES_WITHOUT_DURAK: (
        "Epaulettes come with the last attack on the durak; a draw or a stalled game has none."
    ),
    DurakCode.WEARER_MISSING: "Say which player of the losing side wears the epaulettes.",
    DurakCode.WEARER_DID_NOT_LOSE: "Only a player of a losing side can wear epaulettes.",
    DurakCode.WEARER_WITHOUT_EPAULETTES: (
        "Enter how many epaulettes this player wears, or name nobody."
    ),
}
