"""Which kinds of tiles melds are made of (RULES 2B), for judging points without seeing tiles.

Colours and numbers are forgotten here: only the kind decides what a tile is worth.  So every
meld that exists has its shape below, while a few combinations of shapes may not exist with
real tiles.  That is the right way round for a sheet: it must never refuse what happened.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scoring.burako.counting import Heap
from scoring.burako.melds import CANASTA, HIGH_ACE, SHORTEST
from scoring.burako.tiles import ACE, COPIES, KIND_OF_NUMBER, Colour, Kind


@dataclass(frozen=True)
class MeldShapes:
    """Heaps that can be one meld: shorter than a canasta, pure canasta, impure canasta."""

    short: frozenset[Heap]
    pure: frozenset[Heap]
    impure: frozenset[Heap]


@cache
def meld_shapes(*, pierna_of_twos: bool) -> MeldShapes:
    """The shapes of all melds that can be laid under this rule."""
    pure, wild = set[Heap](), set[Heap]()
    numbers = [Kind.ACE, Kind.LOW, Kind.HIGH] + [Kind.TWO] * pierna_of_twos
    for kind in numbers:  # 2B.6: up to all eight tiles of a number, and a wildcard
        for count in range(SHORTEST - 1, len(Colour) * len(COPIES) + 1):
            pure.add(_heap([kind] * count))
            # 2B.9: in a pierna of twos the joker is the only wildcard
            wildcards = (Kind.JOKER,) if kind is Kind.TWO else (Kind.JOKER, Kind.TWO)
            wild |= {_heap([kind] * count + [wildcard]) for wildcard in wildcards}
    for start in range(1, HIGH_ACE):  # 2B.7
        for end in range(start + SHORTEST - 1, HIGH_ACE + 1):
            kinds = [_KIND_AT[position] for position in range(start, end + 1)]
            pure.add(_heap(kinds))
            for gap in range(len(kinds)):  # 2B.8: one wildcard, anywhere
                rest = kinds[:gap] + kinds[gap + 1 :]
                wild |= {_heap([*rest, wildcard]) for wildcard in (Kind.JOKER, Kind.TWO)}
    melds = {heap for heap in pure | wild if sum(heap) >= SHORTEST}
    return MeldShapes(
        short=frozenset(heap for heap in melds if sum(heap) < CANASTA),
        pure=frozenset(heap for heap in pure if sum(heap) >= CANASTA),  # 2B.12
        impure=frozenset(heap for heap in wild if sum(heap) >= CANASTA),
    )


# Position 14 is the high ace (2B.7); index 0 is not a position.
_KIND_AT = (*KIND_OF_NUMBER, KIND_OF_NUMBER[ACE])


def _heap(kinds: Sequence[Kind]) -> Heap:
    return tuple(kinds.count(kind) for kind in Kind)
