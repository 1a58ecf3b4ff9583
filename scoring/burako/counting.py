"""Sets of tile counts as bit sets: which heaps of tiles exist, kind by kind.

A heap is described by how many tiles of each kind it holds.  All heaps that the 106 tiles
allow number less than half a million, so a *set of heaps* is one Python integer with a bit
for each, and "add this meld to every heap of the set" is one shift.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod

Heap = tuple[int, ...]


class HeapSpace:
    """The heaps with at most `capacity[k]` tiles of kind k."""

    def __init__(self, capacity: Sequence[int]) -> None:
        self.capacity = tuple(capacity)
        sizes = [most + 1 for most in self.capacity]
        self._strides = tuple(prod(sizes[k + 1 :]) for k in range(len(sizes)))
        self._bits = prod(sizes)
        self.fit = lru_cache(maxsize=4096)(self._fit)

    def index(self, heap: Heap) -> int:
        """The bit of a heap."""
        return sum(count * stride for count, stride in zip(heap, self._strides, strict=True))

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

    def plus(self, heaps: int, heap: Heap) -> int:
        """Every member joined with `heap`, leaving out those for which there are too few tiles."""
        return (heaps & self.fit(heap)) << self.index(heap)

    def plus_any_number(self, heaps: int, heap: Heap) -> int:
        """Every member joined with none, one, two ... times `heap`."""
        times = 1
        while all(n * times <= most for n, most in zip(heap, self.capacity, strict=True)):
            # after this step up to 2 * times - 1 copies are covered, hence the doubling
            heaps |= self.plus(heaps, tuple(n * times for n in heap))
            times *= 2
        return heaps

    def _fit(self, heap: Heap) -> int:
        """The heaps that leave room for `heap`."""
        mask = (1 << self._bits) - 1
        for count, most, stride in zip(heap, self.capacity, self._strides, strict=True):
            if count > most:
                return 0
            if count:
                mask &= self._room(count, most, stride)
        return mask

    def _room(self, count: int, most: int, stride: int) -> int:
        """The heaps with at most ``most - count`` of the kind with this stride."""
        period = stride * (most + 1)
        block = (1 << (stride * (most + 1 - count))) - 1
        repeats = ((1 << self._bits) - 1) // ((1 << period) - 1)
        return block * repeats
