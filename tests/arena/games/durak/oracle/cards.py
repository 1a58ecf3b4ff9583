"""Cards as strings: "10H", "6H#2" with several packs, "6H@S" when a suit is named (1H)."""

from functools import cache

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("S", "H", "D", "C")
LOWEST_RANK = {24: "9", 36: "6", 48: "3", 52: "2"}  # O1


def deck_ranks(deck: int) -> tuple[str, ...]:
    return RANKS[RANKS.index(LOWEST_RANK[deck]) :]


def full_pack(deck: int, packs: int) -> list[str]:
    """Every card id of the whole pack, copies counted from #1 (O2)."""
    faces = [rank + suit for suit in SUITS for rank in deck_ranks(deck)]
    if packs == 1:
        return faces
    return [f"{face}#{copy}" for copy in range(1, packs + 1) for face in faces]


@cache
def physical(card: str) -> str:
    """The card itself, without the suit it was named."""
    return card.partition("@")[0]


@cache
def face(card: str) -> str:
    return physical(card).partition("#")[0]


@cache
def rank(card: str) -> str:
    return face(card)[:-1]


@cache
def height(card: str) -> int:
    return RANKS.index(rank(card))


@cache
def printed_suit(card: str) -> str:
    return face(card)[-1]


@cache
def suit(card: str) -> str:
    """The suit a card counts as on the table: named, else printed (rule 12, WE1)."""
    name = card.partition("@")[2]
    return name or printed_suit(card)
