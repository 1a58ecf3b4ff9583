"""A short human notation for replays; copies of a tile are not told apart.

    +            draws from the mazo       ++         takes the pozo
    g3 g4 [J] g6 lays an escalera          7: b g [b2] lays a pierna of sevens
    A & B        lays both melds           ↓b9        discards
    2←g7 g8      adds to meld 2            g1 g2→2    adds below meld 2
    close?       asks the partner          close! / go on!   the answer
    ■            ends the hand

Square brackets hold a wildcard: a joker J, or a 2 that does not stand in its own place.
"""

from collections.abc import Sequence

from arena.games.burako.tiles import COLOURS, TILE
from scoring.burako import is_natural_in_escalera
from scoring.burako.tiles import Tile


def tile_notation(tile: int) -> str:
    """``g7``, or ``J`` for a joker."""
    return TILE[tile].id.partition("#")[0]


def laid_notation(colour: int | None, at: int, tiles: Sequence[int]) -> str:
    """A meld as it was laid."""
    if colour is None:
        return f"{at}: " + " ".join(_in_pierna(TILE[tile], at) for tile in tiles)
    return " ".join(
        tile_notation(tile)
        if is_natural_in_escalera(TILE[tile], COLOURS[colour], position)
        else f"[{tile_notation(tile)}]"
        for position, tile in enumerate(tiles, at)
    )


def _in_pierna(tile: Tile, number: int) -> str:
    if tile.number == number and tile.colour is not None:
        return tile.colour.value
    return f"[{tile.id.partition('#')[0]}]"
