"""A short human notation for replays, in French or Spanish cards (O3).

    ♣7 ♦7     opening             »♥7       transfer (»L, «R: with the side chosen)
    +♥10      thrown in           »(♠7)     transfer by showing
    ♣Q>2      beats card 2        ⇄         trump card swapped
    v         takes               ↻ / ·     redeal demanded / not demanded
    -         passes              !         calls a cheat

Cards on the table count from 0, as in the JSON form.  ``♥6=♠`` is a six of hearts named
spades, ``♥6#2`` a card of the second pack.  Spanish suits are e, c, o, b behind the number:
``5o`` is the five of oros, the six of diamonds of a French pack.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from arena.games.durak.cards import COPY_OF, PRINTED_SUIT_OF, RANK_OF, RANKS, SUIT_OF

if TYPE_CHECKING:
    from arena.games.durak.actions import Action

FRENCH_SUITS: Final = ("♠", "♥", "♦", "♣")
SPANISH_SUITS: Final = ("e", "c", "o", "b")  # espadas, copas, oros, bastos (O3)
SPANISH_RANKS: Final = ("", *(str(number) for number in range(2, 13)), "1")
"""3..A of a French pack are 2..12 and 1 of a Spanish one (O1, O3)."""


def french_card(face: int, *, many: bool = False) -> str:
    """``♥10``, ``♥6=♠``, and ``♥10#2`` where there are several packs."""
    named = "" if SUIT_OF[face] == PRINTED_SUIT_OF[face] else f"={FRENCH_SUITS[SUIT_OF[face]]}"
    copy = f"#{COPY_OF[face] + 1}" if many else ""
    return f"{FRENCH_SUITS[PRINTED_SUIT_OF[face]]}{RANKS[RANK_OF[face]]}{copy}{named}"


def spanish_card(face: int, *, many: bool = False) -> str:
    """``9c`` for the ten of hearts: nine of copas."""
    named = "" if SUIT_OF[face] == PRINTED_SUIT_OF[face] else f"={SPANISH_SUITS[SUIT_OF[face]]}"
    copy = f"#{COPY_OF[face] + 1}" if many else ""
    return f"{SPANISH_RANKS[RANK_OF[face]]}{SPANISH_SUITS[PRINTED_SUIT_OF[face]]}{copy}{named}"


CARD_WRITERS: Final[dict[str, Callable[..., str]]] = {
    "french": french_card,
    "spanish": spanish_card,
}
_SIDES: Final = {None: "»", "L": "»L", "R": "«R"}
_FIXED: Final = {"take": "v", "pass": "-", "call": "!", "swap": "⇄"}


def notation(action: "Action", naming: str = "french") -> str:
    """The action as it stands in a replay."""
    write = CARD_WRITERS[naming]
    cards = " ".join(write(face, many=action.many) for face in action.faces)
    side = _SIDES[action.dir]
    forms = {
        "attack": cards,
        "throw": f"+{cards}",
        "beat": f"{cards}>{action.target}",
        "transfer": f"{side}{cards}",
        "show": f"{side}({cards})",
        "redeal": "↻" if action.demand else "·",
        **_FIXED,
    }
    return forms[action.kind]
