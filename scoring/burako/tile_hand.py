"""The second way in: the tiles themselves, as the engine and the tile calculator have them.

The tiles are turned into the same `HandSheet` that people fill in, so both ways share one
breakdown and one set of objections.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.burako.codes import TEMPLATES, Code
from scoring.burako.hand import HandSheet, Muerto, SideSheet, score_hand
from scoring.burako.melds import (
    CanastaKind,
    IllegalMeldError,
    MalformedMeldError,
    Meld,
    meld_from_dict,
)
from scoring.burako.possible import impossibilities, most_tiles_on_table
from scoring.burako.reach import COLUMN, least_laid_tiles
from scoring.burako.rule_set import BurakoRuleSet
from scoring.burako.sheet import SheetReading, racks_per_side, read_muerto_rack, side_items
from scoring.burako.tiles import Tile, face_points, read_tiles
from scoring.reading import Reader, join
from scoring.refusal import FieldError


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTiles:
    """One side's tiles when the hand is over; `muerto_rack` as in `SideSheet`."""

    closed: bool
    muerto: Muerto
    melds: tuple[Meld, ...]
    racks: tuple[tuple[Tile, ...], ...]
    muerto_rack: int | None = None

    def places(self) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        """Every heap of tiles of the side with the path of its field."""
        for number, meld in enumerate(self.melds):
            yield f"melds.{number}", meld.tiles
        for number, rack in enumerate(self.racks):
            yield f"racks.{number}", rack


@dataclass(frozen=True, slots=True)
class HandTiles:
    """The tiles of both sides."""

    sides: tuple[SideTiles, SideTiles]


def sheet_from_tiles(rules: BurakoRuleSet, hand: HandTiles) -> HandSheet:
    """The sheet of a hand, counted from its tiles; trusts them (see `tile_objections`)."""
    first, second = hand.sides
    return HandSheet((_side_sheet(rules, first), _side_sheet(rules, second)))


def tile_objections(rules: BurakoRuleSet, hand: HandTiles) -> tuple[FieldError, ...]:
    """Why this hand cannot have happened: seen on the tiles first, then on their sheet."""
    reader = Reader(TEMPLATES)
    seen: set[Tile] = set()
    for number, side in enumerate(hand.sides):
        path = join("sides", number)
        for place, tiles in side.places():
            for each in tiles:
                if each in seen:
                    reader.refuse(f"{path}.{place}", Code.TILE_USED_TWICE, tile=each.id)
                seen.add(each)
        _count_tiles(reader, path, side)
    sheet = sheet_from_tiles(rules, hand)
    if len(seen) > most_tiles_on_table(sheet.sides):
        reader.refuse("sides", Code.TABLE_NOT_TOGETHER)
    reader.take(_on_tile_fields(error) for error in impossibilities(rules, sheet))
    return reader.errors.result()


def read_tile_hand(
    rules: BurakoRuleSet, data: object, *, seats: int, judged: bool = False
) -> SheetReading:
    """Read a hand given by its tiles; never raises on foreign data; `judged` as in `read_sheet`.

    ``{"sides": [side, side]}``, each side with ``closed``, ``muerto``, ``muerto_rack`` as on a
    sheet, ``melds`` (each in the form of 2G, or ``{"tiles": [...]}`` to be classified) and
    ``racks``, one list of tile ids per player.
    """
    reader = Reader(TEMPLATES)
    racks = racks_per_side(seats)
    sides = [
        _read_side(rules, reader, path, item, racks) for path, item in side_items(reader, data)
    ]
    match sides:
        case [SideTiles() as first, SideTiles() as second] if not reader.errors:
            hand = HandTiles((first, second))
        case _:
            return SheetReading(None, None, reader.errors.result())
    sheet = sheet_from_tiles(rules, hand)
    objections = () if judged else tile_objections(rules, hand)
    return SheetReading(sheet, score_hand(rules, sheet), objections)


def _side_sheet(rules: BurakoRuleSet, side: SideTiles) -> SideSheet:
    canastas = [meld.canasta for meld in side.melds]
    return SideSheet(
        closed=side.closed,
        pure_canastas=canastas.count(CanastaKind.PURE),
        impure_canastas=canastas.count(CanastaKind.IMPURE),
        muerto=side.muerto,
        laid_points=sum(face_points(rules, meld.tiles) for meld in side.melds),
        rack_points=tuple(face_points(rules, rack) for rack in side.racks),
        muerto_rack=side.muerto_rack,
    )


def _count_tiles(reader: Reader, path: str, side: SideTiles) -> None:
    """What only the tiles can tell for certain: their number."""
    if side.muerto_rack is not None and len(side.racks[side.muerto_rack]) != COLUMN:
        reader.refuse(f"{path}.muerto_rack", Code.MUERTO_RACK_NOT_ELEVEN)
    laid = sum(len(meld.tiles) for meld in side.melds)
    taken = side.muerto is not Muerto.UNTOUCHED
    least = least_laid_tiles([len(rack) for rack in side.racks], muerto_taken=taken)
    if laid < least:
        reader.refuse(f"{path}.melds", Code.LAID_TOO_FEW_TILES, least=least, most=laid)


_TILE_FIELDS = {
    "laid_points": "melds",
    "pure_canastas": "melds",
    "impure_canastas": "melds",
    "rack_points": "racks",
}


def _on_tile_fields(error: FieldError) -> FieldError:
    """An objection to the sheet, shown at the tiles it was counted from."""
    steps = [_TILE_FIELDS.get(step, step) for step in error.field.split(".")]
    return replace(error, field=".".join(steps))


def _read_side(
    rules: BurakoRuleSet, reader: Reader, path: str, data: object, racks: int
) -> SideTiles | None:
    values = reader.fields(path, data, ("closed", "muerto", "melds", "racks"), ("muerto_rack",))
    closed = reader.yes_no(join(path, "closed"), values["closed"])
    muerto = reader.choice(join(path, "muerto"), values["muerto"], Muerto)
    melds: list[Meld] = []
    at_melds, at_racks = join(path, "melds"), join(path, "racks")
    for number, item in enumerate(reader.items(at_melds, values["melds"]) or []):
        try:
            melds.append(meld_from_dict(rules, item))
        except (MalformedMeldError, IllegalMeldError) as refused:
            reader.take(error.below(join(at_melds, number)) for error in refused.errors)
    left = [
        tuple(read_tiles(reader, join(at_racks, number), item))
        for number, item in enumerate(reader.items(at_racks, values["racks"], racks) or [])
    ]
    muerto_rack = read_muerto_rack(reader, path, values, held=[bool(rack) for rack in left])
    if closed is None or muerto is None:
        return None
    return SideTiles(
        closed=closed,
        muerto=muerto,
        melds=tuple(melds),
        racks=tuple(left),
        muerto_rack=muerto_rack,
    )
