"""Every way to lay some of several cards, exact and complete, also when there are millions.

With several packs and a large hand the ways to throw in cannot be listed in memory, and
nobody would read the list.  So beyond `LIST_UP_TO` they are a sequence that counts itself,
finds the n-th way, and recognises a way, without making the others.
"""

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, repeat
from math import comb
from typing import Final, overload

from arena.games.durak.actions import Action
from arena.games.durak.cards import ALL_CARDS, CARD_BIT, faces_by_card, in_card_order
from arena.games.durak.reading import in_laying_order

LIST_UP_TO: Final = 256
LIST_CARDS: Final = 8  # so many cards can be laid in 255 ways
LIST_MIXED_CARDS: Final = 5  # and so many in no more, if their order counts
Faces = tuple[int, ...]


class _Picks:
    """The ways to pick `size` of some groups and one member of each, in a fixed order.

    The groups are cards, their members the names a card can be played under.  No more than
    `most` are ever picked.
    """

    def __init__(self, groups: Sequence[Sequence[int]], most: int) -> None:
        self._groups = groups
        # self._ways[i][k]: how many ways there are to pick k from the groups from i on.
        ways = [[1]]
        for group in reversed(groups):
            fewer = [*ways[-1], 0][: most + 1]
            ways.append([n + len(group) * (fewer[k - 1] if k else 0) for k, n in enumerate(fewer)])
        self._ways = ways[::-1]

    def count(self, size: int) -> int:
        return self._ways[0][size] if size < len(self._ways[0]) else 0

    def all(self, size: int, start: int = 0) -> Iterator[Faces]:
        if size == 0:
            yield ()
            return
        for place in range(start, len(self._groups) - size + 1):
            for member in self._groups[place]:
                for others in self.all(size - 1, place + 1):
                    yield (member, *others)

    def at(self, index: int, size: int) -> Faces:
        picked: list[int] = []
        for place, group in enumerate(self._groups):
            if len(picked) == size:
                break
            fewer = self._ways[place + 1]
            left = size - len(picked) - 1
            ways = fewer[left] if left < len(fewer) else 0
            if index < len(group) * ways:
                member, index = divmod(index, ways)
                picked.append(group[member])
            else:
                index -= len(group) * ways
        return tuple(picked)


class Ways(Sequence[Action]):
    """Actions that are made when asked for, found by their number.

    `total` is how many there are.  It may be more than Python's `len` can say, which then says
    `sys.maxsize`; indices reach all of them.
    """

    total: int

    @abstractmethod
    def _at(self, index: int) -> Action:
        """The action of a number from 0 to total - 1."""

    def __len__(self) -> int:
        return min(self.total, sys.maxsize)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self._at(n) for n in range(*index.indices(self.total)))
        wanted = index + self.total if index < 0 else index
        if not 0 <= wanted < self.total:
            raise IndexError("There are not so many actions.")
        return self._at(wanted)


def _total(actions: Sequence[Action]) -> int:
    return actions.total if isinstance(actions, Ways) else len(actions)


