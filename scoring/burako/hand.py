"""The score of one hand with its breakdown (RULES 2E): plain arithmetic over stated facts.

Nothing here asks whether the facts can be true; that is the business of `possible`.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.burako.rule_set import BurakoRuleSet, UnplayedRackFree


class Muerto(StrEnum):
    """What became of a side's muerto (2C.17 to 2C.21)."""

    UNTOUCHED = "untouched"
    TAKEN_UNPLAYED = "taken_unplayed"
    PLAYED = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSheet:
    """One side of the sheet when the hand is over.

    `muerto_rack` says which rack is the muerto taken but not played.  By 2C.18 and 2C.21 such
    a muerto is still exactly the 11 tiles in its taker's rack: it was taken by the last
    discard and no turn has begun since.  Two racks of points do not show which one that is,
    and 2E may leave it uncounted, so the sheet has to carry it.  None stands for "no rack":
    with `TAKEN_UNPLAYED` every rack is then counted.
    """

    closed: bool
    pure_canastas: int
    impure_canastas: int
    muerto: Muerto
    laid_points: int
    rack_points: tuple[int, ...]
    muerto_rack: int | None = None

    @property
    def canastas(self) -> int:
        """Canastas of either kind."""
        return self.pure_canastas + self.impure_canastas


@dataclass(frozen=True, slots=True)
class HandSheet:
    """Both sides of the sheet of one hand."""

    sides: tuple[SideSheet, SideSheet]


class Branch(StrEnum):
    """The three columns of the table in 2E."""

    CLOSER = "closer"
    WITH_CANASTA = "with_canasta"
    WITHOUT_CANASTA = "without_canasta"


class LineCode(StrEnum):
    """Stable names of the lines of a breakdown."""

    CLOSE = "close"
    PURE_CANASTAS = "pure_canastas"
    IMPURE_CANASTAS = "impure_canastas"
    MUERTO_PLAYED = "muerto_played"
    MUERTO_NOT_PLAYED = "muerto_not_played"
    LAID = "laid"
    LAID_AGAINST = "laid_against"
    RACK = "rack"
    RACK_FREE = "rack_free"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line: `quantity` times `unit_points`; tiles count their face, so their unit is ±1.

    `rack` numbers the rack that a rack line is about.
    """

    code: LineCode
    quantity: int
    unit_points: int
    rack: int | None = None

    @property
    def amount(self) -> int:
        """What the line adds to the total."""
        return self.quantity * self.unit_points

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data."""
        return {
            "code": self.code.value,
            "quantity": self.quantity,
            "unit_points": self.unit_points,
            "amount": self.amount,
            "rack": self.rack,
        }


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side's lines and the column of 2E they come from."""

    branch: Branch
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The side's points of this hand; may be negative."""
        return sum(line.amount for line in self.lines)

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data."""
        return {
            "branch": self.branch.value,
            "lines": [line.as_dict() for line in self.lines],
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class HandScore:
    """The scores of both sides."""

    sides: tuple[SideScore, SideScore]

    @property
    def totals(self) -> tuple[int, int]:
        """What `match_progress` adds up."""
        return (self.sides[0].total, self.sides[1].total)

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data."""
        return {"sides": [side.as_dict() for side in self.sides]}


def score_hand(rules: BurakoRuleSet, sheet: HandSheet) -> HandScore:
    """2E for both sides; if nobody closed, both are scored as sides that did not close (2D.23)."""
    first, second = sheet.sides
    return HandScore((score_side(rules, first), score_side(rules, second)))


def score_side(rules: BurakoRuleSet, side: SideSheet) -> SideScore:
    """2E for one side; what the other side did does not matter."""
    branch = _branch(side)
    lines: list[ScoreLine] = []
    if branch is Branch.CLOSER:
        lines.append(ScoreLine(LineCode.CLOSE, 1, rules.close))
    if side.pure_canastas:
        lines.append(ScoreLine(LineCode.PURE_CANASTAS, side.pure_canastas, rules.pure_canasta))
    if side.impure_canastas:
        lines.append(
            ScoreLine(LineCode.IMPURE_CANASTAS, side.impure_canastas, rules.impure_canasta)
        )
    if side.muerto is not Muerto.PLAYED:
        lines.append(ScoreLine(LineCode.MUERTO_NOT_PLAYED, 1, -rules.muerto_not_played))
    elif rules.muerto_played:
        lines.append(ScoreLine(LineCode.MUERTO_PLAYED, 1, rules.muerto_played))
    if branch is Branch.WITHOUT_CANASTA:
        lines.append(ScoreLine(LineCode.LAID_AGAINST, side.laid_points, -1))
    else:
        lines.append(ScoreLine(LineCode.LAID, side.laid_points, 1))
    free = _free_rack(rules, side, branch)
    for index, points in enumerate(side.rack_points):
        if index == free:
            lines.append(ScoreLine(LineCode.RACK_FREE, points, 0, index))
        else:
            lines.append(ScoreLine(LineCode.RACK, points, -1, index))
    return SideScore(branch, tuple(lines))


def _branch(side: SideSheet) -> Branch:
    if side.closed:
        return Branch.CLOSER
    return Branch.WITH_CANASTA if side.canastas else Branch.WITHOUT_CANASTA


def _free_rack(rules: BurakoRuleSet, side: SideSheet, branch: Branch) -> int | None:
    """2E, last row: the rack that is the unplayed muerto is not counted for the closing side."""
    if side.muerto is not Muerto.TAKEN_UNPLAYED:
        return None
    if branch is Branch.CLOSER or rules.unplayed_rack_free is UnplayedRackFree.BOTH:
        return side.muerto_rack
    return None
