"""The values a club may change, as one frozen and versioned value (RULES 2B, 2E, 2F).

A match pins the rule set it is played under, so the stored form is complete: nothing is
filled in from defaults, which may change later while the match still runs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Final, Self

from scoring.burako.codes import TEMPLATES, Code
from scoring.reading import Reader, join
from scoring.refusal import RefusedError

SCHEMA: Final = 1


class RuleSetRefusedError(RefusedError):
    """A rule set holds a value that no match could be played with."""


class UnplayedRackFree(StrEnum):
    """Whose rack costs nothing when it is the muerto taken but not played (2E, B12)."""

    CLOSER = "closer"
    BOTH = "both"


class OpeningPer(StrEnum):
    """Who has to open with `opening_points` (2B.13)."""

    SIDE = "side"
    PLAYER = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class TileValues:
    """Face values by the five kinds of tile the seed tells apart (2E)."""

    joker: int = 50
    two: int = 20
    ace: int = 15
    low: int = 5  # 3 to 7
    high: int = 10  # 8 to 13

    @property
    def by_kind(self) -> tuple[int, int, int, int, int]:
        """The values in the order of `tiles.Kind`."""
        return (self.joker, self.two, self.ace, self.low, self.high)

    @property
    def of_all_tiles(self) -> int:
        """What the 106 tiles are worth together: 1060 in the seed."""
        return sum(n * value for n, value in zip(TILES_OF_KIND, self.by_kind, strict=True))


TILES_OF_KIND: Final = (2, 8, 8, 40, 48)  # 2A.1, in the order of `tiles.Kind`


@dataclass(frozen=True, slots=True, kw_only=True)
class BurakoRuleSet:
    """The rules of one match; the defaults are the seed's.

    A match may end in up to three ways, whichever comes first: a target of points, a number
    of hands, a time limit.  At least one of them must be set.
    """

    tile_values: TileValues = field(default_factory=TileValues)
    pure_canasta: int = 200
    impure_canasta: int = 100
    close: int = 100
    muerto_not_played: int = 100  # taken off the score, 2E
    muerto_played: int = 0  # a bonus some clubs give; the seed gives none
    opening_points: int = 50  # 2B.13
    target_points: int | None = 3000  # 2F.25
    hand_limit: int | None = None  # 2F.25: the arena sets 40
    time_limit_minutes: int | None = None  # for the caller's clock; there is none in here
    unplayed_rack_free: UnplayedRackFree = UnplayedRackFree.CLOSER  # 2E, B12
    pierna_of_twos: bool = False  # 2B.9
    opening_per: OpeningPer = OpeningPer.SIDE  # 2B.13, read by the engine only
    may_end_hand: bool = False  # 2D.23, read by the engine only

    def __post_init__(self) -> None:
        reader = Reader(TEMPLATES)
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        tiles = {name: getattr(self.tile_values, name, None) for name in TILE_VALUE_NAMES}
        _check(reader, values, tiles)
        if reader.errors:
            raise RuleSetRefusedError(reader.errors.result())
        # A plain "both" is as good as the enumeration's member, but only a member is compared.
        object.__setattr__(self, "unplayed_rack_free", UnplayedRackFree(self.unplayed_rack_free))
        object.__setattr__(self, "opening_per", OpeningPer(self.opening_per))

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data that `from_dict` reads back to an equal rule set."""
        return {
            "schema": SCHEMA,
            **asdict(self),
            "unplayed_rack_free": self.unplayed_rack_free.value,
            "opening_per": self.opening_per.value,
        }

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read what `as_dict` wrote; anything else is refused with all its errors."""
        reader = Reader(TEMPLATES)
        values = reader.versioned(data, SCHEMA, [f.name for f in fields(cls)])
        tiles = reader.fields("tile_values", values["tile_values"], TILE_VALUE_NAMES)
        _check(reader, values, tiles)
        if reader.errors:
            raise RuleSetRefusedError(reader.errors.result())
        return cls(
            tile_values=TileValues(**_whole(tiles, TILE_VALUE_NAMES)),
            target_points=_whole_or_none(values["target_points"]),
            hand_limit=_whole_or_none(values["hand_limit"]),
            time_limit_minutes=_whole_or_none(values["time_limit_minutes"]),
            unplayed_rack_free=UnplayedRackFree(str(values["unplayed_rack_free"])),
            opening_per=OpeningPer(str(values["opening_per"])),
            pierna_of_twos=values["pierna_of_twos"] is True,
            may_end_hand=values["may_end_hand"] is True,
            **_whole(values, POINT_NAMES),
        )


# Bounds are there to catch slips, not to judge house rules; a tile must be worth something,
# since the sheet tells an empty rack from a full one by its points.
TILE_VALUE_RANGE: Final = (1, 500)
POINT_RANGE: Final = (0, 10_000)
END_RANGES: Final[dict[str, tuple[int, int]]] = {
    "target_points": (1, 100_000),
    "hand_limit": (1, 1_000),
    "time_limit_minutes": (1, 24 * 60),
}
TILE_VALUE_NAMES: Final = tuple(f.name for f in fields(TileValues))
POINT_NAMES: Final = (
    "pure_canasta",
    "impure_canasta",
    "close",
    "muerto_not_played",
    "muerto_played",
    "opening_points",
)


def _check(reader: Reader, values: Mapping[str, object], tiles: Mapping[str, object]) -> None:
    """Note every value that is of the wrong type or out of bounds."""
    faces = {
        name: reader.number(join("tile_values", name), value, *TILE_VALUE_RANGE)
        for name, value in tiles.items()
    }
    for name in POINT_NAMES:
        reader.number(name, values[name], *POINT_RANGE)
    if not reader.errors.touches("tile_values", "opening_points"):
        # An opening dearer than all tiles together would leave nobody anything to lay.
        most = TileValues(**_whole(faces, TILE_VALUE_NAMES)).of_all_tiles
        reader.number("opening_points", values["opening_points"], 0, most)
    for name, bounds in END_RANGES.items():
        if values[name] is not None:
            reader.number(name, values[name], *bounds)
    reader.choice("unplayed_rack_free", values["unplayed_rack_free"], UnplayedRackFree)
    reader.choice("opening_per", values["opening_per"], OpeningPer)
    reader.yes_no("pierna_of_twos", values["pierna_of_twos"])
    reader.yes_no("may_end_hand", values["may_end_hand"])
    if all(values[name] is None for name in END_RANGES):
        reader.refuse("target_points", Code.NO_MATCH_END)


def _whole(values: Mapping[str, object], names: tuple[str, ...]) -> dict[str, int]:
    """The named values, which `_check` has found to be whole numbers."""
    return {name: value for name in names if isinstance(value := values[name], int)}


def _whole_or_none(value: object) -> int | None:
    return value if isinstance(value, int) else None
