"""Which points can lie on a table: checked by counting everything on small sets of tiles."""

import random
from itertools import product

import pytest

from scoring.burako import SEED_RULES, TILES, BurakoRuleSet, CanastaKind, Colour, Tile
from scoring.burako import reach as reach_module
from scoring.burako.counting import Heap, HeapSpace
from scoring.burako.melds import IllegalMeldError, lay_escalera, lay_pierna
from scoring.burako.reach import Reach, laid_heaps, least_laid_tiles, reach_of
from scoring.burako.shapes import MeldShapes, meld_shapes
from scoring.burako.tiles import KIND_COUNTS, Kind


def plus(*heaps: Heap) -> Heap:
    return tuple(map(sum, zip(*heaps, strict=True)))


def fits(heap: Heap, capacity: Heap) -> bool:
    return all(n <= most for n, most in zip(heap, capacity, strict=True))


def worth(values: Heap, heap: Heap) -> int:
    return sum(v * n for v, n in zip(values, heap, strict=True))


def all_heaps(capacity: Heap) -> list[Heap]:
    return list(product(*(range(n + 1) for n in capacity)))


def brute_laid(capacity: Heap, shapes: MeldShapes, pure: int, impure: int) -> set[Heap]:
    """Lay melds one after the other in every possible way."""
    empty = tuple(0 for _ in capacity)
    found = {empty}
    for group, times in ((shapes.pure, pure), (shapes.impure, impure)):
        for _ in range(times):
            found = {plus(h, s) for h in found for s in group if fits(plus(h, s), capacity)}
    todo = list(found)
    while todo:
        heap = todo.pop()
        for shape in shapes.short:
            grown = plus(heap, shape)
            if fits(grown, capacity) and grown not in found:
                found.add(grown)
                todo.append(grown)
    return found


def small_worlds() -> list[tuple[Heap, Heap, MeldShapes]]:
    rng = random.Random(7)
    worlds = []
    for _ in range(12):
        capacity = tuple(rng.randint(1, most) for most in (1, 2, 2, 3, 3))
        values = tuple(rng.randint(1, 9) for _ in capacity)

        def shape(size: int) -> Heap:
            kinds = [rng.randrange(5) for _ in range(size)]
            return tuple(kinds.count(k) for k in range(5))

        worlds.append(
            (
                capacity,
                values,
                MeldShapes(
                    short=frozenset(shape(rng.randint(1, 3)) for _ in range(3)),
                    pure=frozenset(shape(rng.randint(2, 3)) for _ in range(2)),
                    impure=frozenset(shape(rng.randint(2, 3)) for _ in range(2)),
                ),
            )
        )
    return worlds


@pytest.mark.parametrize(("capacity", "values", "shapes"), small_worlds())
def test_laid_heaps_and_points_against_brute_force(
    capacity: Heap, values: Heap, shapes: MeldShapes
) -> None:
    reach = Reach(values, shapes, capacity)
    space = HeapSpace(capacity)
    heaps = all_heaps(capacity)
    for points in range(reach.all_points + 3):
        expected = {heap for heap in heaps if worth(values, heap) == points}
        assert reach.can_make(points) == bool(expected)
        assert set(reach.ways(points, range(100))) == expected
        assert set(reach.ways(points, range(2, 4))) == {h for h in expected if sum(h) in (2, 3)}
    for pure, impure in product(range(3), range(3)):
        expected = brute_laid(capacity, shapes, pure, impure)
        assert set(space.heaps(laid_heaps(capacity, shapes, pure, impure))) == expected
        for points in range(reach.all_points + 1):
            found = set(reach.laid_ways(points, pure, impure))
            assert found == {heap for heap in expected if worth(values, heap) == points}
        if expected:
            least = min(worth(values, heap) for heap in expected)
            assert reach.least_laid_points(pure, impure) == least


