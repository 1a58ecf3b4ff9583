"""The first way in: a sheet of counts and points, as people fill it in.

Foreign data is read field by field and every fault is noted at its field.  A reading carries
the score as soon as the data can be understood, even if it cannot be true: a live form shows
both the subtotal and the objection.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.burako.codes import TEMPLATES
from scoring.burako.hand import HandScore, HandSheet, Muerto, SideSheet, score_hand
from scoring.burako.possible import impossibilities
from scoring.burako.reach import reach_of
from scoring.burako.rule_set import BurakoRuleSet
from scoring.burako.tiles import TILES
from scoring.reading import Reader, join
from scoring.refusal import FieldError, RefusedError

SIDES: Final = 2
SEATS: Final = (2, 4)  # 2A.2


class SheetRefusedError(RefusedError):
    """The hand cannot be read, or cannot have happened."""


@dataclass(frozen=True, slots=True)
class SheetReading:
    """What came of reading a hand: the facts and their score if readable, and all objections."""

    sheet: HandSheet | None
    score: HandScore | None
    errors: tuple[FieldError, ...]

    def accepted(self) -> HandScore:
        """The score of a hand without objections, or `SheetRefusedError` with all of them."""
        if self.errors or self.score is None:
            raise SheetRefusedError(self.errors)
        return self.score


def read_sheet(
    rules: BurakoRuleSet, data: object, *, seats: int, judged: bool = False
) -> SheetReading:
    """Read the sheet of a hand for `seats` players; never raises on foreign data.

    `judged`: whether it is possible was asked when it was written and is not asked again. That
    is dear, and a later, stricter judgement must not unmake what has been written.

    ``{"sides": [side, side]}``, each side with ``closed``, ``pure_canastas``,
    ``impure_canastas``, ``muerto`` (untouched, taken_unplayed, played), ``laid_points``,
    ``rack_points`` (one per player) and ``muerto_rack``: the index of the rack that is a muerto
    taken but not played, which may be left out where only one rack can be meant.
    """
    reader = Reader(TEMPLATES)
    racks = racks_per_side(seats)
    sides = [
        _read_side(rules, reader, path, item, racks) for path, item in side_items(reader, data)
    ]
    sheet = None if reader.errors else as_sheet(sides)
    if sheet is None:
        return SheetReading(None, None, reader.errors.result())
    objections = () if judged else impossibilities(rules, sheet)
    return SheetReading(sheet, score_hand(rules, sheet), objections)


def sheet_as_dict(sheet: HandSheet) -> dict[str, object]:
    """Plain data that `read_sheet` reads back to an equal sheet."""
    return {
        "sides": [
            {
                "closed": side.closed,
                "pure_canastas": side.pure_canastas,
                "impure_canastas": side.impure_canastas,
                "muerto": side.muerto.value,
                "laid_points": side.laid_points,
                "rack_points": list(side.rack_points),
                "muerto_rack": side.muerto_rack,
            }
            for side in sheet.sides
        ]
    }


def racks_per_side(seats: int) -> int:
    """2A.2: two seats are two sides of one player, four seats two pairs."""
    if seats not in SEATS:
        raise ValueError(f"Burako has 2 or 4 seats, not {seats}")
    return seats // SIDES


def side_items(reader: Reader, data: object) -> list[tuple[str, object]]:
    """The two sides of a hand, each with its path."""
    items = reader.items("sides", reader.fields("", data, ("sides",))["sides"], SIDES) or []
    return [(join("sides", number), item) for number, item in enumerate(items)]


def as_sheet(sides: Iterable[SideSheet | None]) -> HandSheet | None:
    """The sheet of two sides that could both be read."""
    match list(sides):
        case [SideSheet() as first, SideSheet() as second]:
            return HandSheet((first, second))
        case _:
            return None


def read_muerto_rack(
    reader: Reader, path: str, values: Mapping[str, object], *, held: Sequence[bool]
) -> int | None:
    """Which rack is the unplayed muerto: the one named, or the only one that is not empty.

    So a player alone need not be asked, nor a side whose other rack was emptied by closing.
    `held` tells for each rack whether it has tiles.
    """
    if values.get("muerto_rack") is not None:
        at = join(path, "muerto_rack")
        return reader.number(at, values["muerto_rack"], 0, max(len(held) - 1, 0))
    candidates = [index for index, has_tiles in enumerate(held) if has_tiles]
    unplayed = values["muerto"] == Muerto.TAKEN_UNPLAYED.value
    return candidates[0] if unplayed and len(candidates) == 1 else None


def _read_side(
    rules: BurakoRuleSet, reader: Reader, path: str, data: object, racks: int
) -> SideSheet | None:
    values = reader.fields(
        path,
        data,
        ("closed", "pure_canastas", "impure_canastas", "muerto", "laid_points", "rack_points"),
        ("muerto_rack",),
    )
    most = reach_of(rules).all_points
    closed = reader.yes_no(join(path, "closed"), values["closed"])
    pure = reader.number(join(path, "pure_canastas"), values["pure_canastas"], 0, len(TILES))
    impure = reader.number(join(path, "impure_canastas"), values["impure_canastas"], 0, len(TILES))
    muerto = reader.choice(join(path, "muerto"), values["muerto"], Muerto)
    laid = reader.number(join(path, "laid_points"), values["laid_points"], 0, most)
    at_racks = join(path, "rack_points")
    items = reader.items(at_racks, values["rack_points"], racks) or []
    left = [reader.number(join(at_racks, i), item, 0, most) or 0 for i, item in enumerate(items)]
    muerto_rack = read_muerto_rack(reader, path, values, held=[points > 0 for points in left])
    if closed is None or pure is None or impure is None or muerto is None or laid is None:
        return None
    return SideSheet(
        closed=closed,
        pure_canastas=pure,
        impure_canastas=impure,
        muerto=muerto,
        laid_points=laid,
        rack_points=tuple(left),
        muerto_rack=muerto_rack,
    )
