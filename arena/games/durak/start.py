"""Where a game starts from: single games, and those of a series (rule 7, O10, O37)."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What is fixed before the cards are dealt."""

    dealer: int
    first: Literal["lowest_trump", "dealer_left"] | int
    """How the first attacker is found, or his seat (O9, O10)."""
    cards: int
    """The pack as a mask; short in a quicky series."""
    number: int = 0
    """Which game of the series this is, from 0."""

    def to_json(self) -> dict[str, object]:
        """Plain data, kept with a replay; the pack is a mask in hexadecimal."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "first": self.first,
            "cards": f"{self.cards:x}",
        }
