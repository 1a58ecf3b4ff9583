"""Which card beats which (rule 12), worked out once per trump as masks."""

from functools import lru_cache
from typing import Final

from arena.games.durak.cards import CLUBS, RANK_OF, SUIT_CARDS, SUIT_OF, bits
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import Pack
from arena.games.durak.trumps import NOT_TRUMP, Trump, TrumpClass


class Beating:
    """The beating relation of a rule set under one trump.

    `beaters[face]` is the mask of the faces that beat an attack card; `trumps` and
    `printed_trumps` are the trump class by name and by print.
    """

    __slots__ = (
        "_classes", "_options", "_pack", "beaters", "printed_trumps", "swap_cards", "trump",
        "trumps", "trumps_from_lowest",
    )  # fmt: skip

    def __init__(self, options: DurakOptions, pack: Pack, trump: Trump) -> None:
        self._options = options
        self._pack = pack
        self._classes = TrumpClass(options, trump)
        self.trumps = self._classes.mask(pack.faces)
        self.printed_trumps = self._classes.printed_mask(pack.cards)
        self.trumps_from_lowest = self._from_lowest()
        """Printed trumps as masks of equal cards, lowest first (rule 7, NT1)."""
        self.trump = trump
        self.swap_cards = self._swap_cards()
        """SW1: the lowest rank of the pack (A2-10) in the trump suit, all copies."""
        faces = list(bits(pack.faces))
        beaters = [0] * (faces[-1] + 1)
        for attack in faces:
            beaters[attack] = sum(1 << defence for defence in faces if self.beats(defence, attack))
        self.beaters = tuple(beaters)

    def beats(self, defence: int, attack: int) -> bool:
        """Rule 12, line by line; the first line that decides wins."""
        if SUIT_OF[defence] == SUIT_OF[attack] and RANK_OF[defence] == RANK_OF[attack]:
            return False
        same_suit = SUIT_OF[defence] == SUIT_OF[attack]
        higher = same_suit and RANK_OF[defence] > RANK_OF[attack]
        low_on_high = same_suit and self._is_low_on_high(defence, attack)
        if self._options.club_rule and SUIT_OF[attack] == CLUBS:  # 12a, O34
            return higher or low_on_high
        if low_on_high:  # 12b, O35
            return True
        if self._options.suit_matrix[SUIT_OF[defence]][SUIT_OF[attack]]:  # 12c, O36
            return True
        attacking = self._classes.strength(attack)
        defending = self._classes.strength(defence)
        if attacking != NOT_TRUMP:  # 12d
            return defending > attacking
        return defending != NOT_TRUMP or higher  # 12e

    def _is_low_on_high(self, defence: int, attack: int) -> bool:
        return (
            self._options.low_beats_high
            and RANK_OF[defence] == self._pack.lowest_rank
            and RANK_OF[attack] == self._pack.highest_rank
        )

    def trump_order(self, mask: int) -> list[int]:
        """The printed trumps among these cards as strengths, lowest first (rule 7, NT1)."""
        held = (self._classes.printed_strength(face) for face in bits(mask & self.printed_trumps))
        return sorted(held)

    def _swap_cards(self) -> int:
        suit = self._classes.trump.suit
        return 0 if suit is None else self._pack.lowest_faces & SUIT_CARDS[suit]

    def _from_lowest(self) -> tuple[int, ...]:
        equals: dict[int, int] = {}
        for face in bits(self.printed_trumps):
            strength = self._classes.printed_strength(face)
            equals[strength] = equals.get(strength, 0) | 1 << face
        return tuple(equals[strength] for strength in sorted(equals))

    def lowest_first(self, face: int) -> tuple[int, int]:
        """Sorts cards for the default attack: non-trumps by rank, then trumps by NT1 (1H)."""
        strength = self._classes.printed_strength(face)
        return (strength, 0) if strength != NOT_TRUMP else (-1, RANK_OF[face])


beating_for: Final = lru_cache(maxsize=256)(Beating)
"""Every table has a rule set of its own, made of the same options: they share what was worked out,
which takes as long as ten decisions."""
