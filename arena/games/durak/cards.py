"""Cards as bits: one numbering for every pack, so that actions do not depend on the rule set.

A *face* is a card as it lies on the table.  Every card has one face, its own; a six may also
be played under another suit's name (1F WE1), which is a face of its own.  Faces are numbered

    64 * copy + 4 * rank + suit           the card itself (copy from 0, rank 0 = two)
    64 * copy + 52 + 3 * suit + n         the six of `suit` under its n-th other name

so a hand is a mask of the card bits, and what may be played from it a mask of face bits.
Ids are those of 1H: ``10H``, ``6H@S``, and with several packs ``10H#2``, ``6H#2@S``.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("S", "H", "D", "C")
SIX: Final = RANKS.index("6")
CLUBS: Final = SUITS.index("C")
MAX_PACKS: Final = 4
BLOCK: Final = 64  # bits per copy of the pack
CARDS_IN_BLOCK: Final = 52
FACES: Final = BLOCK * MAX_PACKS
ONE_PACK: Final = (1 << BLOCK) - 1
"""All faces where there is one pack."""

_CARD_ID: Final = re.compile(r"(10|[2-9JQKA])([SHDC])(?:#([1-9]))?(?:@([SHDC]))?", re.ASCII)
MAX_ID_LENGTH: Final = len("10H#2@S")


def card(copy: int, rank: int, suit: int) -> int:
    """The face number of a card under its own name."""
    return BLOCK * copy + 4 * rank + suit


def named_six(copy: int, suit: int, name: int) -> int:
    """The face of a six played under another suit's name."""
    others = [other for other in range(4) if other != suit]
    return BLOCK * copy + CARDS_IN_BLOCK + 3 * suit + others.index(name)


def _describe(face: int) -> tuple[int, int, int, int]:
    copy, place = divmod(face, BLOCK)
    if place < CARDS_IN_BLOCK:
        rank, suit = divmod(place, 4)
        return copy, rank, suit, suit
    suit, nth = divmod(place - CARDS_IN_BLOCK, 3)
    return copy, SIX, suit, [other for other in range(4) if other != suit][nth]


_TABLE: Final = tuple(_describe(face) for face in range(FACES))
COPY_OF: Final = tuple(row[0] for row in _TABLE)
RANK_OF: Final = tuple(row[1] for row in _TABLE)
PRINTED_SUIT_OF: Final = tuple(row[2] for row in _TABLE)
SUIT_OF: Final = tuple(row[3] for row in _TABLE)
"""The suit a face counts as: the named one for a renamed six, else the printed one (rule 12)."""
CARD_OF: Final = tuple(card(copy, rank, suit) for copy, rank, suit, _ in _TABLE)
"""The physical card behind a face, which is the face of its own name."""
CARD_BIT: Final = tuple(1 << number for number in CARD_OF)
RANK_FACES: Final = tuple(
    sum(1 << face for face in range(FACES) if RANK_OF[face] == rank) for rank in range(len(RANKS))
)
"""All faces of a rank: rank matching uses the printed rank, also for number trumps (NT1)."""
SUIT_CARDS: Final = tuple(
    sum(1 << number for number in set(CARD_OF) if SUIT_OF[number] == suit) for suit in range(4)
)
RED_CARDS: Final = SUIT_CARDS[1] | SUIT_CARDS[2]  # hearts and diamonds; copas and oros (A0-4)
ALL_CARDS: Final = sum(1 << number for number in set(CARD_OF))


PLACE_OF: Final = tuple(4 * (number % BLOCK) + number // BLOCK for number in CARD_OF)
"""The order cards are listed in: by rank, then suit (S, H, D, C), then copy."""


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit set."""
    return (mask & -mask).bit_length() - 1


def faces_by_card(mask: int) -> dict[int, list[int]]:
    """Faces grouped by the card behind them, cards in ascending order."""
    groups: dict[int, list[int]] = {}
    for face in sorted(bits(mask), key=lambda face: (PLACE_OF[face], face)):
        groups.setdefault(CARD_OF[face], []).append(face)
    return groups


@cache
def face_id(face: int, packs: int) -> str:
    """The text form of a face; the copy is named only where there are several packs."""
    copy = f"#{COPY_OF[face] + 1}" if packs > 1 else ""
    name = "" if SUIT_OF[face] == PRINTED_SUIT_OF[face] else f"@{SUITS[SUIT_OF[face]]}"
    return f"{RANKS[RANK_OF[face]]}{SUITS[PRINTED_SUIT_OF[face]]}{copy}{name}"


def ids(mask: int, packs: int) -> list[str]:
    """The ids of a set of cards, in card order: by rank, then suit, then copy."""
    return [face_id(face, packs) for face in in_card_order(mask)]


def in_card_order(mask: int) -> list[int]:
    """The cards of a mask in the order they are listed in."""
    found: list[int] = []
    rest = mask
    while rest:  # not with `bits`: this is what lists of plays are made with
        lowest = rest & -rest
        found.append(lowest.bit_length() - 1)
        rest ^= lowest
    if mask >> CARDS_IN_BLOCK:  # several packs, or named sixes: not in order yet
        found.sort(key=PLACE_OF.__getitem__)
    return found


def read_face(text: str, packs: int) -> int | None:
    """The face that an id names, or None if it is no id with this many packs."""
    found = _CARD_ID.fullmatch(text)
    if found is None:
        return None
    rank, suit, copy, name = found.groups()
    if (copy is not None) != (packs > 1):
        return None
    number = int(copy) - 1 if copy else 0
    if number >= MAX_PACKS or (name and name != suit and rank != RANKS[SIX]):
        return None
    if name and name != suit:  # "6H@H" is the same as "6H" (1H)
        return named_six(number, SUITS.index(suit), SUITS.index(name))
    return card(number, RANKS.index(rank), SUITS.index(suit))
