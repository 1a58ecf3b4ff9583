"""A hand to show on a page of rules, counted by the kernel under the rules of that page."""

from dataclasses import dataclass
from typing import Final

from scoring.burako.hand import HandScore, HandSheet, Muerto, score_hand
from scoring.burako.melds import Meld, classify
from scoring.burako.rule_set import BurakoRuleSet
from scoring.burako.tile_hand import (
    HandTiles,
    SideTiles,
    sheet_from_tiles,
    tile_objections,
)
from scoring.burako.tiles import Tile, tile

SEATS: Final = 4

# The first pair has closed with a pure and an impure canasta; one partner still holds tiles.
_CLOSER_MELDS: Final = (
    "g3#1 g4#1 g5#1 g6#1 g7#1 g8#1 g9#1",
    "b11#1 b11#2 g11#1 r11#1 r11#2 y11#1 J#1",
    "r6#1 r7#1 r8#1 r9#1",
    "b13#1 g13#1 r13#1 y13#1",
    "b4#1 r4#1 y4#1",
    "b12#1 g12#1 y12#1",
    "b1#1 b2#1 b3#1",
)
_CLOSER_RACKS: Final = ("", "g10#1 y1#1 b5#1")
# The second pair has no canasta, and took its muerto with its last discard.
_OTHER_MELDS: Final = (
    "b7#1 b7#2 g7#2 r7#2 y7#1",
    "y8#1 y9#1 y10#1 y11#2 y12#2",
    "g5#2 r5#1 y5#1 g2#1",
    "b3#2 r3#1 y3#1",
)
_OTHER_RACKS: Final = (
    "b6#1 b8#1 b12#2 g6#2 g8#2 g10#2 r5#2 r10#1 r13#2 y2#1 y4#2",
    "r1#1 g1#1 y13#2 b9#1 r12#1 y6#1",
)


@dataclass(frozen=True, slots=True)
class WorkedHand:
    """The tiles, the sheet counted from them, and its score."""

    tiles: HandTiles
    sheet: HandSheet
    score: HandScore


def worked_hand(rules: BurakoRuleSet) -> WorkedHand | None:
    """The example, unless a hand like it could not end under these rules.

    Only an opening dearer than everything laid here has that effect; then nothing is shown.
    """
    hand = HandTiles(
        (
            SideTiles(
                closed=True,
                muerto=Muerto.PLAYED,
                melds=_melds(rules, _CLOSER_MELDS),
                racks=_racks(_CLOSER_RACKS),
            ),
            SideTiles(
                closed=False,
                muerto=Muerto.TAKEN_UNPLAYED,
                melds=_melds(rules, _OTHER_MELDS),
                racks=_racks(_OTHER_RACKS),
                muerto_rack=0,
            ),
        )
    )
    if tile_objections(rules, hand):
        return None
    sheet = sheet_from_tiles(rules, hand)
    return WorkedHand(hand, sheet, score_hand(rules, sheet))


def _tiles(ids: str) -> tuple[Tile, ...]:
    return tuple(tile(one) for one in ids.split())


def _melds(rules: BurakoRuleSet, melds: tuple[str, ...]) -> tuple[Meld, ...]:
    return tuple(classify(rules, _tiles(meld)) for meld in melds)


def _racks(racks: tuple[str, ...]) -> tuple[tuple[Tile, ...], ...]:
    return tuple(_tiles(rack) for rack in racks)
