"""Whether the facts on a sheet can be true (RULES 2A to 2C).

Refuses only what no hand played by the rules can end with; the reason stands beside each
check.  Points are judged on tile kinds, see `shapes`, so a sheet that is accepted may still
be one that real tiles could not make; a hand that was really played is never refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.burako.codes import TEMPLATES, Code
from scoring.burako.counting import Heap
from scoring.burako.hand import HandSheet, Muerto, SideSheet
from scoring.burako.reach import COLUMN, Reach, least_laid_tiles, reach_of
from scoring.burako.rule_set import BurakoRuleSet
from scoring.burako.tiles import TILES
from scoring.reading import Reader
from scoring.refusal import FieldError

ANY_TILES: Final = range(1, len(TILES) + 1)
NO_TILES: Final = range(1)
EXACTLY_A_MUERTO: Final = range(COLUMN, COLUMN + 1)


@lru_cache(maxsize=512)
def impossibilities(rules: BurakoRuleSet, sheet: HandSheet) -> tuple[FieldError, ...]:
    """Every reason why this hand cannot have happened, at most one per field.

    Remembered for a while: a hand is looked at before it is saved, and read again with its match.
    """
    reader = Reader(TEMPLATES)
    if all(side.closed for side in sheet.sides):  # 2C.20: the hand ends with the first close
        for number in range(2):
            reader.refuse(f"sides.{number}.closed", Code.BOTH_CLOSED)
    checks = [
        _SideCheck(rules, reach_of(rules), reader, f"sides.{number}", side)
        for number, side in enumerate(sheet.sides)
    ]
    tables = [check.tables() for check in checks]
    if not reader.errors and not reach_of(rules).exist_together(
        *tables,
        points=sum(side.laid_points + sum(side.rack_points) for side in sheet.sides),
        most_tiles=most_tiles_on_table(sheet.sides),
    ):
        reader.refuse("sides", Code.TABLE_NOT_TOGETHER)
    return reader.errors.result()


def most_tiles_on_table(sides: Sequence[SideSheet]) -> int:
    """How many tiles can be laid or in racks: not an untouched muerto, not the closing discard."""
    untouched = sum(side.muerto is Muerto.UNTOUCHED for side in sides)
    return len(TILES) - COLUMN * untouched - any(side.closed for side in sides)


@dataclass(frozen=True)
class _SideCheck:
    """The checks of one side; `path` is where its fields are."""

    rules: BurakoRuleSet
    reach: Reach
    reader: Reader
    path: str
    side: SideSheet

    def tables(self) -> int:
        """Note what is impossible; return the tile heaps this side can have (see `Reach`)."""
        self._closing()
        self._muerto()
        racks = self._racks()
        laid = self._laid()
        if self.reader.errors.touches(self.path):
            return 0
        return self._together(laid, racks)

    def _refuse(self, field: str, code: Code, **params: int | str) -> None:
        self.reader.refuse(f"{self.path}.{field}", code, **params)

    def _closing(self) -> None:
        """2C.20: closing needs a canasta and the muerto taken by the side."""
        side = self.side
        if not side.closed:
            return
        if not side.canastas:
            self._refuse("closed", Code.CLOSED_WITHOUT_CANASTA)
        if side.muerto is Muerto.UNTOUCHED:
            self._refuse("muerto", Code.CLOSED_WITHOUT_MUERTO)
        elif side.muerto is Muerto.TAKEN_UNPLAYED and len(side.rack_points) == 1:
            # 2G: the closing discard of a player alone comes from the muerto and plays it (2C.21)
            self._refuse("muerto", Code.CLOSED_BUT_MUERTO_UNPLAYED)

    def _muerto(self) -> None:
        """Where the muerto is, and that it was earned."""
        side = self.side
        if side.muerto is Muerto.TAKEN_UNPLAYED:
            if side.muerto_rack is None and not self.reader.errors.touches(f"{self.path}.muerto"):
                self._refuse("muerto_rack", Code.MUERTO_RACK_MISSING)
        elif side.muerto_rack is not None:
            self._refuse("muerto_rack", Code.MUERTO_RACK_NOT_EXPECTED)
        if side.muerto is not Muerto.UNTOUCHED and not side.laid_points:
            # Discards alone never empty a rack: each turn draws at least what it discards
            # (2C.14, 2C.16), so a rack that was empty (2C.17, 2C.18) has been laid.
            self._refuse("muerto", Code.MUERTO_TAKEN_NOTHING_LAID)

    def _racks(self) -> list[list[Heap]]:
        """The heaps each rack can be."""
        side = self.side
        empty = [index for index, points in enumerate(side.rack_points) if not points]
        if side.closed and not empty:
            self._refuse("rack_points", Code.CLOSED_BUT_NO_EMPTY_RACK)
        if side.closed and len(empty) > 1:
            self._refuse("rack_points", Code.CLOSED_WITH_TWO_EMPTY_RACKS)
        if not side.closed:
            # 2C.17 to 2C.20: who runs out of tiles takes the muerto at once or closes; the last
            # tile may not be discarded otherwise, and melding may not use it up.
            for index in empty:
                self._refuse(f"rack_points.{index}", Code.RACK_EMPTY_BUT_NOT_CLOSED)
        return [self._rack(index, points) for index, points in enumerate(side.rack_points)]

    def _rack(self, index: int, points: int) -> list[Heap]:
        if not self.reach.can_make(points):
            self._refuse(f"rack_points.{index}", Code.POINTS_NOT_MAKEABLE, points=points)
        if index == self.side.muerto_rack:  # 2C.18, 2C.21: nothing has been added or taken away
            ways = self.reach.ways(points, EXACTLY_A_MUERTO)
            if not ways:
                self._refuse("muerto_rack", Code.MUERTO_RACK_NOT_ELEVEN)
            return ways
        return self.reach.ways(points, ANY_TILES if points else NO_TILES)

    def _laid(self) -> list[Heap]:
        """The heaps the laid melds can be."""
        side, reach = self.side, self.reach
        points, pure, impure = side.laid_points, side.pure_canastas, side.impure_canastas
        if not reach.can_make(points):
            self._refuse("laid_points", Code.POINTS_NOT_MAKEABLE, points=points)
        elif 0 < points < self.rules.opening_points:  # 2B.13: the first melding alone is worth it
            self._refuse("laid_points", Code.LAID_BELOW_OPENING, opening=self.rules.opening_points)
        if not reach.canastas_exist(pure, impure):  # 2B.12 and the number of tiles
            field = "pure_canastas" if pure >= impure else "impure_canastas"
            self._refuse(field, Code.CANASTAS_NEED_MORE_TILES)
            return []
        if self.reader.errors.touches(f"{self.path}.laid_points"):
            return []
        laid = reach.laid_ways(points, pure, impure)
        if not laid:
            self._laid_refused()
        return laid

    def _laid_refused(self) -> None:
        """Say why no melds with these canastas are worth these points."""
        side = self.side
        if not side.canastas:
            self._refuse("laid_points", Code.LAID_NOT_IN_MELDS, points=side.laid_points)
            return
        least = self.reach.least_laid_points(side.pure_canastas, side.impure_canastas)
        if side.laid_points < least:
            self._refuse("laid_points", Code.CANASTAS_NEED_MORE_POINTS, least=least)
        else:
            self._refuse("laid_points", Code.LAID_NOT_WITH_CANASTAS, points=side.laid_points)

    def _together(self, laid: list[Heap], racks: list[list[Heap]]) -> int:
        """2C.14 to 2C.18: the racks tell how many tiles must have been laid at least."""
        taken = self.side.muerto is not Muerto.UNTOUCHED
        points = self.side.laid_points + sum(self.side.rack_points)
        if points <= self.reach.all_points:
            tables = self.reach.side_tables(laid, racks, muerto_taken=taken)
            most_tiles = most_tiles_on_table([self.side])
            if self.reach.exists(tables, points=points, most_tiles=most_tiles):
                return tables
        most = max(sum(heap) for heap in laid)
        largest_racks = [max(sum(heap) for heap in ways) for ways in racks]
        least = least_laid_tiles(largest_racks, muerto_taken=taken)
        if most < least:
            self._refuse("laid_points", Code.LAID_TOO_FEW_TILES, least=least, most=most)
        else:
            self._refuse("rack_points", Code.SIDE_NOT_TOGETHER)
        return 0
