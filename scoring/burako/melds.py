"""Piernas, escaleras and canastas (RULES 2B.6 to 2B.12): the one home of meld legality.

`lay_pierna` and `lay_escalera` judge tiles in a stated place, as the engine and the protocol
(2G) have them.  `readings` answers the question of someone who only sees a heap of tiles:
what can this be?
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.burako.codes import TEMPLATES, Code
from scoring.burako.rule_set import BurakoRuleSet
from scoring.burako.tiles import ACE, NUMBERS, TWO, Colour, Tile, read_tiles
from scoring.reading import Reader, ShapeCode
from scoring.refusal import FieldError, RefusedError

SHORTEST: Final = 3  # 2B.6, 2B.7
CANASTA: Final = 7  # 2B.12
HIGH_ACE: Final = 14  # 2B.7: position 14 is a second use of number 1


class MalformedMeldError(RefusedError):
    """The data does not describe a meld at all."""


class IllegalMeldError(RefusedError):
    """A well-formed meld that the rules forbid."""


class CanastaKind(StrEnum):
    """What a meld of seven or more tiles is (2B.12)."""

    PURE = "pure"
    IMPURE = "impure"


class End(StrEnum):
    """Where tiles are added to a meld, in the words of 2G."""

    LOW = "low"
    HIGH = "high"
    SET = "set"


@dataclass(frozen=True, slots=True)
class _Laid:
    """What both kinds of meld share; made by the functions below, never by hand."""

    tiles: tuple[Tile, ...]
    wildcard: Tile | None

    @property
    def canasta(self) -> CanastaKind | None:
        """2B.12: seven or more tiles; a wildcard makes it impure for good."""
        if len(self.tiles) < CANASTA:
            return None
        return CanastaKind.PURE if self.wildcard is None else CanastaKind.IMPURE


@dataclass(frozen=True, slots=True)
class Pierna(_Laid):
    """Tiles of one number (2B.6)."""

    number: int

    def as_dict(self) -> dict[str, object]:
        """The form of 2G."""
        return {"t": "set", "n": self.number, "tiles": [t.id for t in self.tiles]}


@dataclass(frozen=True, slots=True)
class Escalera(_Laid):
    """Consecutive positions of one colour, `tiles[0]` standing at `start` (2B.7)."""

    colour: Colour
    start: int

    @property
    def end(self) -> int:
        """The highest position taken."""
        return self.start + len(self.tiles) - 1

    def as_dict(self) -> dict[str, object]:
        """The form of 2G."""
        return {
            "t": "run",
            "c": self.colour.value,
            "start": self.start,
            "tiles": [t.id for t in self.tiles],
        }


Meld = Pierna | Escalera


def lay_pierna(rules: BurakoRuleSet, number: int, tiles: Sequence[Tile]) -> Pierna:
    """A pierna of `number`, or `IllegalMeldError`."""
    _refuse_repeats(tiles)
    twos_are_natural = rules.pierna_of_twos and number == TWO  # 2B.9
    if number == TWO and not twos_are_natural:
        raise _illegal(Code.PIERNA_OF_TWOS)
    wild: list[Tile] = []
    for each in tiles:
        if each.number == number:
            continue
        if not each.can_be_wild:
            raise _illegal(Code.PIERNA_OTHER_NUMBER, tile=each.id, number=number)
        wild.append(each)
    return Pierna(tuple(tiles), _only_wildcard(tiles, wild), number)


def lay_escalera(colour: Colour, start: int, tiles: Sequence[Tile]) -> Escalera:
    """An escalera with `tiles[0]` at position `start`, or `IllegalMeldError`."""
    _refuse_repeats(tiles)
    if start < 1 or start + len(tiles) - 1 > HIGH_ACE:
        raise _illegal(Code.ESCALERA_PAST_ACE)
    wild: list[Tile] = []
    for position, each in enumerate(tiles, start):
        if is_natural_in_escalera(each, colour, position):
            continue
        if not each.can_be_wild:
            raise _illegal(Code.ESCALERA_TILE_MISPLACED, tile=each.id, position=position)
        wild.append(each)
    return Escalera(tuple(tiles), _only_wildcard(tiles, wild), colour, start)


def is_natural_in_escalera(each: Tile, colour: Colour, position: int) -> bool:
    """2B.7 and 2B.9: own colour and number; the 1 also at 14; so a 2 only at position 2."""
    return each.colour == colour and each.number == (ACE if position == HIGH_ACE else position)


def extend(rules: BurakoRuleSet, meld: Meld, end: End, tiles: Sequence[Tile]) -> Meld:
    """The meld grown at one end (2B.7); what lies stays where it lies (2B.10)."""
    if isinstance(meld, Pierna):
        if end is not End.SET:
            raise _illegal(Code.END_NOT_OF_THIS_MELD)
        return lay_pierna(rules, meld.number, (*meld.tiles, *tiles))
    if end is End.HIGH:
        return lay_escalera(meld.colour, meld.start, (*meld.tiles, *tiles))
    if end is End.LOW:
        start = meld.start - len(tiles)
        return lay_escalera(meld.colour, start, (*tiles, *meld.tiles))
    raise _illegal(Code.END_NOT_OF_THIS_MELD)


def readings(rules: BurakoRuleSet, tiles: Sequence[Tile]) -> tuple[Meld, ...]:
    """Every meld these tiles can be, those without a wildcard first, then by position."""
    _refuse_repeats(tiles)
    if len(tiles) < SHORTEST:
        return ()
    found: list[Meld] = []
    for number in sorted({t.number for t in tiles if not t.is_joker}):
        try:
            found.append(lay_pierna(rules, number, tiles))
        except IllegalMeldError:
            continue
    for colour in sorted({t.colour for t in tiles if t.colour is not None}):
        for start in range(1, HIGH_ACE - len(tiles) + 2):
            order = _order_in_escalera(colour, start, tiles)
            if order is not None:
                found.append(lay_escalera(colour, start, order))
    return tuple(sorted(found, key=lambda meld: meld.wildcard is not None))


def classify(rules: BurakoRuleSet, tiles: Sequence[Tile]) -> Meld:
    """The best reading of a heap of tiles: a natural 2 before a wild one, so pure before impure.

    Where a wildcard was really laid stays the secret of whoever laid it; the points of a
    closed hand depend on it only through pure or impure.
    """
    found = readings(rules, tiles)
    if found:
        return found[0]
    if len(tiles) < SHORTEST:
        raise _illegal(Code.MELD_TOO_SHORT, least=SHORTEST)
    raise _illegal(Code.MELD_NONE_FITS)


def meld_from_dict(rules: BurakoRuleSet, data: object) -> Meld:
    """Read a meld in the form of 2G, or a bare ``{"tiles": [...]}`` to be classified."""
    reader = Reader(TEMPLATES)
    kind = data.get("t") if isinstance(data, dict) else None
    if kind == "run":
        values = reader.fields("", data, ("t", "c", "start", "tiles"))
        colour = reader.choice("c", values["c"], Colour)
        start = reader.number("start", values["start"], 1, HIGH_ACE)
        tiles = read_tiles(reader, "tiles", values["tiles"])
        if not reader.errors and colour is not None and start is not None:
            return lay_escalera(colour, start, tiles)
    elif kind == "set":
        values = reader.fields("", data, ("t", "n", "tiles"))
        number = reader.number("n", values["n"], 1, NUMBERS[-1])
        tiles = read_tiles(reader, "tiles", values["tiles"])
        if not reader.errors and number is not None:
            return lay_pierna(rules, number, tiles)
    elif kind is None:
        tiles = read_tiles(reader, "tiles", reader.fields("", data, ("tiles",))["tiles"])
        if not reader.errors:
            return classify(rules, tiles)
    else:
        reader.refuse("t", ShapeCode.NOT_A_CHOICE, choices="run, set")
    raise MalformedMeldError(reader.errors.result())


def _order_in_escalera(colour: Colour, start: int, tiles: Sequence[Tile]) -> list[Tile] | None:
    """The tiles in ascending position from `start`, or None if they cannot stand there.

    Every position takes its natural tile if there is one, because a tile left over must be
    the wildcard and there is room for one only (2B.8).
    """
    left = sorted(tiles, key=lambda t: t.id)
    order: list[Tile | None] = []
    for position in range(start, start + len(tiles)):
        natural = next((t for t in left if is_natural_in_escalera(t, colour, position)), None)
        if natural is not None:
            left.remove(natural)
        order.append(natural)
    if len(left) > 1 or (left and not left[0].can_be_wild):
        return None
    return [left[0] if each is None else each for each in order]


def _only_wildcard(tiles: Sequence[Tile], wild: Sequence[Tile]) -> Tile | None:
    """The last tests common to both kinds of meld (2B.6 to 2B.8)."""
    if len(tiles) < SHORTEST:
        raise _illegal(Code.MELD_TOO_SHORT, least=SHORTEST)
    if len(wild) > 1:
        raise _illegal(Code.MELD_TWO_WILDCARDS)
    return wild[0] if wild else None


def _refuse_repeats(tiles: Sequence[Tile]) -> None:
    if len(set(tiles)) != len(tiles):
        twice = next(t for index, t in enumerate(tiles) if t in tiles[:index])
        raise MalformedMeldError([_error(Code.TILE_USED_TWICE, tile=twice.id)])


def _illegal(code: Code, **params: int | str) -> IllegalMeldError:
    return IllegalMeldError([_error(code, **params)])


def _error(code: Code, **params: int | str) -> FieldError:
    return FieldError("", code, TEMPLATES[code], params)
