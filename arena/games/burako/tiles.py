"""The 106 tiles as numbers and sets of tiles as bit masks (2A.1).

A *face* is what is printed on a tile: colour * 13 + number - 1, and 52 for a joker.  A *tile* is
copy * 53 + face, so a mask is two planes of 53 bits: `mask | mask >> 53` shows which faces are
there, `mask & mask >> 53` which are there twice.  People and JSON see only ids such as ``g7#2``.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from scoring.burako import TILES, Colour, Kind, Tile, TileValues

COLOURS: Final = tuple(Colour)
NUMBERS: Final = 13
FACES: Final = 53
JOKER: Final = 52
"""The face of both jokers."""
COUNT: Final = 2 * FACES
BIT: Final = tuple(1 << tile for tile in range(COUNT))
EVERY_FACE: Final = (1 << FACES) - 1
ONE_COLOUR: Final = (1 << NUMBERS) - 1
OF_ONE_NUMBER: Final = sum(1 << NUMBERS * colour for colour in range(4))
"""The four faces of number 1; shifted by n - 1 those of number n."""


def _number_of(tile: Tile) -> int:
    copy = int(tile.id[-1]) - 1
    if tile.colour is None:
        return copy * FACES + JOKER
    return copy * FACES + COLOURS.index(tile.colour) * NUMBERS + tile.number - 1


TILE: Final[tuple[Tile, ...]] = tuple(sorted(TILES, key=_number_of))
"""Our number of a tile to the kernel's tile."""
ID: Final = tuple(tile.id for tile in TILE)
BY_ID: Final = {tile_id: number for number, tile_id in enumerate(ID)}
FULL_PACK: Final = tuple(BY_ID[tile.id] for tile in TILES)
"""All tiles sorted by colour, number and copy, jokers last: what is shuffled."""
PLACE_IN_PACK: Final = tuple(FULL_PACK.index(number) for number in range(COUNT))
"""The order in which tiles are shown, and 2G's "lowest colour, number, copy"."""
OF_KIND: Final = tuple(
    sum(1 << number for number, tile in enumerate(TILE) if tile.kind is kind) for kind in Kind
)
WILD_FACES: Final = (JOKER, *(NUMBERS * colour + 1 for colour in range(4)))
"""The five faces that can be wild: joker, and the 2s of the four colours (2B.8)."""
EVERY_WILD: Final = sum(1 << face for face in WILD_FACES)


def tiles_of(mask: int) -> Iterator[int]:
    """The tiles of a mask, lowest number first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(tiles: Iterable[int]) -> int:
    """The mask of some tiles."""
    mask = 0
    for tile in tiles:
        mask |= BIT[tile]
    return mask


def in_pack_order(mask: int) -> list[int]:
    """The tiles of a mask in the order of the sorted pack: both copies of a face together."""
    found: list[int] = []
    second = mask >> FACES
    faces = (mask | second) & EVERY_FACE
    while faces:
        lowest = faces & -faces
        face = lowest.bit_length() - 1
        if mask & lowest:
            found.append(face)
        if second & lowest:
            found.append(face + FACES)
        faces ^= lowest
    return found


def ids_of(mask: int) -> list[str]:
    """The ids of a mask in the order of the sorted pack."""
    return [ID[tile] for tile in in_pack_order(mask)]


def kernel_tiles(tiles: Iterable[int]) -> tuple[Tile, ...]:
    """The same tiles as `scoring.burako` knows them."""
    return tuple(map(TILE.__getitem__, tiles))


def points_of(values: TileValues, mask: int) -> int:
    """The face values of a mask (2E)."""
    return sum(
        (mask & of_kind).bit_count() * value
        for of_kind, value in zip(OF_KIND, values.by_kind, strict=True)
    )
