"""Durak's cards for bots: what stands on a card, what is trump, what beats what.

Cards are written as everywhere in the arena: rank and suit (``10H``), with several packs the copy
(``10H#2``), and for a six played under another suit's name that suit (``6H@S``).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from arena.games.durak.cards import CARD_BIT, CARD_OF, RANK_OF, bits, read_face

if TYPE_CHECKING:
    from arena.games.durak.beating import Beating
    from arena.games.durak.pack import Pack
    from arena.games.durak.ruleset import DurakRules
    from arena.games.durak.view import View


def rank(card: str) -> str:
    """What is printed on it: "2" to "10", "J", "Q", "K" or "A"."""
    return card.split("#", maxsplit=1)[0].split("@", maxsplit=1)[0][:-1]


def suit(card: str) -> str:
    """The suit it counts as, "S", "H", "D" or "C": for a named six the one named."""
    return card[-1] if "@" in card else card.split("#", maxsplit=1)[0][-1]


def by_rank(cards: Iterable[str]) -> dict[str, list[str]]:
    """The cards of each rank, for pairs and threes."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(rank(card), []).append(card)
    return found


def by_suit(cards: Iterable[str]) -> dict[str, list[str]]:
    """The cards of each suit."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(suit(card), []).append(card)
    return found


class Cards:
    """The cards under the rules and the trump of a game; take it with `Cards.of`."""

    def __init__(self, beating: "Beating", pack: "Pack") -> None:
        self._packs = pack.packs
        self._beating = beating
        self.ranks = 13 - pack.lowest_rank
        """How many ranks the pack has; every trump is at least as strong as this number."""
        self._strength = {pack.id(face): self._strength_of(face, pack) for face in bits(pack.cards)}

        self.by_face = {face: self._strength_of(CARD_OF[face], pack) for face in bits(pack.faces)}
        """The strengths by the engine's numbers, for bots that look into its games."""

    @classmethod
    def of(cls, rules: "DurakRules", view: "View") -> "Cards":
        """Those of this moment; trump may change in some games, so ask at every decision."""
        card = view.trump_card
        face = None if card is None else read_face(card, rules.pack.packs)
        return _cards(rules.beating(None if face is None else CARD_BIT[face]), rules.pack)

    def _strength_of(self, face: int, pack: "Pack") -> int:
        played_as = pack.playable(1 << face)
        trumps = self._beating.trumps_from_lowest
        for place, equals in enumerate(trumps):
            if equals >> face & 1:
                return self.ranks + place
        if played_as & self._beating.trumps:  # a six that can be named so
            return self.ranks
        return RANK_OF[face] - pack.lowest_rank

    def strength(self, card: str) -> int:
        """How much a card is worth keeping: ranks from 0, and every trump above them."""
        return self._strength[card.split("@", maxsplit=1)[0]]

    def is_trump(self, card: str) -> bool:
        """Whether it is trump, or a six that can be named so."""
        return self.strength(card) >= self.ranks

    def beats(self, defence: str, attack: str) -> bool:
        """Whether one card beats the other as they are written, by the rules of this game."""
        one, other = read_face(defence, self._packs), read_face(attack, self._packs)
        if one is None or other is None:
            raise ValueError(f"“{defence}” or “{attack}” is no card of this game.")
        return self._beating.beats(one, other)

    def weakest_first(self, cards: Iterable[str]) -> list[str]:
        """The cards in the order in which one would rather part with them."""
        return sorted(cards, key=self.strength)


@lru_cache(maxsize=256)
def _cards(beating: "Beating", pack: "Pack") -> Cards:
    return Cards(beating, pack)