class Selections(Ways):
    """All plays of `least` to `most` of the cards behind `faces`, each in its one spelling.

    Fewer cards come first.  `lowest` are the faces whose place among the others counts (EP1).
    """

    def __init__(
        self, make: Callable[[Faces], Action], faces: int, least: int, most: int, lowest: int
    ) -> None:
        self._make = make
        self._faces = faces
        self._lowest = lowest
        self._low = _Picks(list(faces_by_card(faces & lowest).values()), most)
        self._rest = _Picks(list(faces_by_card(faces & ~lowest).values()), most)
        self._least, self._most = least, most
        sizes = range(least, min(most, len(faces_by_card(faces))) + 1)
        self._blocks = [
            (ways, low, size - low)
            for size in sizes
            for low in range(size + 1)
            if (ways := self._low.count(low) * self._rest.count(size - low) * comb(size, low))
        ]
        self.total = sum(ways for ways, _, _ in self._blocks)

    def __iter__(self) -> Iterator[Action]:
        for _, low, rest in self._blocks:
            places = list(_Picks([[n] for n in range(low + rest)], low).all(low))
            for lows in self._low.all(low):
                for others in self._rest.all(rest):
                    for taken in places:
                        yield self._make(_merged(lows, others, taken))

    def _at(self, index: int) -> Action:
        for ways, low, rest in self._blocks:
            if index < ways:
                return self._in_block(index, low, rest)
            index -= ways
        raise IndexError("There are not so many actions.")

    def _in_block(self, index: int, low: int, rest: int) -> Action:
        index, place = divmod(index, comb(low + rest, low))
        chosen_low, chosen_rest = divmod(index, self._rest.count(rest))
        taken = _Picks([[n] for n in range(low + rest)], low).at(place, low)
        lows, others = self._low.at(chosen_low, low), self._rest.at(chosen_rest, rest)
        return self._make(_merged(lows, others, taken))

    def __contains__(self, wanted: object) -> bool:
        if not isinstance(wanted, Action) or not self._least <= len(wanted.faces) <= self._most:
            return False
        held = all(self._faces >> face & 1 for face in wanted.faces)
        distinct = len({CARD_BIT[face] for face in wanted.faces}) == len(wanted.faces)
        return (
            held
            and distinct
            and wanted.faces == in_laying_order(wanted.faces, self._lowest)
            and self._make(wanted.faces) is wanted
        )


class Joined(Ways):
    """Several sequences without a common action, one after the other."""

    def __init__(self, *parts: Sequence[Action]) -> None:
        self._parts = parts
        self.total = sum(map(_total, parts))

    def __iter__(self) -> Iterator[Action]:
        for part in self._parts:
            yield from part

    def _at(self, index: int) -> Action:
        for part in self._parts:
            if index < _total(part):
                return part[index]
            index -= _total(part)
        raise IndexError("There are not so many actions.")

    def __contains__(self, wanted: object) -> bool:
        return any(wanted in part for part in self._parts)


def selections(
    make: Callable[[Faces], Action], faces: int, least: int, most: int, lowest: int
) -> Sequence[Action]:
    """The same actions as `Selections`, listed at once in the common case: few cards."""
    mixed = bool(faces & lowest and faces & ~lowest)
    count = faces.bit_count()
    if faces & ~ALL_CARDS or count > (LIST_MIXED_CARDS if mixed else LIST_CARDS):
        return Selections(make, faces, least, most, lowest)
    cards = in_card_order(faces)
    if most == 1 and least <= 1:
        return tuple(map(make, zip(cards)))
    sizes = range(least, min(most, count) + 1)
    ways: Iterable[Faces] = chain.from_iterable(map(combinations, repeat(cards), sizes))
    if mixed:
        ways = [order for way in ways for order in _orders(way, lowest)]
    return tuple(map(make, ways))


def _orders(way: Faces, lowest: int) -> list[Faces]:
    """The orders of these cards that EP1 tells apart."""
    lows = tuple(face for face in way if lowest >> face & 1)
    if not lows or len(lows) == len(way):
        return [way]
    others = tuple(face for face in way if not lowest >> face & 1)
    return [_merged(lows, others, taken) for taken in combinations(range(len(way)), len(lows))]


def joined(*parts: Sequence[Action]) -> Sequence[Action]:
    """A tuple of all of them while that is small, else the sequence that makes them."""
    length = 0
    for part in parts:
        length += len(part)
    if length > LIST_UP_TO:
        return Joined(*parts)
    listed: tuple[Action, ...] = ()
    for part in parts:
        listed += part if isinstance(part, tuple) else tuple(part)
    return listed


def _merged(lows: Faces, others: Faces, taken: tuple[int, ...]) -> Faces:
    """The cards of lowest rank at the places taken, the others between them."""
    if not lows or not others:
        return lows or others
    low, rest = iter(lows), iter(others)
    return tuple(
        next(low) if place in taken else next(rest) for place in range(len(lows) + len(others))
    )
