"""Which melds a few tiles can form, looked up instead of searched.

A *shape* says how many tiles are laid and which, without naming copies or the wildcard: of one
colour it depends only on the numbers held, of one number only on how many of each colour.  So
the tables are small, and are filled in as positions turn up.  Every shape starts with its number
of tiles.  What the kernel's rules of melds say is checked against them in the tests, both ways.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final

from arena.games.burako.tiles import NUMBERS, OF_ONE_NUMBER
from scoring.burako import TileValues
from scoring.burako.melds import HIGH_ACE, SHORTEST
from scoring.burako.tiles import ACE, KIND_OF_NUMBER, TWO

RunShape = tuple[int, int, int]
"""Tiles, lowest position, position of the wildcard (0: none)."""
SetShape = tuple[int, int, int, int, int]
"""Tiles, and how many of each colour; in a table of impure shapes the wildcard is counted."""
GrowthShape = tuple[int, int]
"""Tiles added to an end, and how far out the wildcard stands (0: none, 1: at the old end)."""
GrowthShapes = tuple[tuple[GrowthShape, ...], tuple[GrowthShape, ...]]
RunShapes = tuple[tuple[RunShape, ...], tuple[RunShape, ...], tuple[RunShape, ...]]

TWO_ACES: Final = 1 << HIGH_ACE
"""Added to a key of `RunTable` when both aces of the colour are there."""


def clusters(numbers: int) -> Iterator[int]:
    """The groups among the numbers held in a colour that can meld on their own.

    From bit n - 1 for number n to bit p - 1 for position p: two positions or more, with gaps of
    one at most, for a wildcard bridges no more than that.
    """
    left = numbers | (numbers & 1) << NUMBERS  # the ace is also at 14
    while left:
        cluster = reach = left & -left
        while more := left & (reach << 1 | reach << 2) & ~cluster:
            reach = more
            cluster |= more
        left ^= cluster
        if cluster & cluster - 1:
            yield cluster


class RunTable(dict[int, RunShapes]):
    """Escaleras of one colour whose natural tiles are worth at least `least` (2B.7 to 2B.9).

    Key: bit n - 1 for every number n held, plus `TWO_ACES`.  Value: shapes without a wildcard,
    with one, and with one that does not stand at position 2, where a 2 of the colour is natural.
    """

    def __init__(self, values: TileValues, least: int) -> None:
        super().__init__()
        worth = [values.by_kind[kind] for kind in KIND_OF_NUMBER]
        self._worth = (*worth, worth[ACE])
        self._least = least
        self._of_cluster: dict[int, RunShapes] = {}

    def __missing__(self, key: int) -> RunShapes:
        aces = key & TWO_ACES
        found: RunShapes = ((), (), ())
        for cluster in clusters(key ^ aces):
            more = self._of_cluster.get(cluster | aces) or self._in_cluster(cluster | aces)
            found = (found[0] + more[0], found[1] + more[1], found[2] + more[2])
        self[key] = found
        return found

    def _in_cluster(self, key: int) -> RunShapes:
        pure: list[RunShape] = []
        wild: list[RunShape] = []
        for start in range(1, HIGH_ACE - SHORTEST + 2):
            if not key >> start - 1 & 3:
                continue  # two gaps at once
            points, gaps = 0, list[int]()
            for end in range(start, HIGH_ACE + 1):
                points += self._worth[end]
                if not key >> end - 1 & 1:
                    gaps.append(end)
                    if len(gaps) > 1:
                        break
                length = end - start + 1
                if length < SHORTEST:
                    continue
                places: Sequence[int] = gaps or range(start, end + 1)
                if length == HIGH_ACE and not key & TWO_ACES:
                    # 2B.7: from 1 to 14 takes two aces, or one and the wildcard for the other.
                    places = () if gaps else (1, HIGH_ACE)
                elif not gaps and points >= self._least:
                    pure.append((length, start, 0))
                wild += [
                    (length, start, place)
                    for place in places
                    if points - self._worth[place] >= self._least
                ]
        shapes = (tuple(pure), tuple(wild), tuple(s for s in wild if s[2] != TWO))
        self._of_cluster[key] = shapes
        return shapes


class SetTable(dict[int, tuple[SetShape, ...]]):
    """Piernas, or tiles added to one, of at least `least` natural tiles (2B.6).

    Key: as `set_key` makes it.  With `impure` each shape counts one tile more, the wildcard.
    """

    def __init__(self, least: int, *, impure: bool) -> None:
        super().__init__()
        self._least = least
        self._wildcard = 1 if impure else 0

    def __missing__(self, key: int) -> tuple[SetShape, ...]:
        most = [(key >> NUMBERS * c & 1) + (key >> NUMBERS * c + 1 & 1) for c in range(4)]
        takes = product(*(range(count + 1) for count in most))
        shapes = tuple(
            (a + b + c + d + self._wildcard, a, b, c, d)
            for a, b, c, d in takes
            if a + b + c + d >= self._least
        )
        self[key] = shapes
        return shapes


def set_key(present: int, twice: int, number: int) -> int:
    """How many tiles of a number there are in each colour, from masks of faces."""
    return (present >> number - 1 & OF_ONE_NUMBER) | (twice >> number - 1 & OF_ONE_NUMBER) << 1


@cache
def growth(naturals: int, beyond: int) -> GrowthShapes:
    """How an end of an escalera can grow: without a wildcard, and with one.

    `naturals`: how many tiles fit one after the other; `beyond`: how many more behind a gap of
    one position, -1 if position 1 or 14 comes before the gap.
    """
    pure = tuple((count, 0) for count in range(1, naturals + 1))
    wild = [
        (count, place)
        for place in range(1, naturals + 1)  # the wildcard stands for a tile that is held
        for count in range(place, naturals + 1)
    ]
    if beyond >= 0:
        wild += [(naturals + 1 + more, naturals + 1) for more in range(beyond + 1)]
    return pure, tuple(wild)


class GrowthTable(dict[int, GrowthShapes]):
    """How one end can grow, by the positions that lie before it.

    Key: a bit for each position held, and above them one more bit that marks where the positions
    end.  The old end lies below the lowest bit, or above the highest.
    """

    def __init__(self, *, from_lowest: bool) -> None:
        super().__init__()
        self._from_lowest = from_lowest

    def __missing__(self, key: int) -> GrowthShapes:
        digits = f"{key:b}"[1:]  # without the mark
        held = digits[::-1] if self._from_lowest else digits
        near, gap, far = held.partition("0")
        beyond = far.partition("0")[0]
        shapes = growth(len(near), len(beyond) if gap else -1)
        self[key] = shapes
        return shapes


GROWTH_ABOVE: Final = GrowthTable(from_lowest=True)
GROWTH_BELOW: Final = GrowthTable(from_lowest=False)


def growth_above(numbers: int, high: int) -> GrowthShapes:
    """Shapes for the positions above `high`, from the numbers held in the colour."""
    held = numbers | (numbers & 1 | 2) << NUMBERS  # the ace is also at 14; the mark
    return GROWTH_ABOVE[held >> high]


def growth_below(numbers: int, low: int) -> GrowthShapes:
    """Shapes for the positions below `low`."""
    mark = 1 << low - 1
    return GROWTH_BELOW[numbers & mark - 1 | mark]


@lru_cache(maxsize=64)
def run_table(values: TileValues, least: int) -> RunTable:
    """One table for all rule sets that need the same."""
    return RunTable(values, least)


@cache
def set_table(least: int, *, impure: bool) -> SetTable:
    """One table for all rule sets; there are few."""
    return SetTable(least, impure=impure)


class MeldTables:
    """The tables for laying new melds worth at least `need` together with their wildcard."""

    def __init__(self, values: TileValues, need: int, *, pierna_of_twos: bool) -> None:
        self.runs = run_table(values, max(0, need))
        self.runs_joker = run_table(values, max(0, need - values.joker))
        self.runs_two = run_table(values, max(0, need - values.two))
        faces = [values.by_kind[kind] for kind in KIND_OF_NUMBER]
        self.sets = [_least_tiles(need, face, impure=False) for face in faces]
        self.sets_joker = [_least_tiles(need - values.joker, face, impure=True) for face in faces]
        self.sets_two = [_least_tiles(need - values.two, face, impure=True) for face in faces]
        self.set_numbers = (1 << NUMBERS) - 1
        """Bit n - 1 for every number n of which there can be a pierna (2B.9)."""
        if not pierna_of_twos:
            self.set_numbers &= ~(1 << TWO - 1)


MOST_OF_A_NUMBER: Final = 8


def _least_tiles(need: int, face: int, *, impure: bool) -> SetTable:
    """How many natural tiles reach the points; 2B.6: three tiles, one of which may be wild."""
    least = max(SHORTEST - impure, -(-need // face))
    return set_table(min(least, MOST_OF_A_NUMBER + 1), impure=impure)
