"""The 106 tiles (RULES 2A.1) and what they are worth (2E)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final

from scoring.burako.codes import TEMPLATES, Code
from scoring.burako.rule_set import BurakoRuleSet, TileValues
from scoring.reading import Reader, join, shown
from scoring.refusal import RefusedError

NUMBERS: Final = range(1, 14)
COPIES: Final = (1, 2)
ACE: Final = 1
TWO: Final = 2


class Colour(StrEnum):
    """The four colours; the letters stand in tile ids and in the actions of 2G."""

    BLUE = "b"
    GREEN = "g"
    RED = "r"
    YELLOW = "y"


class MalformedTileError(RefusedError):
    """The text is not the id of a tile."""


class Kind(IntEnum):
    """What a tile is worth depends on its kind alone; the order is that of `by_kind`."""

    JOKER = 0
    TWO = 1
    ACE = 2
    LOW = 3
    HIGH = 4


KIND_OF_NUMBER: Final = (
    Kind.JOKER,  # number 0
    Kind.ACE,
    Kind.TWO,
    *(Kind.LOW,) * 5,  # 3 to 7
    *(Kind.HIGH,) * 6,  # 8 to 13
)


@dataclass(frozen=True, slots=True)
class Tile:
    """One physical tile; take it from `tile` or `TILES` rather than making it."""

    id: str
    colour: Colour | None = field(compare=False)  # None for a joker
    number: int = field(compare=False)  # 0 for a joker
    kind: Kind = field(compare=False)

    @property
    def is_joker(self) -> bool:
        """Jokers substitute and do nothing else (2B.8)."""
        return self.number == 0

    @property
    def can_be_wild(self) -> bool:
        """Jokers and 2s; whether a 2 *is* wild depends on where it stands (2B.8, 2B.9)."""
        return self.kind <= Kind.TWO

    def __str__(self) -> str:
        return self.id


def _make_tiles() -> tuple[Tile, ...]:
    numbered = [
        Tile(f"{colour}{number}#{copy}", colour, number, KIND_OF_NUMBER[number])
        for colour in Colour
        for number in NUMBERS
        for copy in COPIES
    ]
    jokers = [Tile(f"J#{copy}", None, 0, Kind.JOKER) for copy in COPIES]
    return (*numbered, *jokers)


TILES: Final[tuple[Tile, ...]] = _make_tiles()
KIND_COUNTS: Final = tuple(sum(t.kind is kind for t in TILES) for kind in Kind)

_BY_ID: Final[dict[str, Tile]] = {t.id: t for t in TILES}


def tile(tile_id: object) -> Tile:
    """The tile with this id, such as ``g7#2`` or ``J#1``."""
    reader = Reader(TEMPLATES)
    found = _read_tile(reader, "", tile_id)
    if found is None:
        raise MalformedTileError(reader.errors.result())
    return found


def read_tiles(reader: Reader, path: str, value: object) -> list[Tile]:
    """The tiles of a list of ids, noting at its place each one that does not exist."""
    items = reader.items(path, value) or []
    read = (_read_tile(reader, join(path, index), item) for index, item in enumerate(items))
    return [found for found in read if found is not None]


def _read_tile(reader: Reader, path: str, value: object) -> Tile | None:
    found = _BY_ID.get(value) if isinstance(value, str) else None
    if found is None:
        reader.refuse(path, Code.TILE_UNKNOWN, tile=shown(value))
    return found


def face_points(rules: BurakoRuleSet | TileValues, tiles: Iterable[Tile]) -> int:
    """The sum of face values; a wildcard counts its own face (2E)."""
    values = rules.tile_values if isinstance(rules, BurakoRuleSet) else rules
    by_kind = values.by_kind
    return sum(by_kind[t.kind] for t in tiles)
