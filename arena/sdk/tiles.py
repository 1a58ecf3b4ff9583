"""Burako's tiles for bots: what stands on a tile, what it is worth, where it fits.

Tiles are written as everywhere in the arena: colour, number and copy (``g7#2``), jokers ``J#1`` and
``J#2``.  Openings with several melds, which `legal` leaves out, are found by `openings_in_view`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.games.burako.actions import Discard, Extend, Lay
from arena.games.burako.planning import openings_in_view
from arena.games.burako.tiles import BY_ID, COLOURS, ID, TILE
from scoring.burako import End, Escalera, Tile
from scoring.burako.melds import CANASTA, HIGH_ACE, is_natural_in_escalera
from scoring.burako.tiles import ACE

if TYPE_CHECKING:
    from arena.games.burako.actions import Action
    from arena.games.burako.ruleset import BurakoRules
    from arena.games.burako.view import View
    from scoring.burako import Meld

__all__ = [
    "CANASTA", "colour", "fits", "is_joker", "is_wild", "laid", "melds_of", "number",
    "openings_in_view", "points", "side_of", "tile", "wildcards",
]  # fmt: skip


def tile(tile_id: str) -> Tile:
    """The tile of this id."""
    return TILE[BY_ID[tile_id]]


def colour(tile_id: str) -> str | None:
    """ "b", "g", "r" or "y"; None for a joker."""
    found = tile(tile_id).colour
    return None if found is None else found.value


def number(tile_id: str) -> int:
    """1 to 13; 0 for a joker."""
    return tile(tile_id).number


def is_joker(tile_id: str) -> bool:
    """Whether it only ever stands for another tile."""
    return tile(tile_id).is_joker


def is_wild(tile_id: str) -> bool:
    """Whether it can stand for another tile: jokers and 2s."""
    return tile(tile_id).can_be_wild


def points(rules: "BurakoRules", *tile_ids: str) -> int:
    """What the tiles are worth together."""
    values = rules.options.tile_values.by_kind
    return sum(values[tile(tile_id).kind] for tile_id in tile_ids)


def side_of(seat: int) -> int:
    """The side of a seat: partners sit opposite."""
    return seat % 2


def melds_of(view: "View", side: int) -> "Iterator[tuple[int, Meld]]":
    """A side's melds with their numbers on the table."""
    for place, lying in enumerate(view.melds):
        if lying.side == side:
            yield place, lying.meld


def fits(meld: "Meld", tile_id: str) -> bool:
    """Whether the tile can be added to the meld at once, standing for itself."""
    one = tile(tile_id)
    if not isinstance(meld, Escalera):
        return one.number == meld.number
    if one.colour != meld.colour:
        return False
    above = ACE if meld.end + 1 == HIGH_ACE else meld.end + 1
    return one.number == meld.start - 1 or (meld.end < HIGH_ACE and one.number == above)


def laid(action: "Action") -> tuple[str, ...]:
    """The tiles that an action lays or throws away."""
    match action:
        case Lay():
            return tuple(ID[t] for meld in action.melds for t in meld.tiles)
        case Extend():
            return tuple(ID[t] for t in action.tiles)
        case Discard():
            return (ID[action.tile],)
        case _:
            return ()


def wildcards(view: "View", action: "Lay | Extend") -> tuple[str, ...]:
    """Those of the tiles laid that stand for another; a 2 at its own place is none."""
    if isinstance(action, Lay):
        places = [
            (ID[t], None if new.colour is None else COLOURS[new.colour], new.at, nth)
            for new in action.melds
            for nth, t in enumerate(new.tiles)
        ]
    else:
        meld = view.melds[action.meld].meld
        if isinstance(meld, Escalera):
            low = action.end is End.LOW
            at = meld.start - len(action.tiles) if low else meld.end + 1
            places = [(ID[t], meld.colour, at, nth) for nth, t in enumerate(action.tiles)]
        else:
            places = [(ID[t], None, meld.number, 0) for t in action.tiles]
    return tuple(
        tile_id
        for tile_id, run, at, nth in places
        if not (
            tile(tile_id).number == at
            if run is None
            else is_natural_in_escalera(tile(tile_id), run, at + nth)
        )
    )
