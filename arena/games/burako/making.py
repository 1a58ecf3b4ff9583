"""From a shape and a rack to the action itself."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena.games.burako.actions import Extend, Lay, NewMeld
from arena.games.burako.tiles import BIT, EVERY_WILD, FACES, NUMBERS, OF_ONE_NUMBER
from scoring.burako import End
from scoring.burako.melds import HIGH_ACE

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


Maker = Callable[[int, Shape, int | Growing, int], Extend | Lay]
"""Rack, shape, what it is about (a colour, a number, or the meld added to), face of the wildcard
(-1: none)."""
Group = tuple[Sequence[Shape], Maker, int | Growing, int]
"""Actions that differ only in their shape, and the other arguments of their maker."""


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


def make_run(rack: int, shape: Shape, about: int | Growing, wild: int) -> Extend | Lay:
    """The action of a new escalera."""
    assert isinstance(about, int)
    length, start, wild_at = shape
    tiles, mask = _tiles_of_run(rack, about, range(start, start + length), wild_at, wild)
    return Lay((NewMeld(about, start, tiles),), mask)


def make_set(rack: int, shape: Shape, about: int | Growing, wild: int) -> Extend | Lay:
    """The action of a new pierna."""
    assert isinstance(about, int)
    tiles, mask = _tiles_of_number(rack, shape, about, wild)
    return Lay((NewMeld(None, about, tiles),), mask)


def make_added(rack: int, shape: Shape, about: int | Growing, wild: int) -> Extend | Lay:
    """The action of adding to a pierna."""
    assert isinstance(about, Growing)
    tiles, mask = _tiles_of_number(rack, shape, about.low, wild)
    return Extend(about.meld, End.SET, tiles, mask)


def make_high(rack: int, shape: Shape, about: int | Growing, wild: int) -> Extend | Lay:
    """The action of adding above an escalera."""
    assert isinstance(about, Growing)
    assert about.colour is not None
    count, wild_at = shape
    first = about.high + 1
    tiles, mask = _tiles_of_run(
        rack, about.colour, range(first, first + count), first + wild_at - 1 if wild_at else 0, wild
    )
    return Extend(about.meld, End.HIGH, tiles, mask)


def make_low(rack: int, shape: Shape, about: int | Growing, wild: int) -> Extend | Lay:
    """The action of adding below an escalera."""
    assert isinstance(about, Growing)
    assert about.colour is not None
    count, wild_at = shape
    tiles, mask = _tiles_of_run(
        rack,
        about.colour,
        range(about.low - count, about.low),
        about.low - wild_at if wild_at else 0,
        wild,
    )
    return Extend(about.meld, End.LOW, tiles, mask)


def _tiles_of_number(
    rack: int, shape: Shape, number: int, wild: int
) -> tuple[tuple[int, ...], int]:
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
    mask = 0
    for tile in tiles:
        mask |= BIT[tile]
    return tuple(tiles), mask


def _tiles_of_run(
    rack: int, colour: int, positions: range, wild_at: int, wild: int
) -> tuple[tuple[int, ...], int]:
    base = NUMBERS * colour - 1
    left = rack
    tiles = []
    for position in positions:
        tile = wild if position == wild_at else base + (position if position < HIGH_ACE else 1)
        if not left & BIT[tile]:
            tile += FACES
        left ^= BIT[tile]
        tiles.append(tile)
    return tuple(tiles), rack ^ left
