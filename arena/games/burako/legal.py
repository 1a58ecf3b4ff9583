"""What may be laid, added and discarded now, as a sequence that makes an action when asked.

Large racks allow thousands of melds, and a player looks at few of them: finding out how many
there are costs a handful of table look-ups (`shapes`), and only the actions taken out are made.
Identical tiles count once: of two copies the first is taken.  Discards name every tile.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

from arena.games.burako.actions import DISCARDS, Action
from arena.games.burako.making import (
    Group,
    Growing,
    Laid,
    Shape,
    action_of,
    make_added,
    make_high,
    make_low,
    make_run,
    make_set,
)
from arena.games.burako.shapes import (
    TWO_ACES,
    MeldTables,
    growth_above,
    growth_below,
    set_key,
    set_table,
)
from arena.games.burako.tiles import (
    EVERY_FACE,
    EVERY_WILD,
    FACES,
    JOKER,
    NUMBERS,
    OF_ONE_NUMBER,
    ONE_COLOUR,
    WILD_FACES,
)
from scoring.burako.melds import CANASTA, HIGH_ACE
from scoring.burako.tiles import TWO

_WILDS_AMONG: Final = {
    sum(1 << face for face in faces): faces
    for faces in (
        tuple(face for bit, face in enumerate(WILD_FACES) if chosen >> bit & 1)
        for chosen in range(1 << len(WILD_FACES))
    )
}
_NUMBERS_AMONG: Final[dict[int, tuple[int, ...]]] = {}
_LONGEST: Final = HIGH_ACE
_FIRST_OF_THREE: Final = sum(OF_ONE_NUMBER << bit for bit in range(NUMBERS - 2))
_ADDED_TO_SET: Final = set_table(1, impure=False)
_ADDED_TO_SET_WITH_WILDCARD: Final = set_table(0, impure=True)
_COLOURS: Final = tuple((colour, NUMBERS * colour) for colour in range(4))


class LegalPlays(Sequence[Action]):
    """A snapshot: it stays as it is when the game goes on."""

    __slots__ = ("_count", "_discarded", "_discards", "_groups", "_rack")

    def __init__(self, rack: int, discards: int, groups: list[Group]) -> None:
        self._rack = rack
        self._discards = discards
        self._groups = groups
        self._discarded: list[int] | None = None
        count = discards
        for group in groups:
            count += len(group[0])
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        at = index + self._count if index < 0 else index
        if at < 0:
            raise IndexError("There are not so many legal actions.")
        if at < self._discards:
            return DISCARDS[self.discards()[at]]
        at -= self._discards
        for shapes, make, about, wild in self._groups:
            count = len(shapes)
            if at < count:
                return action_of(make(self._rack, shapes[at], about, wild))
            at -= count
        raise IndexError("There are not so many legal actions.")

    def __iter__(self) -> Iterator[Action]:
        for tile in self.discards():
            yield DISCARDS[tile]
        yield from map(action_of, self.lays())

    def discards(self) -> list[int]:
        """The tiles that may be discarded; these actions come first."""
        if self._discarded is not None:
            return self._discarded
        self._discarded = found = []
        rest = self._rack if self._discards else 0
        while rest:  # not with `tiles_of`: this is asked at nearly every turn of every hand
            lowest = rest & -rest
            found.append(lowest.bit_length() - 1)
            rest ^= lowest
        return found

    def lays(self) -> Iterator[Laid]:
        """What the actions behind them lay."""
        rack = self._rack
        for shapes, make, about, wild in self._groups:
            for shape in shapes:
                yield make(rack, shape, about, wild)

    def __repr__(self) -> str:
        return f"<{self._count} legal actions>"


def legal_plays(
    tables: MeldTables, rack: int, melds: Iterable[Growing], least_left: tuple[int, int]
) -> LegalPlays:
    """Discards, then what can be added to `melds`, then new melds.

    `least_left` (2C.19): how many tiles must stay in the rack, without and with a canasta
    completed by the action.
    """
    second = rack >> FACES
    present = (rack | second) & EVERY_FACE
    twice = rack & second
    wilds = _WILDS_AMONG[present & EVERY_WILD]
    groups: list[Group] = []
    for meld in melds:
        if meld.near & present:
            _add_growth(groups, present, twice, wilds, meld)
    # Without a wildcard most racks hold no three in a row, and one look tells.
    if wilds or (
        present & present >> 1 & present >> 2 & _FIRST_OF_THREE
        or present >> NUMBERS - 2 & present >> NUMBERS - 1 & present & OF_ONE_NUMBER
    ):
        _add_runs(groups, tables, present, twice, wilds)
    _add_sets(groups, tables, present, twice, wilds)
    count = rack.bit_count()
    least, least_with_canasta = least_left
    if least:
        if count - least < _LONGEST:
            groups = _leaving(groups, count, least, least_with_canasta)
        if count == 1 and least > 1:  # 2C.19
            return LegalPlays(rack, 0, groups)
    return LegalPlays(rack, count, groups)


def _leaving(groups: list[Group], count: int, least: int, with_canasta: int) -> list[Group]:
    """Only what leaves enough tiles (2C.19)."""
    kept: list[Group] = []
    for shapes, make, about, wild in groups:
        lying = 0 if isinstance(about, int) else about.size
        fitting = [
            shape
            for shape in shapes
            if count - shape[0] >= (with_canasta if lying + shape[0] >= CANASTA else least)
        ]
        if fitting:
            kept.append((fitting, make, about, wild))
    return kept


def _add_runs(
    groups: list[Group], tables: MeldTables, present: int, twice: int, wilds: tuple[int, ...]
) -> None:
    """New escaleras (2B.7 to 2B.9)."""
    for colour, shift in _COLOURS:
        numbers = present >> shift & ONE_COLOUR
        if not numbers & numbers - 1:
            continue  # fewer than two
        key = numbers | TWO_ACES if twice >> shift & 1 else numbers
        pure = tables.runs[key][0]
        if pure:
            groups.append((pure, make_run, colour, -1))
        for wild in wilds:
            if wild == JOKER:
                shapes = tables.runs_joker[key][1]
            elif wild != shift + TWO - 1:
                shapes = tables.runs_two[key][1]
            else:
                # The colour's own 2: natural at position 2, and only once there as a wildcard.
                others = key if twice >> wild & 1 else key & ~(1 << TWO - 1)
                shapes = tables.runs_two[others][2]
            if shapes:
                groups.append((shapes, make_run, colour, wild))


def _add_sets(
    groups: list[Group], tables: MeldTables, present: int, twice: int, wilds: tuple[int, ...]
) -> None:
    """New piernas (2B.6, 2B.8, 2B.9)."""
    g, r, y = present >> NUMBERS, present >> 2 * NUMBERS, present >> 3 * NUMBERS
    both, either = present & g, present | g
    both_others, either_others = r & y, r | y
    doubled = 0
    if twice:
        doubled = twice | twice >> NUMBERS
        doubled |= doubled >> 2 * NUMBERS
    # The lowest 13 bits tell which numbers have two tiles, or three.
    if wilds:
        enough = both | either & either_others | both_others | doubled
    else:
        enough = both & either_others | both_others & either
        if doubled:
            enough |= (both | either & either_others | both_others) & doubled
    numbers = enough & tables.set_numbers
    if not numbers:
        return
    for number in _NUMBERS_AMONG.get(numbers) or _numbers_among(numbers):
        key = set_key(present, twice, number)
        pure = tables.sets[number][key]
        if pure:
            groups.append((pure, make_set, number, -1))
        for wild in wilds:
            if wild == JOKER:
                shapes = tables.sets_joker[number][key]
            elif number == TWO:
                continue  # 2B.9: in a pierna of twos the joker is the only wildcard
            else:
                shapes = tables.sets_two[number][key]
            if shapes:
                groups.append((shapes, make_set, number, wild))


def _numbers_among(mask: int) -> tuple[int, ...]:
    found = tuple(number for number in range(1, NUMBERS + 1) if mask >> number - 1 & 1)
    _NUMBERS_AMONG[mask] = found
    return found


def _add_growth(
    groups: list[Group], present: int, twice: int, wilds: tuple[int, ...], meld: Growing
) -> None:
    """What can be added to one meld (2B.7, 2B.11)."""
    if meld.wild:
        wilds = ()  # 2B.8
    if meld.colour is None:
        _add_to_set(groups, set_key(present, twice, meld.low), wilds, meld)
        return
    numbers = present >> NUMBERS * meld.colour & ONE_COLOUR
    if meld.low > 1 and (wilds or meld.below & present):
        own_two = NUMBERS * meld.colour + TWO - 1
        pure, impure = growth_below(numbers, meld.low)
        if pure:
            groups.append((pure, make_low, meld, -1))
        for wild in wilds:
            shapes: Sequence[Shape] = impure
            if wild == own_two:
                shapes = _growth_with_own_two(numbers, meld.low, twice >> wild & 1)
            if shapes:
                groups.append((shapes, make_low, meld, wild))
    if meld.high < HIGH_ACE and (wilds or meld.above & present):
        pure, impure = growth_above(numbers, meld.high)
        if pure:
            groups.append((pure, make_high, meld, -1))
        if impure:
            groups += [(impure, make_high, meld, wild) for wild in wilds]


def _add_to_set(groups: list[Group], key: int, wilds: tuple[int, ...], meld: Growing) -> None:
    """What can be added to a pierna (2B.6, 2B.9)."""
    pure = _ADDED_TO_SET[key]
    if pure:
        groups.append((pure, make_added, meld, -1))
    if meld.low == TWO:
        wilds = wilds[:1] if JOKER in wilds else ()  # 2B.9
    groups += [(_ADDED_TO_SET_WITH_WILDCARD[key], make_added, meld, wild) for wild in wilds]


def _growth_with_own_two(numbers: int, low: int, second: int) -> Sequence[Shape]:
    """As above, the wildcard being a 2 of the colour: at position 2 it would be natural."""
    if not second:
        numbers &= ~(1 << TWO - 1)
    at_two = low - TWO  # how far out position 2 is
    return [shape for shape in growth_below(numbers, low)[1] if shape[1] != at_two]
