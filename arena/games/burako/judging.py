"""Asks the kernel, the one home of meld legality, about melds written as the engine has them."""

from typing import Final

from arena.games.burako.actions import Extend, NewMeld
from arena.games.burako.making import Growing, growing
from arena.games.burako.tiles import COLOURS, kernel_tiles
from scoring.burako import (
    BurakoRuleSet,
    Escalera,
    IllegalMeldError,
    MalformedMeldError,
    Meld,
    extend,
    lay_escalera,
    lay_pierna,
)

COLOUR_NUMBER: Final = {colour: number for number, colour in enumerate(COLOURS)}


class NoMeld(Exception):  # noqa: N818 - it is the kernel's refusal, in one sentence
    """The rules forbid this meld."""


def lay(rules: BurakoRuleSet, new: NewMeld) -> Meld:
    """The meld as the kernel sees it (2B.6 to 2B.9)."""
    tiles = kernel_tiles(new.tiles)
    try:
        if new.colour is None:
            return lay_pierna(rules, new.at, tiles)
        return lay_escalera(COLOURS[new.colour], new.at, tiles)
    except (IllegalMeldError, MalformedMeldError) as refused:
        raise NoMeld(refused.errors[0].message) from refused


def grow(rules: BurakoRuleSet, meld: Meld, action: Extend) -> Meld:
    """The meld with the tiles added (2B.7, 2B.10)."""
    try:
        return extend(rules, meld, action.end, kernel_tiles(action.tiles))
    except (IllegalMeldError, MalformedMeldError) as refused:
        raise NoMeld(refused.errors[0].message) from refused


def growing_of(index: int, meld: Meld) -> Growing:
    """What the enumeration needs of a laid meld."""
    size, wild = len(meld.tiles), meld.wildcard is not None
    if isinstance(meld, Escalera):
        return growing(index, COLOUR_NUMBER[meld.colour], meld.start, size, wild=wild)
    return growing(index, None, meld.number, size, wild=wild)
