"""Which cards are trumps and how they rank among themselves (rules 4 and 7, 1F NT1)."""

from dataclasses import dataclass
from typing import Final

from arena.games.durak.cards import PRINTED_SUIT_OF, RANK_OF, SUIT_OF, SUITS, bits
from arena.games.durak.options import DurakOptions

NOT_TRUMP: Final = -1
_ABOVE: Final = 100  # lifts one half of the class above the other
BOTH_SUIT_AND_NUMBER: Final = 200  # NT1 [R]: the card that is both is the top one


@dataclass(frozen=True, slots=True)
class Trump:
    """What the turned card made trump: a suit and, with number trumps, a rank; or nothing."""

    suit: int | None = None
    rank: int | None = None


class TrumpClass:
    """The trump class of a rule set under a given trump."""

    def __init__(self, options: DurakOptions, trump: Trump) -> None:
        self._mode = options.number_trump if trump.rank is not None else "off"
        self._order = {SUITS.index(letter): n for n, letter in enumerate(options.suit_order)}
        self.trump = trump

    def strength(self, face: int) -> int:
        """A trump's place in its class, higher beating lower; under its name if it has one."""
        return self._strength(SUIT_OF[face], RANK_OF[face])

    def printed_strength(self, face: int) -> int:
        """The same by what is printed: first attacker, show and swap judge so (WE1)."""
        return self._strength(PRINTED_SUIT_OF[face], RANK_OF[face])

    def _strength(self, suit: int, rank: int) -> int:
        is_suit = suit == self.trump.suit
        is_number = self._mode != "off" and rank == self.trump.rank
        if not is_suit and not is_number:
            return NOT_TRUMP
        if self._mode == "number_high" and is_number:
            return BOTH_SUIT_AND_NUMBER if is_suit else _ABOVE + self._order[suit]
        if self._mode == "suit_high":
            return _ABOVE + rank if is_suit else self._order[suit]
        return rank

    def mask(self, faces: int) -> int:
        """Those of the faces that are trumps under their names."""
        return sum(1 << face for face in bits(faces) if self.strength(face) != NOT_TRUMP)

    def printed_mask(self, faces: int) -> int:
        """Those of the faces that are trumps as printed."""
        return sum(1 << face for face in bits(faces) if self.printed_strength(face) != NOT_TRUMP)
