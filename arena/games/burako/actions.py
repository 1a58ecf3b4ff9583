"""What a seat can do (2G), as frozen values; those without a choice of tiles exist only once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from arena.games.burako.notation import laid_notation, tile_notation
from arena.games.burako.tiles import COLOURS, COUNT, ID, mask_of
from scoring.burako import End

Kind = Literal[
    "draw", "take_pozo", "end_hand", "meld", "extend", "consult", "answer", "discard"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Draw:
    """Take one tile from the mazo (2C.14)."""

    kind: ClassVar[Kind] = "draw"

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        return {"a": "draw"}

    def __str__(self) -> str:
        return "+"


@dataclass(frozen=True, slots=True)
class TakePozo:
    """Take the whole pozo (2C.14)."""

    kind: ClassVar[Kind] = "take_pozo"

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        return {"a": "take_pozo"}

    def __str__(self) -> str:
        return "++"


@dataclass(frozen=True, slots=True)
class EndHand:
    """Let the hand end instead of taking the pozo from an empty mazo on (2D.23)."""

    kind: ClassVar[Kind] = "end_hand"

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        return {"a": "end_hand"}

    def __str__(self) -> str:
        return "■"


@dataclass(frozen=True, slots=True)
class NewMeld:
    """One meld as 2G writes it: an escalera of `colour` from position `at`, or, without a
    colour, a pierna of number `at`."""

    colour: int | None
    at: int
    tiles: tuple[int, ...]

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        ids = [ID[tile] for tile in self.tiles]
        if self.colour is None:
            return {"t": "set", "n": self.at, "tiles": ids}
        return {"t": "run", "c": COLOURS[self.colour].value, "start": self.at, "tiles": ids}


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one or more new melds (2C.15); in JSON its name is "meld"."""

    kind: ClassVar[Kind] = "meld"
    melds: tuple[NewMeld, ...]
    mask: int = field(compare=False, repr=False)

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        return {"a": "meld", "melds": [meld.to_json() for meld in self.melds]}

    def __str__(self) -> str:
        return " & ".join(laid_notation(m.colour, m.at, m.tiles) for m in self.melds)


@dataclass(frozen=True, slots=True)
class Extend:
    """Add tiles to one end of a meld of the own side (2B.7, 2B.11)."""

    kind: ClassVar[Kind] = "extend"
    meld: int
    end: End
    tiles: tuple[int, ...]
    mask: int = field(compare=False, repr=False)

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        ids = [ID[tile] for tile in self.tiles]
        return {"a": "extend", "meld": self.meld, "end": self.end.value, "tiles": ids}

    def __str__(self) -> str:
        tiles = " ".join(map(tile_notation, self.tiles))
        return f"{tiles}→{self.meld}" if self.end is End.LOW else f"{self.meld}←{tiles}"


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn by throwing a tile on the pozo (2C.16)."""

    kind: ClassVar[Kind] = "discard"
    tile: int

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        return {"a": "discard", "tile": ID[self.tile]}

    def __str__(self) -> str:
        return f"↓{tile_notation(self.tile)}"


@dataclass(frozen=True, slots=True)
class Consult:
    """Ask the partner whether to close, showing the server how it could be done (2C.22)."""

    kind: ClassVar[Kind] = "consult"
    plan: tuple[Lay | Extend | Discard, ...]

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        return {"a": "consult", "plan": [step.to_json() for step in self.plan]}

    def __str__(self) -> str:
        return "close?"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the partner thinks of closing (2C.22)."""

    kind: ClassVar[Kind] = "answer"
    close: bool

    def to_json(self) -> dict[str, object]:
        """The form of 2G."""
        return {"a": "answer", "close": self.close}

    def __str__(self) -> str:
        return "close!" if self.close else "go on!"


Step = Lay | Extend | Discard
"""What a plan of consultation is made of."""
Action = Draw | TakePozo | EndHand | Lay | Extend | Consult | Answer | Discard

DRAW: Final = Draw()
TAKE_POZO: Final = TakePozo()
END_HAND: Final = EndHand()
YES: Final = Answer(close=True)
NO: Final = Answer(close=False)
DISCARDS: Final = tuple(Discard(tile) for tile in range(COUNT))


def lay(melds: Iterable[NewMeld]) -> Lay:
    """The action that lays these melds."""
    parts = tuple(melds)
    return Lay(parts, mask_of(tile for part in parts for tile in part.tiles))


def extend(meld: int, end: End, tiles: Iterable[int]) -> Extend:
    """The action that adds these tiles."""
    added = tuple(tiles)
    return Extend(meld, end, added, mask_of(added))
