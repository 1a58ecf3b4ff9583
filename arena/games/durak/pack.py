"""The pack of a rule set (O1, O2, O39): its cards, their faces, its lowest and highest rank."""

from functools import lru_cache
from typing import Final

from arena.games.durak.cards import (
    CARD_OF,
    PRINTED_SUIT_OF,
    RANK_FACES,
    RANK_OF,
    RANKS,
    SIX,
    SUITS,
    card,
    face_id,
    in_card_order,
    named_six,
)
from arena.games.durak.options import DurakOptions

BELLS: Final = SUITS.index("D")  # WE1: bells = diamonds (oros)


class Pack:
    """All cards that a game of this rule set can have; also in a quicky series' short packs."""

    def __init__(self, deck: int, packs: int, weli: str) -> None:
        self.packs = packs
        self.lowest_rank = len(RANKS) - deck // 4  # rule 2, O1
        self.highest_rank = len(RANKS) - 1
        numbers = [
            card(copy, rank, suit)
            for copy in range(packs)
            for rank in range(self.lowest_rank, len(RANKS))
            for suit in range(4)
        ]
        self.cards = sum(1 << number for number in numbers)
        self.order = tuple(1 << number for number in in_card_order(self.cards))
        """The pack before shuffling, as bits: by rank, suit (S, H, D, C) and copy."""
        self.names: dict[int, int] = {
            number: sum(
                1 << named_six(number // 64, PRINTED_SUIT_OF[number], name)
                for name in range(4)
                if name != PRINTED_SUIT_OF[number]
            )
            for number in numbers
            if _is_weli(weli, number)
        }
        """Per weli card, its further faces (WE1)."""
        self.welis = sum(1 << number for number in self.names)
        self.faces = self.cards | sum(self.names.values())
        self.lowest_faces = RANK_FACES[self.lowest_rank] & self.faces
        self.rank_faces = tuple(RANK_FACES[rank] & self.faces for rank in range(len(RANKS)))

    def playable(self, hand: int) -> int:
        """The faces under which the cards of a hand may be played."""
        found = hand
        welis = hand & self.welis
        for number, names in self.names.items() if welis else ():
            if welis >> number & 1:
                found |= names
        return found

    def id(self, face: int) -> str:
        """The text form of a face of this pack."""
        return face_id(face, self.packs)

    def contains(self, face: int) -> bool:
        """Whether this pack has the card behind a face."""
        return bool(self.cards >> CARD_OF[face] & 1)


def _is_weli(weli: str, number: int) -> bool:
    if weli == "off" or RANK_OF[number] != SIX:
        return False
    return weli == "all_sixes" or PRINTED_SUIT_OF[number] == BELLS


_shared_pack: Final = lru_cache(maxsize=32)(Pack)


def pack_for(options: DurakOptions) -> Pack:
    """The pack of a rule set; rule sets with the same cards have one, and share their plays."""
    return _shared_pack(options.deck, options.packs, options.weli)
