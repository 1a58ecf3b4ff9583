"""Ranks and suits as people call them, in French and Spanish cards (O1, O3, A0-3, A0-4)."""

from typing import Final

from arena.games.durak.cards import RANKS
from arena.games.durak.notation import SPANISH_RANKS
from arena.games.durak.options import DurakOptions
from scoring.messages import Message, message

SUIT_TEMPLATES: Final[dict[str, str]] = {
    "suit.french.S": "spades",
    "suit.french.H": "hearts",
    "suit.french.D": "diamonds",
    "suit.french.C": "clubs",
    "suit.spanish.S": "espadas",
    "suit.spanish.H": "copas",
    "suit.spanish.D": "oros",
    "suit.spanish.C": "bastos",
}


def rank_shown(options: DurakOptions, rank: str) -> str:
    """How the cards in use write a rank, given by its French name."""
    shown = SPANISH_RANKS if options.naming == "spanish" else RANKS
    return shown[RANKS.index(rank)]


def ranks_shown(options: DurakOptions) -> tuple[str, ...]:
    """All ranks of the pack as they are written, the lowest first (rule 2)."""
    ranks = RANKS[-(options.deck // 4) :]
    return tuple(rank_shown(options, rank) for rank in ranks)


def suit_shown(options: DurakOptions, suit: str) -> Message:
    """The name of a suit, for a sentence to hold."""
    return message(SUIT_TEMPLATES, f"suit.{options.naming}.{suit}")
