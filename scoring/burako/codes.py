"""Every reason for which Burako input is refused, with its sentence.

Reasons that concern only the shape of the data are in `reading`.

A code is part of the public interface: it may be added, never renamed or re-used.
"""

from enum import StrEnum
from typing import Final

from scoring.reading import SHAPE_TEMPLATES


class Code(StrEnum):
    """Stable names of the reasons; the sentence stands in `TEMPLATES`."""

    # rule sets
    NO_MATCH_END = "no_match_end"
    # malformed tiles and melds
    TILE_UNKNOWN = "tile_unknown"
    TILE_USED_TWICE = "tile_used_twice"
    # melds against the rules
    MELD_TOO_SHORT = "meld_too_short"
    MELD_TWO_WILDCARDS = "meld_two_wildcards"
    MELD_NONE_FITS = "meld_none_fits"
    PIERNA_OF_TWOS = "pierna_of_twos"
    PIERNA_OTHER_NUMBER = "pierna_other_number"
    ESCALERA_TILE_MISPLACED = "escalera_tile_misplaced"
    ESCALERA_PAST_ACE = "escalera_past_ace"
    END_NOT_OF_THIS_MELD = "end_not_of_this_meld"
    # the close of a hand
    BOTH_CLOSED = "both_closed"
    CLOSED_WITHOUT_CANASTA = "closed_without_canasta"
    CLOSED_WITHOUT_MUERTO = "closed_without_muerto"
    CLOSED_BUT_MUERTO_UNPLAYED = "closed_but_muerto_unplayed"
    CLOSED_BUT_NO_EMPTY_RACK = "closed_but_no_empty_rack"
    CLOSED_WITH_TWO_EMPTY_RACKS = "closed_with_two_empty_racks"
    RACK_EMPTY_BUT_NOT_CLOSED = "rack_empty_but_not_closed"
    # the muerto of a hand
    MUERTO_RACK_MISSING = "muerto_rack_missing"
    MUERTO_RACK_NOT_EXPECTED = "muerto_rack_not_expected"
    MUERTO_RACK_NOT_ELEVEN = "muerto_rack_not_eleven"
    MUERTO_TAKEN_NOTHING_LAID = "muerto_taken_nothing_laid"
    # points and tiles of a hand
    POINTS_NOT_MAKEABLE = "points_not_makeable"
    LAID_BELOW_OPENING = "laid_below_opening"
    LAID_NOT_IN_MELDS = "laid_not_in_melds"
    CANASTAS_NEED_MORE_TILES = "canastas_need_more_tiles"
    CANASTAS_NEED_MORE_POINTS = "canastas_need_more_points"
    LAID_NOT_WITH_CANASTAS = "laid_not_with_canastas"
    LAID_TOO_FEW_TILES = "laid_too_few_tiles"
    SIDE_NOT_TOGETHER = "side_not_together"
    TABLE_NOT_TOGETHER = "table_not_together"
    # matches
    TIME_NOT_LIMITED = "time_not_limited"


TEMPLATES: Final[dict[str, str]] = {
    **SHAPE_TEMPLATES,
    Code.NO_MATCH_END: (
        "Say how a match ends: set a target of points, a number of hands or a time limit."
    ),
    Code.TILE_UNKNOWN: "“%(tile)s” is not a tile; write tiles like g7#2, or J#1 for a joker.",
    Code.TILE_USED_TWICE: "Tile %(tile)s lies in two places; it exists only once.",
    Code.MELD_TOO_SHORT: "A meld needs at least %(least)s tiles.",
    Code.MELD_TWO_WILDCARDS: "A meld may hold one wildcard at most; use another tile.",
    Code.MELD_NONE_FITS: "These tiles form neither a pierna nor an escalera.",
    Code.PIERNA_OF_TWOS: "A pierna of twos is not allowed: twos are wildcards.",
    Code.PIERNA_OTHER_NUMBER: "Tile %(tile)s does not belong in a pierna of %(number)s.",
    Code.ESCALERA_TILE_MISPLACED: (
        "Tile %(tile)s cannot stand at position %(position)s of this escalera."
    ),
    Code.ESCALERA_PAST_ACE: (
        "An escalera runs from position 1 to 14 (the high ace); this one would leave that range."
    ),
    Code.END_NOT_OF_THIS_MELD: (
        "Extend an escalera at its low or high end; a pierna has no ends, use “set”."
    ),
    Code.BOTH_CLOSED: "Only one side can close a hand; mark one of them as not closed.",
    Code.CLOSED_WITHOUT_CANASTA: (
        "A side can close only with a canasta; enter its canastas or mark it as not closed."
    ),
    Code.CLOSED_WITHOUT_MUERTO: (
        "A side can close only after taking its muerto; correct the muerto or the close."
    ),
    Code.CLOSED_BUT_MUERTO_UNPLAYED: (
        "A player alone closes from the muerto, so it was played; mark it as played."
    ),
    Code.CLOSED_BUT_NO_EMPTY_RACK: (
        "The player who closed has no tiles left; enter 0 for that player's rack."
    ),
    Code.CLOSED_WITH_TWO_EMPTY_RACKS: (
        "Only the player who closed has an empty rack; enter the partner's points."
    ),
    Code.RACK_EMPTY_BUT_NOT_CLOSED: (
        "A player who has not closed still holds tiles; enter the points of this rack."
    ),
    Code.MUERTO_RACK_MISSING: "Say which rack holds the muerto that was not played.",
    Code.MUERTO_RACK_NOT_EXPECTED: (
        "Only a muerto taken but not played lies in a rack; leave this field out."
    ),
    Code.MUERTO_RACK_NOT_ELEVEN: (
        "An unplayed muerto is exactly 11 tiles and the rack named here is not; "
        "name the other rack, count again or correct the muerto."
    ),
    Code.MUERTO_TAKEN_NOTHING_LAID: (
        "The muerto is taken after laying a whole rack; "
        "enter the points laid or correct the muerto."
    ),
    Code.POINTS_NOT_MAKEABLE: "No set of tiles is worth %(points)s points; count again.",
    Code.LAID_BELOW_OPENING: (
        "A side opens with at least %(opening)s points; enter 0 or count again."
    ),
    Code.LAID_NOT_IN_MELDS: "No melds are worth %(points)s points together; count again.",
    Code.CANASTAS_NEED_MORE_TILES: (
        "There are not enough tiles for so many canastas on one side; correct their number."
    ),
    Code.CANASTAS_NEED_MORE_POINTS: (
        "These canastas are worth at least %(least)s points laid; "
        "correct the points or the canastas."
    ),
    Code.LAID_NOT_WITH_CANASTAS: (
        "With exactly these canastas the melds cannot be worth %(points)s points; count again."
    ),
    Code.LAID_TOO_FEW_TILES: (
        "With these racks and this muerto the side has laid at least %(least)s tiles, "
        "and these are at most %(most)s; count again."
    ),
    Code.SIDE_NOT_TOGETHER: (
        "The points laid and the points left in this side's racks cannot exist together; "
        "count again."
    ),
    Code.TABLE_NOT_TOGETHER: (
        "There are not enough tiles for the points of both sides together; count again."
    ),
    Code.TIME_NOT_LIMITED: "This rule set has no time limit, so time cannot end the match.",
}
