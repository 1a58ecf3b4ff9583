"""From a shape and a rack to what is laid, and from that to the action itself.

An action costs as much again as finding its tiles, and whoever only writes down what is legal needs
none.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from arena.games.burako.actions import Extend, Lay, NewMeld
from arena.games.burako.tiles import (
    BIT,
    EVERY_WILD,
    FACES,
    NUMBERS,
    OF_ONE_NUMBER,
    mask_of,
)
from scoring.burako import End
from scoring.burako.melds import HIGH_ACE
from scoring.burako.tiles import TWO

Shape = tuple[int, ...]


class Growing(NamedTuple):
    """What matters of a laid meld for adding to it."""

    meld: int
    colour: int | None
    low: int
    """The lowest position, or the number of a pierna."""
    high: int
    size: int
    wild: bool
    below: int
    """The face that fits just below an escalera, or all faces of a pierna's number."""
    above: int
    """The face that fits just above an escalera."""
    near: int
    """Every face with which something can be added."""


Laid = tuple[int, End, int | None, int, list[int]]
"""The meld added to, or `NEW`; the end of it; a new meld's colour and position or number, as in
`NewMeld`; the tiles.  The second says nothing of a new meld, the third and fourth of no other."""
NEW: Final = -1
Maker = Callable[[int, Shape, Any, int], Laid]
"""Rack, shape, what it is about (a colour, a number, or the meld added to), face of the wildcard
(-1: none)."""
Group = tuple[Sequence[Shape], Maker, int | Growing, int]
"""What differs only in its shape, and the other arguments of its maker."""


def growing(meld: int, colour: int | None, at: int, size: int, *, wild: bool) -> Growing:
    """The record of a meld laid at position `at`, or of number `at`."""
    wilds = 0 if wild else EVERY_WILD
    if colour is None:
        below = OF_ONE_NUMBER << at - 1
        return Growing(meld, None, at, at, size, wild, below, 0, below | wilds)
    low, high = at, at + size - 1
    base = NUMBERS * colour - 1
    below = 1 << base + low - 1 if low > 1 else 0
    above = 1 << base + (high + 1 if high < NUMBERS else 1) if high < HIGH_ACE else 0
    return Growing(meld, colour, low, high, size, wild, below, above, below | above | wilds)


def action_of(laid: Laid) -> Extend | Lay:
    """The action that lays this."""
    meld, end, colour, at, found = laid
    tiles = tuple(found)
    if meld == NEW:
        return Lay((NewMeld(colour, at, tiles),), mask_of(tiles))
    return Extend(meld, end, tiles, mask_of(tiles))


def make_run(rack: int, shape: Shape, colour: int, wild: int) -> Laid:
    """A new escalera."""
    length, start, wild_at = shape
    tiles = _tiles_of_run(rack, colour, range(start, start + length), wild_at, wild)
    return NEW, End.SET, colour, start, tiles


def make_set(rack: int, shape: Shape, number: int, wild: int) -> Laid:
    """A new pierna."""
    return NEW, End.SET, None, number, _tiles_of_number(rack, shape, number, wild)


def make_added(rack: int, shape: Shape, meld: Growing, wild: int) -> Laid:
    """Something added to a pierna."""
    return meld.meld, End.SET, None, 0, _tiles_of_number(rack, shape, meld.low, wild)


def make_high(rack: int, shape: Shape, meld: Growing, wild: int) -> Laid:
    """Something added above an escalera."""
    assert meld.colour is not None
    count, wild_at = shape
    start = meld.high + 1
    tiles = _tiles_of_run(
        rack, meld.colour, range(start, start + count), start + wild_at - 1 if wild_at else 0, wild
    )
    return meld.meld, End.HIGH, None, 0, tiles


def make_low(rack: int, shape: Shape, meld: Growing, wild: int) -> Laid:
    """Something added below an escalera."""
    assert meld.colour is not None
    count, wild_at = shape
    low = meld.low
    tiles = _tiles_of_run(
        rack, meld.colour, range(low - count, low), low - wild_at if wild_at else 0, wild
    )
    return meld.meld, End.LOW, None, 0, tiles


def _tiles_of_number(rack: int, shape: Shape, number: int, wild: int) -> list[int]:
    tiles: list[int] = []
    face = number - 1
    for take in shape[1:]:
        if take == 2:
            tiles += (face, face + FACES)
        elif take:
            tiles.append(face if rack & BIT[face] else face + FACES)
        face += NUMBERS
    if wild >= 0:
        tiles.append(wild if rack & BIT[wild] else wild + FACES)
    return tiles


def _tiles_of_run(rack: int, colour: int, positions: range, wild_at: int, wild: int) -> list[int]:
    base = NUMBERS * colour - 1
    start, end = positions.start, positions.stop
    if end > HIGH_ACE or wild == base + TWO:
        return _tiles_with_one_face_twice(rack, base, positions, wild_at, wild)
    tiles = [face if rack & BIT[face] else face + FACES for face in range(base + start, base + end)]
    if wild_at:
        tiles[wild_at - start] = wild if rack & BIT[wild] else wild + FACES
    return tiles


def _tiles_with_one_face_twice(
    rack: int, base: int, positions: range, wild_at: int, wild: int
) -> list[int]:
    """An ace may lie at both ends, and the colour's own 2 beside itself as a wildcard."""
    tiles: list[int] = []
    for position in positions:
        tile = wild if position == wild_at else base + (position if position < HIGH_ACE else 1)
        if not rack & BIT[tile]:
            tile += FACES
        rack ^= BIT[tile]
        tiles.append(tile)
    return tiles
