"""How two bots of a match played the same cards: plain values, no database.

Every board is played in each rotation, so that both sit before each hand once. Seats, rotations and
boards are numbered from 0, as in the replay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """What one bot made of a hand."""

    rotation: int
    points: int
    is_forfeit: bool
    """Whether it gave the board away."""


@dataclass(frozen=True, slots=True)
class HandCell:
    """The same cards in the hands of both; None: not played."""

    one: Played | None
    other: Played | None

    @property
    def difference(self) -> int | None:
        """How many points more the first made of them."""
        if self.one is None or self.other is None:
            return None
        return self.one.points - self.other.points


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """One shuffle: every hand of it, and what is left when the cards are taken out."""

    number: int
    cells: tuple[HandCell, ...]

    @property
    def difference(self) -> int:
        return sum(cell.difference or 0 for cell in self.cells)


@dataclass(frozen=True, slots=True)
class SameCards:
    """A deal set, side by side."""

    hands: tuple[Seats, ...]
    boards: tuple[BoardComparison, ...]

    @property
    def one_better(self) -> int:
        return sum(board.difference > 0 for board in self.boards)

    @property
    def other_better(self) -> int:
        return sum(board.difference < 0 for board in self.boards)

    @property
    def level(self) -> int:
        return len(self.boards) - self.one_better - self.other_better

    @property
    def difference(self) -> int:
        return sum(board.difference for board in self.boards)


def same_cards(
    results: Sequence[Mapping[str, Any]],
    rotations: Sequence[Sequence[int]],
    one: Sequence[int],
    other: Sequence[int],
) -> SameCards:
    """From the boards as a match keeps them and the participant at each seat in every rotation;
    `one` and `other`: the places of both sides."""
    one_sat, other_sat = _seated(rotations, one), _seated(rotations, other)
    hands = tuple(sorted(one_sat.keys() & other_sat.keys()))
    boards = {(row["board"], row["rotation"]): row for row in results}
    return SameCards(
        hands=hands,
        boards=tuple(
            BoardComparison(
                number,
                tuple(
                    HandCell(
                        _played(boards.get((number, one_sat[hand])), one),
                        _played(boards.get((number, other_sat[hand])), other),
                    )
                    for hand in hands
                ),
            )
            for number in sorted({board for board, _ in boards})
        ),
    )


def _seated(rotations: Sequence[Sequence[int]], places: Sequence[int]) -> dict[Seats, int]:
    """The seats that a side has had, and in which rotation first."""
    found: dict[Seats, int] = {}
    for number, at_seats in enumerate(rotations):
        seats = tuple(seat for seat, place in enumerate(at_seats) if place in places)
        found.setdefault(seats, number)
    return found


def _played(board: Mapping[str, Any] | None, places: Sequence[int]) -> Played | None:
    if board is None:
        return None
    guilty = (board["forfeit"] or {"places": ()})["places"]
    return Played(
        rotation=int(board["rotation"]),
        points=int(board["points"][places[0]]),
        is_forfeit=any(place in guilty for place in places),
    )
