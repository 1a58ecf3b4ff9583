"""The tiles on the table, and how one hand deals them out (2A)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from arena.games.burako.making import Growing
from arena.games.burako.tiles import COUNT, mask_of
from scoring.burako.reach import COLUMN

SIDES: Final = 2


def least_left(*, taken: bool, canastas: int) -> tuple[int, int]:
    """How many tiles laying must leave in the rack: without and with a canasta completed by it.

    None while the side's muerto lies there (2C.17); then one, and two without a canasta (2C.19).
    """
    if not taken:
        return (0, 0)
    return (1, 1) if canastas else (2, 1)


@dataclass(slots=True)
class Side:
    """What belongs to one side: a pair, or a player alone (2A.2)."""

    muerto: int
    """The tiles of the muerto while it lies there, 0 once taken."""
    taken_by: int | None = None
    """The seat that took the muerto."""
    unplayed: bool = False
    """Whether its taker has done nothing since (2C.21)."""
    canastas: int = 0
    least_left: tuple[int, int] = (0, 0)
    """See the function of this name."""
    growing: dict[int, Growing] = field(default_factory=dict)
    """The side's melds by their number on the table."""

    def copy(self) -> Self:
        """The same again, to be changed on its own."""
        return replace(self, growing=dict(self.growing))

    def take_muerto(self, seat: int) -> int:
        """2C.17, 2C.18: the tiles go to this seat."""
        muerto, self.muerto = self.muerto, 0
        self.taken_by = seat
        self.unplayed = True
        self.note_what_must_stay()
        return muerto

    def add_canastas(self, count: int) -> None:
        """So many melds have become canastas."""
        if count:
            self.canastas += count
            self.note_what_must_stay()

    def note_what_must_stay(self) -> None:
        """2C.17, 2C.19."""
        self.least_left = least_left(taken=not self.muerto, canastas=self.canastas)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Racks and muertos as masks; the mazo with the tile drawn first at its end."""

    racks: list[int]
    muertos: list[int]
    mazo: list[int]


def deal(order: Sequence[int], seats: int) -> Dealt:
    """2A.3: a column of 11 for each seat, one for each side, and the rest is the mazo.

    The columns go to seat 0, 1, ... and to side 0 and 1; then come the 7 tiles in the centre and
    the columns that replace them (2A.4), so the mazo is drawn in the order given.
    """
    columns = [mask_of(order[i * COLUMN : (i + 1) * COLUMN]) for i in range(seats + SIDES)]
    rest = order[(seats + SIDES) * COLUMN : COUNT]
    return Dealt(columns[:seats], columns[seats:], list(reversed(rest)))