@pytest.mark.parametrize(("capacity", "values", "shapes"), small_worlds())
def test_whole_tables_against_brute_force(
    capacity: Heap, values: Heap, shapes: MeldShapes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sides with a rack each, the column being two tiles so that it matters."""
    monkeypatch.setattr(reach_module, "COLUMN", 2)
    rng = random.Random(str((capacity, values)))
    reach = Reach(values, shapes, capacity)
    answers = set()
    for _ in range(60):
        laid = [rng.randint(0, reach.all_points // 2) for _ in range(2)]
        racks = [rng.randint(1, max(1, reach.all_points // 3)) for _ in range(2)]
        taken = [rng.random() < 0.5 for _ in range(2)]
        most_tiles = rng.randint(sum(capacity) // 2, sum(capacity))
        tables = [
            reach.side_tables(
                reach.laid_ways(laid[i], 0, 0),
                [reach.ways(racks[i], range(1, 100))],
                muerto_taken=taken[i],
            )
            for i in range(2)
        ]
        points = sum(laid) + sum(racks)
        found = reach.exist_together(*tables, points=points, most_tiles=most_tiles)
        sides = [
            {
                plus(lay, rack)
                for lay in brute_laid(capacity, shapes, 0, 0)
                if worth(values, lay) == laid[i]
                for rack in all_heaps(capacity)
                if worth(values, rack) == racks[i]
                and sum(lay) >= 2 * taken[i] + max(0, 2 - sum(rack))
            }
            for i in range(2)
        ]
        expected = any(
            fits(plus(a, b), capacity) and sum(plus(a, b)) <= most_tiles
            for a in sides[0]
            for b in sides[1]
        )
        assert found == expected
        alone = reach.exists(tables[0], points=laid[0] + racks[0], most_tiles=most_tiles)
        assert alone == any(fits(a, capacity) and sum(a) <= most_tiles for a in sides[0])
        answers.add(found)
    assert False in answers


def test_2E_every_multiple_of_five_up_to_1060_can_be_made() -> None:
    reach = reach_of(SEED_RULES)
    sums = {0}
    for t in TILES:
        sums |= {s + SEED_RULES.tile_values.by_kind[t.kind] for s in sums}
    assert {p for p in range(-10, 1100) if reach.can_make(p)} == sums == set(range(0, 1061, 5))


def heap_of(tiles: list[Tile]) -> Heap:
    return tuple(sum(t.kind is kind for t in tiles) for kind in Kind)


def every_meld(rules: BurakoRuleSet) -> MeldShapes:
    """Shapes of real melds of green tiles, found by offering them to the meld rules."""
    by_id = {t.id: t for t in TILES}
    found: dict[CanastaKind | None, set[Heap]] = {None: set(), **{k: set() for k in CanastaKind}}
    wild = [None, by_id["J#1"], by_id["b2#1"], by_id["g2#2"]]
    for start, length, gap, other in product(range(1, 15), range(3, 15), range(14), wild):
        if start + length > 15 or gap >= length:
            continue
        numbers = [*range(1, 14), 1]
        order = [by_id[f"g{numbers[start - 1 + i]}#{1 + (start + i == 14)}"] for i in range(length)]
        if other is not None:
            order[gap] = other
        try:
            meld = lay_escalera(Colour.GREEN, start, order)
        except IllegalMeldError:
            continue
        found[meld.canasta].add(heap_of(order))
    for number, count, other in product(range(1, 14), range(2, 9), wild):
        heap = [t for t in TILES if t.number == number][:count] + ([other] if other else [])
        if len(set(heap)) < len(heap):
            continue
        try:
            pierna = lay_pierna(rules, number, heap)
        except IllegalMeldError:
            continue
        found[pierna.canasta].add(heap_of(heap))
    return MeldShapes(*(frozenset(found[k]) for k in (None, CanastaKind.PURE, CanastaKind.IMPURE)))


@pytest.mark.parametrize("twos", [False, True])
def test_2B_the_shapes_are_those_of_real_melds(twos: bool) -> None:
    rules = BurakoRuleSet(pierna_of_twos=twos)
    assert meld_shapes(pierna_of_twos=twos) == every_meld(rules)


def test_2B12_bounds_of_canastas() -> None:
    reach = reach_of(SEED_RULES)
    assert reach.least_laid_points(1, 0) == 35  # seven fives
    assert reach.least_laid_points(0, 1) == 50  # six fives and a two
    assert reach.canastas_exist(0, 10)
    assert not reach.canastas_exist(0, 11)  # ten wildcards
    assert not reach.canastas_exist(16, 0)  # 106 tiles
    assert not reach.laid_ways(30, 1, 0)
    assert sum(KIND_COUNTS) == 106


def test_2C_how_many_tiles_must_have_been_laid() -> None:
    assert least_laid_tiles([11, 11], muerto_taken=False) == 0
    assert least_laid_tiles([30, 1], muerto_taken=False) == 10
    assert least_laid_tiles([0, 11], muerto_taken=True) == 22
    assert least_laid_tiles([0], muerto_taken=True) == 22
