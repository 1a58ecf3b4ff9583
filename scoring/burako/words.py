"""The wording of the rules of Burako: what `explain` builds its sentences from.

Amounts stand without a unit ("+100", "50 or more"), so that every sentence is right for 1 as well.
"""

from collections.abc import Mapping
from typing import Final

from scoring.burako.hand import Branch, LineCode

RULE_TEMPLATES: Final[Mapping[str, str]] = {
    # 2A
    "material": "Tiles and deal",
    "material.tiles": (
        "Burako is played with 106 tiles: the numbers 1 to 13 in four colours, each of them "
        "twice, and two jokers."
    ),
    "material.seats": (
        "Four players form two pairs; partners sit opposite each other. Two players play alone, "
        "each as a side of their own."
    ),
    "material.deal": (
        "Each player gets a rack of 11 tiles. Two more heaps of 11, the muertos, are laid aside, "
        "one for each side. All other tiles are the mazo, face down. The pozo, the heap of "
        "discarded tiles, starts empty."
    ),
    "material.order": (
        "Play goes clockwise. Who starts the first hand is up to you; every further hand is "
        "started by the next player clockwise."
    ),
    # 2B.6 to 2B.12
    "melds": "Melds",
    "melds.pierna": "A pierna is three or more tiles of one number, in any colours.",
    "melds.escalera": (
        "An escalera is three or more consecutive tiles of one colour. The 1 stands below the 2 "
        "or above the 13, but an escalera never goes around the corner."
    ),
    "melds.wildcards": (
        "Jokers and 2s are wildcards: each can stand for another tile. A meld holds one wildcard "
        "at most."
    ),
    "melds.natural_two": (
        "A 2 that stands in an escalera of its own colour in its own place is an ordinary tile."
    ),
    "melds.pierna_of_twos_no": "There is no pierna of 2s, because 2s are wildcards.",
    "melds.pierna_of_twos_yes": (
        "A pierna of 2s is allowed: its 2s are ordinary tiles, and only a joker is its wildcard."
    ),
    "melds.stays": (
        "A wildcard that has been laid stays where it is; the tile it stands for cannot replace it."
    ),
    "melds.side": (
        "Melds belong to the side: both partners may add to them, the other side may not. Melds "
        "are never joined, split or taken back."
    ),
    "melds.canasta": (
        "A meld of seven or more tiles is a canasta: pure without a wildcard, impure with one."
    ),
    # 2B.13
    "opening": "The first meld",
    "opening.side": (
        "The first time a side lays tiles in a hand, the new melds it lays in one go must be worth "
        "%(points)s or more. Tiles count their own value, also wildcards; canastas bring nothing "
        "extra here."
    ),
    "opening.player": (
        "The first time a player lays new melds in a hand, those laid in one go must be worth "
        "%(points)s or more: each player on their own, not once for both partners. Tiles count "
        "their own value, also wildcards; canastas bring nothing extra here."
    ),
    "opening.player_extend": (
        "A player who has not laid a meld yet may still add tiles to the melds of their side."
    ),
    "opening.free": "The first meld may be worth anything: no number of points is asked for.",
    # 2C.14 to 2C.16
    "turn": "A turn",
    "turn.draw": (
        "First draw: either one tile from the mazo, or the whole pozo. You may take the pozo only "
        "if it and your rack hold five tiles or more together."
    ),
    "turn.lay": "Then lay as many melds as you like, and add tiles to those of your side.",
    "turn.discard": "At the end discard one tile, face up on the pozo. It may be any tile.",
    "turn.consult": (
        "Partners do not talk about their tiles. Who could close may ask the partner once per "
        "turn whether to; the answer binds nobody."
    ),
    # 2C.17 to 2C.21
    "muerto": "The muerto",
    "muerto.direct": (
        "The first time a side empties a rack by laying melds, that player takes the side's "
        "muerto at once and goes on with the turn."
    ),
    "muerto.discard": (
        "If it is the discard that empties the rack, the turn is over; the muerto is taken and "
        "played from the next turn on."
    ),
    "muerto.played": (
        "The muerto counts as played as soon as its taker has laid or discarded a tile after "
        "taking it."
    ),
    "close": "Closing the hand",
    "close.how": (
        "A hand is closed by discarding the last tile, once the side has taken its muerto and has "
        "at least one canasta."
    ),
    "close.not_by_melding": (
        "After the muerto is taken, a meld may not empty the rack, since closing needs a discard. "
        "Without a canasta at least two tiles must stay."
    ),
    # 2D
    "no_close": "When nobody closes",
    "no_close.must_take": (
        "When the mazo is empty, whoever is on turn must take the pozo if they may. If they may "
        "not, the hand ends, and neither side counts as the one that closed."
    ),
    "no_close.may_end": (
        "When the mazo is empty, whoever is on turn may take the pozo, if the rule of five tiles "
        "allows it, or end the hand. Then neither side counts as the one that closed."
    ),
    "no_close.stall": (
        "If the pozo is taken again and again, twice by each player in a row without a tile being "
        "laid, it stays closed until somebody draws from the mazo or lays a tile; with an empty "
        "mazo the hand ends."
    ),
    # 2E
    "points": "Counting a hand",
    "points.close": "The side that closed gets +%(points)s for it.",
    "points.close_none": "Closing itself brings no points.",
    "points.pure": "Each pure canasta is +%(points)s.",
    "points.pure_none": "Pure canastas bring no points of their own.",
    "points.impure": "Each impure canasta is +%(points)s.",
    "points.impure_none": "Impure canastas bring no points of their own.",
    "points.muerto_played": "A side that has played its muerto gets +%(points)s.",
    "points.muerto_not_played": (
        "A side that has not played its muerto, whether it took it or not, gets −%(points)s."  # noqa: RUF001
    ),
    "points.muerto_not_played_free": "A muerto that was not played costs nothing.",
    "points.laid": "The tiles that a side has laid count for it: the side that closed, and every "
    "side with a canasta.",
    "points.laid_against": (
        "A side without a canasta gets the tiles that it has laid counted against it, just as "
        "those in its racks."
    ),
    "points.racks": "The tiles left in racks count against their side.",
    "points.rack_free_closer": (
        "One exception: if the side closed while the partner held exactly the muerto, taken and "
        "not yet played, that rack is not counted. For the other side it always is."
    ),
    "points.rack_free_both": (
        "One exception, for either side: a rack that is exactly the muerto, taken and not yet "
        "played, is not counted."
    ),
    "points.tile": "Value of a tile (%(tiles)s): %(points)s.",
    # 2F
    "match": "The match",
    "match.adds_up": "The points of all hands are added up; a total may be below zero.",
    "match.target": (
        "A side whose total is %(points)s or more after a hand wins the match. If both are, the "
        "higher total wins."
    ),
    "match.target_tie": (
        "If both totals are equal and %(points)s or more, another hand is played, also if a total "
        "falls below that again."
    ),
    "match.hands_only": "A match has %(hands)s hands. The higher total wins; equal is a draw.",
    "match.hands_only_one": "A match is one single hand. The higher score wins; equal is a draw.",
    "match.hands_at_most": (
        "A match ends at the latest after %(hands)s hands: then the higher total wins, and equal "
        "is a draw."
    ),
    "match.hands_at_most_one": (
        "A match ends after its first hand: the higher score wins, and equal is a draw."
    ),
    "match.time": (
        "A match ends after %(minutes)s min, unless it is over before: the hands written down by "
        "then count, the higher total wins, and equal is a draw."
    ),
}

TILE_TEMPLATES: Final[Mapping[str, str]] = {
    "tile.joker": "Joker",
    "tile.two": "2",
    "tile.ace": "1",
    "tile.low": "3 to 7",
    "tile.high": "8 to 13",
}

LINE_TEMPLATES: Final[Mapping[str, str]] = {
    LineCode.CLOSE: "Closed the hand",
    LineCode.PURE_CANASTAS: "Pure canastas",
    LineCode.IMPURE_CANASTAS: "Impure canastas",
    LineCode.MUERTO_PLAYED: "Muerto played",
    LineCode.MUERTO_NOT_PLAYED: "Muerto not played",
    LineCode.LAID: "Tiles laid",
    LineCode.LAID_AGAINST: "Tiles laid, without a canasta",
    LineCode.RACK: "Tiles left in a rack",
    LineCode.RACK_FREE: "Unplayed muerto in a rack, not counted",
}

BRANCH_TEMPLATES: Final[Mapping[str, str]] = {
    Branch.CLOSER: "The side that closed",
    Branch.WITH_CANASTA: "The other side, with a canasta",
    Branch.WITHOUT_CANASTA: "The other side, without a canasta",
}
