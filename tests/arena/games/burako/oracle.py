"""A slow second opinion on what may be laid, written from RULES 2B and 2C.19 alone.

It works on ids and on *faces* (ids without the copy), tries every combination, and judges melds
with the brute-force oracle of the scoring tests.  It shares nothing with the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from tests.scoring.burako.oracle_melds import run_is_legal, set_is_legal
from tests.scoring.burako.oracle_score import points_of

COLOURS = "bgry"
WILD = ("J", "b2", "g2", "r2", "y2")
Move = tuple[Any, ...]


def face(tile_id: str) -> str:
    return tile_id.split("#", maxsplit=1)[0]


def with_copies(faces: Iterable[str]) -> tuple[str, ...]:
    """Some ids with these faces, for the oracle of melds."""
    seen: Counter[str] = Counter()
    named = []
    for each in faces:
        seen[each] += 1
        named.append(f"{each}#{seen[each]}")
    return tuple(named)


def natural(colour: str, position: int) -> str:
    return f"{colour}{1 if position == 14 else position}"


def fillings(held: Counter[str], places: list[str]) -> Iterator[tuple[str, ...]]:
    """Every way to fill the places with tiles held: naturals, and one wildcard at most."""
    missing = list((Counter(places) - held).elements())
    if len(missing) > 1:
        return
    if not missing:
        yield tuple(places)
    for at, place in enumerate(places):
        if missing and place != missing[0]:
            continue
        rest = [*places[:at], *places[at + 1 :]]
        for each in WILD:
            if each != place and rest.count(each) < held[each]:
                yield (*places[:at], each, *places[at + 1 :])


def heaps(held: Counter[str], number: int) -> Iterator[tuple[str, ...]]:
    """Every heap of tiles of a number, alone and with a wildcard; also empty."""
    own = sorted(each for each in held.elements() if each[0] != "J" and int(each[1:]) == number)
    for size in range(len(own) + 1):
        for heap in set(combinations(own, size)):
            yield heap
            for each in WILD:
                if heap.count(each) < held[each]:
                    yield (*heap, each)


def new_melds(rack: list[str], *, twos: bool) -> set[Move]:
    held = Counter(map(face, rack))
    found: set[Move] = set()
    for colour in COLOURS:
        for start in range(1, 13):
            for end in range(start + 2, 15):
                places = [natural(colour, p) for p in range(start, end + 1)]
                for filled in fillings(held, places):
                    if run_is_legal(colour, start, with_copies(filled)):
                        found.add(("run", colour, start, filled))
    for number in range(1, 14):
        for heap in heaps(held, number):
            if set_is_legal(number, with_copies(heap), pierna_of_twos=twos):
                found.add(("set", number, tuple(sorted(heap))))
    return found


def growths(rack: list[str], number: int, meld: dict[str, Any], *, twos: bool) -> set[Move]:
    """Everything that can be added to a meld in the form of 2G."""
    held = Counter(map(face, rack))
    lying = tuple(map(face, meld["tiles"]))
    found: set[Move] = set()
    if meld["t"] == "set":
        for heap in heaps(held, meld["n"]):
            grown = (*lying, *heap)
            if heap and set_is_legal(meld["n"], with_copies(grown), pierna_of_twos=twos):
                found.add(("extend", number, "set", tuple(sorted(heap))))
        return found
    colour, start = meld["c"], meld["start"]
    end = start + len(lying) - 1
    for count in range(1, 15):
        if end + count <= 14:
            places = [natural(colour, p) for p in range(end + 1, end + count + 1)]
            for filled in fillings(held, places):
                if run_is_legal(colour, start, with_copies((*lying, *filled))):
                    found.add(("extend", number, "high", filled))
        if start - count >= 1:
            places = [natural(colour, p) for p in range(start - count, start)]
            for filled in fillings(held, places):
                if run_is_legal(colour, start - count, with_copies((*filled, *lying))):
                    found.add(("extend", number, "low", filled))
    return found


def legal_plays(
    rack: list[str],
    melds: dict[int, dict[str, Any]],
    *,
    opening: int,
    muerto_lies: bool,
    twos: bool,
) -> set[Move]:
    """2B.13 and 2C.19 on top: `opening` is what new melds must be worth, `melds` the side's own."""
    rack_size = len(rack)
    has_canasta = any(len(meld["tiles"]) >= 7 for meld in melds.values())

    def leaves_enough(count: int, size_after: int) -> bool:
        if muerto_lies:
            return True
        return rack_size - count >= (1 if has_canasta or size_after >= 7 else 2)

    found = {
        move
        for move in new_melds(rack, twos=twos)
        if sum(points_of(f"{each}#1") for each in move[-1]) >= opening
        and leaves_enough(len(move[-1]), len(move[-1]))
    }
    for number, meld in melds.items():
        for move in growths(rack, number, meld, twos=twos):
            if leaves_enough(len(move[-1]), len(meld["tiles"]) + len(move[-1])):
                found.add(move)
    if rack_size > 1 or muerto_lies or has_canasta:
        found |= {("discard", tile_id) for tile_id in rack}
    return found


def as_moves(data: dict[str, Any]) -> Move:
    """An action in the form of 2G as the oracle writes it."""
    if data["a"] == "discard":
        return ("discard", data["tile"])
    if data["a"] == "extend":
        faces = tuple(map(face, data["tiles"]))
        order = tuple(sorted(faces)) if data["end"] == "set" else faces
        return ("extend", data["meld"], data["end"], order)
    (meld,) = data["melds"]
    faces = tuple(map(face, meld["tiles"]))
    if meld["t"] == "set":
        return ("set", meld["n"], tuple(sorted(faces)))
    return ("run", meld["c"], meld["start"], faces)
