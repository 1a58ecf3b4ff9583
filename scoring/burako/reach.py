"""Which points can lie on a table (RULES 2A to 2C), answered from the 106 tiles themselves.

Everything works on heaps: tile counts by kind.  The set of heaps that melds can form is found
once per process, whatever a club's tile values are; a rule set's values only select from it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import mul
from typing import Final

from scoring.burako.counting import Heap, HeapSpace
from scoring.burako.melds import CANASTA
from scoring.burako.rule_set import BurakoRuleSet, TileValues
from scoring.burako.shapes import MeldShapes, meld_shapes
from scoring.burako.tiles import KIND_COUNTS

COLUMN: Final = 11  # 2A.3: tiles of a rack at the start, and of a muerto


def least_laid_tiles(rack_sizes: Iterable[int], *, muerto_taken: bool) -> int:
    """How many tiles a side must have laid to be left with racks of these sizes.

    A turn draws at least one tile and discards exactly one (2C.14, 2C.16), so the tiles a
    player has received and not laid never become fewer by drawing and discarding alone.  A
    player who ends with r tiles has therefore laid at least 11 - r of the first column; and
    the muerto comes to a player only when the rack is empty (2C.17, 2C.18), that is after
    laying at least a whole column more.
    """
    return COLUMN * muerto_taken + sum(max(0, COLUMN - size) for size in rack_sizes)


class Reach:
    """What the tiles allow under given values; small capacities are for tests."""

    def __init__(
        self,
        values: Sequence[int],
        shapes: MeldShapes,
        capacity: Sequence[int] = KIND_COUNTS,
    ) -> None:
        self.values = tuple(values)
        self.shapes = shapes
        self.capacity = tuple(capacity)
        self.all_points = _worth(self.values, self.capacity)
        # On a table worth a known sum the count of the last kind follows from the others, so
        # heaps on the table are kept without it: a fiftieth of the bits.
        self._table = HeapSpace(self.capacity[:-1])

    def can_make(self, points: int) -> bool:
        """Whether some tiles are worth exactly this."""
        return 0 <= points <= self.all_points and bool(
            _sums(self.values, self.capacity) >> points & 1
        )

    def ways(self, points: int, sizes: range) -> list[Heap]:
        """The heaps of one of these sizes worth exactly this."""
        return [heap for heap in _ways(self.values, self.capacity, points) if sum(heap) in sizes]

    def canastas_exist(self, pure: int, impure: int) -> bool:
        """Whether there are tiles for so many canastas."""
        if (pure + impure) * CANASTA > sum(self.capacity):
            return False
        return bool(laid_heaps(self.capacity, self.shapes, pure, impure))

    def laid_ways(self, points: int, pure: int, impure: int) -> list[Heap]:
        """The heaps worth this that form melds with exactly these canastas."""
        members = _membership(self.capacity, self.shapes, pure, impure)
        index = _space(self.capacity).index
        return [
            heap
            for heap in _ways(self.values, self.capacity, points)
            if members[(at := index(heap)) >> 3] >> (at & 7) & 1
        ]

    def least_laid_points(self, pure: int, impure: int) -> int:
        """The fewest points that melds with exactly these canastas can be worth."""
        heaps = _space(self.capacity).smallest_in_each_row(
            laid_heaps(self.capacity, self.shapes, pure, impure)
        )
        return min(_worth(self.values, heap) for heap in heaps)

    def side_tables(
        self, laid: Sequence[Heap], racks: Sequence[Sequence[Heap]], *, muerto_taken: bool
    ) -> int:
        """The heaps (without the last kind) that one side can have on the table and in racks."""
        by_missing = {0: 1}  # tables of the racks so far, by the tiles laid that they imply
        for ways in racks:
            grown: dict[int, int] = {}
            for heap in ways:
                implied = least_laid_tiles([sum(heap)], muerto_taken=False)
                for missing, tables in by_missing.items():
                    found = self._table.plus(tables, heap[:-1])
                    grown[missing + implied] = grown.get(missing + implied, 0) | found
            by_missing = grown
        for_muerto = least_laid_tiles([], muerto_taken=muerto_taken)
        most_missing = COLUMN * len(racks)
        allowed = [0] * (most_missing + 1)  # tables of laid tiles, by the tiles they can make up
        for heap in laid:
            spare = sum(heap) - for_muerto
            if spare >= 0:
                allowed[min(spare, most_missing)] |= 1 << self._table.index(heap[:-1])
        for spare in reversed(range(most_missing)):
            allowed[spare] |= allowed[spare + 1]
        result = 0
        for missing, tables in by_missing.items():
            for heap in self._table.heaps(tables):
                result |= self._table.plus(allowed[missing], heap)
        return result

    def exist_together(self, first: int, second: int, *, points: int, most_tiles: int) -> bool:
        """Whether some table of each side can lie there at once, worth `points` in all."""
        existing = _existing(self.values, self.capacity, points, most_tiles)
        return bool(existing) and any(
            self._table.plus(second, heap) & existing for heap in self._table.heaps(first)
        )

    def exists(self, tables: int, *, points: int, most_tiles: int) -> bool:
        """Whether some table of one side can lie there, worth `points`."""
        return bool(tables & _existing(self.values, self.capacity, points, most_tiles))


def reach_of(rules: BurakoRuleSet) -> Reach:
    """What the tiles allow under a rule set; shared by all rule sets with equal tile values."""
    return _reach(rules.tile_values, pierna_of_twos=rules.pierna_of_twos)


@lru_cache(maxsize=32)
def _reach(values: TileValues, *, pierna_of_twos: bool) -> Reach:
    return Reach(values.by_kind, meld_shapes(pierna_of_twos=pierna_of_twos))


@lru_cache(maxsize=512)
def laid_heaps(capacity: Heap, shapes: MeldShapes, pure: int, impure: int) -> int:
    """The heaps that form melds with exactly so many pure and impure canastas."""
    space = _space(capacity)
    if pure:
        return _one_more(space, laid_heaps(capacity, shapes, pure - 1, impure), shapes.pure)
    if impure:
        return _one_more(space, laid_heaps(capacity, shapes, 0, impure - 1), shapes.impure)
    heaps = 1  # nothing laid
    for shape in sorted(shapes.short):
        heaps = space.plus_any_number(heaps, shape)
    return heaps


def _one_more(space: HeapSpace, heaps: int, shapes: Iterable[Heap]) -> int:
    result = 0
    for shape in shapes:
        result |= space.plus(heaps, shape)
    return result


@lru_cache(maxsize=64)
def _membership(capacity: Heap, shapes: MeldShapes, pure: int, impure: int) -> bytes:
    """`laid_heaps` as bytes, in which one bit is found without copying all of them."""
    heaps = laid_heaps(capacity, shapes, pure, impure)
    return heaps.to_bytes((_space(capacity).size + 7) // 8, "little")


@lru_cache(maxsize=32)
def _space(capacity: Heap) -> HeapSpace:
    return HeapSpace(capacity)


@lru_cache(maxsize=32)
def _sums(values: Heap, capacity: Heap) -> int:
    """A bit for every sum of points that some tiles are worth."""
    sums = 1
    for value, count in zip(values, capacity, strict=True):
        for _ in range(count):
            sums |= sums << value
    return sums


@lru_cache(maxsize=64)
def _ways(values: Heap, capacity: Heap, points: int) -> tuple[Heap, ...]:
    """Every heap worth exactly `points`."""
    return tuple(_each_way(values, capacity, points))


def _each_way(values: Heap, capacity: Heap, points: int) -> Iterator[Heap]:
    value, *others = values
    count, *other_counts = capacity
    for used in range(min(count, points // value) + 1):
        rest = points - used * value
        if len(others) == 1:
            last, remainder = divmod(rest, others[0])
            if not remainder and last <= other_counts[0]:
                yield (used, last)
        else:
            for way in _each_way(tuple(others), tuple(other_counts), rest):
                yield (used, *way)


@lru_cache(maxsize=64)
def _existing(values: Heap, capacity: Heap, points: int, most_tiles: int) -> int:
    """The tables worth `points` for whose missing last kind there are tiles, and not too many."""
    *_, value, last_value = values
    *outer, count, last_count = capacity
    rows = 0
    for row, heap in enumerate(product(*(range(most + 1) for most in outer))):
        # Along a row only the kind before the last varies; n of it fit if n and the tiles of
        # the last kind that make up the rest are few enough, which holds for one stretch of n.
        rest = points - _worth(values[:-2], heap)
        room = most_tiles - sum(heap)
        least = max(0, -((last_count * last_value - rest) // value))
        most = min(count, rest // value)
        slack = room * last_value - rest  # n * (last_value - value) may not exceed it
        if last_value > value:
            most = min(most, slack // (last_value - value))
        elif last_value < value:
            least = max(least, -(slack // (value - last_value)))
        elif slack < 0:
            continue
        if least <= most:
            rows |= ((1 << (most - least + 1)) - 1) << (row * (count + 1) + least)
    return rows


def _worth(values: Sequence[int], heap: Sequence[int]) -> int:
    return sum(map(mul, values, heap))
