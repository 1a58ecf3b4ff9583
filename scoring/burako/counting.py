"""Sets of tile counts as bit sets: which heaps of tiles exist, kind by kind.

A heap is described by how many tiles of each kind it holds.  All heaps that the 106 tiles
allow number less than half a million, so a *set of heaps* is one Python integer with a bit
for each, and "add this meld to every heap of the set" is one shift.
"""

from collections.abc import Iterator, Sequence
from math import prod
from operator import mul

Heap = tuple[int, ...]


class HeapSpace:
    """The heaps with at most `capacity[k]` tiles of kind k."""

    def __init__(self, capacity: Sequence[int]) -> None:
        self.capacity = tuple(capacity)
        sizes = [most + 1 for most in self.capacity]
        self._strides = tuple(prod(sizes[k + 1 :]) for k in range(len(sizes)))
        self.size = prod(sizes)
        self._everything = (1 << self.size) - 1
        self._rooms: dict[tuple[int, int], int] = {}

    def index(self, heap: Heap) -> int:
        """The bit of a heap."""
        return sum(map(mul, heap, self._strides))

    def heap(self, index: int) -> Heap:
        """The heap of a bit."""
        counts = []
        for stride in self._strides:
            count, index = divmod(index, stride)
            counts.append(count)
        return tuple(counts)

    def heaps(self, heaps: int) -> Iterator[Heap]:
        """The members of a set, one by one."""
        digits = bin(heaps)[:1:-1]
        at = digits.find("1")
        while at >= 0:
            yield self.heap(at)
            at = digits.find("1", at + 1)

    def smallest_in_each_row(self, heaps: int) -> Iterator[Heap]:
        """Of members that differ only in the last kind, the one with the fewest of it."""
        digits = bin(heaps)[:1:-1]
        row = self.capacity[-1] + 1
        for start in range(0, len(digits), row):
            at = digits.find("1", start, start + row)
            if at >= 0:
                yield self.heap(at)

    def plus(self, heaps: int, heap: Heap) -> int:
        """Every member joined with `heap`, leaving out those for which there are too few tiles."""
        return (heaps & self.room(heap)) << self.index(heap)

    def plus_any_number(self, heaps: int, heap: Heap) -> int:
        """Every member joined with none, one, two ... times `heap`."""
        times = 1
        while all(n * times <= most for n, most in zip(heap, self.capacity, strict=True)):
            # after this step up to 2 * times - 1 copies are covered, hence the doubling
            heaps |= self.plus(heaps, tuple(n * times for n in heap))
            times *= 2
        return heaps

    def room(self, heap: Heap) -> int:
        """The heaps that leave room for `heap`."""
        mask = self._everything
        for kind, count in enumerate(heap):
            if count > self.capacity[kind]:
                return 0
            if count:
                mask &= self._room_of_kind(kind, count)
        return mask

    def _room_of_kind(self, kind: int, count: int) -> int:
        """The heaps with at least `count` tiles of one kind to spare."""
        mask = self._rooms.get((kind, count))
        if mask is None:
            stride, size = self._strides[kind], self.capacity[kind] + 1
            mask, width = (1 << (stride * (size - count))) - 1, stride * size
            while width < self.size:  # the same block again and again, twice as many each time
                mask |= mask << width
                width *= 2
            mask &= self._everything
            self._rooms[kind, count] = mask
        return mask
