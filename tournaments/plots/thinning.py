"""Long stories drawn from few points."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Point = TypeVar("Point")


def thinned(points: Sequence[Point], most: int, value: Callable[[Point], float]) -> Sequence[Point]:
    """At most so many of them in their order: the first, the last, and of each stretch between the
    lowest and the highest, so that no peak is lost. `most` is 4 or more."""
    if len(points) <= most:
        return points
    stretches = (most - 2) // 2
    inner = len(points) - 2
    kept = [0]
    for number in range(stretches):
        stretch = range(1 + inner * number // stretches, 1 + inner * (number + 1) // stretches)
        lowest = min(stretch, key=lambda index: value(points[index]))
        highest = max(stretch, key=lambda index: value(points[index]))
        kept += sorted({lowest, highest})
    kept.append(len(points) - 1)
    return [points[index] for index in kept]
