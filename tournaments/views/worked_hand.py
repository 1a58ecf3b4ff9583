"""A worked hand as a page shows it."""

from dataclasses import dataclass

from scoring.burako import BurakoRuleSet, CanastaKind, SideScore, SideTiles, Tile
from scoring.burako.explain import branch_label, line_label
from scoring.burako.hand import ScoreLine
from scoring.burako.worked_hand import worked_hand
from scoring.messages import Message


@dataclass(frozen=True)
class ShownMeld:
    """Tiles that lie together; `canasta` is "pure", "impure" or empty."""

    tiles: tuple[Tile, ...]
    canasta: str


@dataclass(frozen=True)
class ShownLine:
    """A line of the breakdown; "twice 100" is shown as such only where that helps."""

    label: Message
    line: ScoreLine

    @property
    def rack(self) -> int | None:
        """Whose rack, counted from 1."""
        return None if self.line.rack is None else self.line.rack + 1

    @property
    def shows_sum(self) -> bool:
        return abs(self.line.unit_points) > 1 and self.line.quantity > 1


@dataclass(frozen=True)
class ShownSide:
    """One side: its tiles, and how they are counted."""

    branch: Message
    melds: tuple[ShownMeld, ...]
    racks: tuple[tuple[Tile, ...], ...]
    lines: tuple[ShownLine, ...]
    total: int


def worked_hand_shown(rules: BurakoRuleSet) -> tuple[ShownSide, ...]:
    """Both sides, or nothing where these rules do not allow the example."""
    example = worked_hand(rules)
    if example is None:
        return ()
    pairs = zip(example.tiles.sides, example.score.sides, strict=True)
    return tuple(side_shown(tiles, score) for tiles, score in pairs)


def side_shown(tiles: SideTiles, score: SideScore) -> ShownSide:
    """One side of a hand that is over."""
    melds = (ShownMeld(meld.tiles, _canasta(meld.canasta)) for meld in tiles.melds)
    return ShownSide(
        branch=branch_label(score),
        melds=tuple(melds),
        racks=tuple(rack for rack in tiles.racks if rack),
        # An empty rack counts nothing: the line would only puzzle a reader of the rules.
        lines=tuple(ShownLine(line_label(line), line) for line in score.lines if line.quantity > 0),
        total=score.total,
    )


def _canasta(kind: CanastaKind | None) -> str:
    return "" if kind is None else kind.value
