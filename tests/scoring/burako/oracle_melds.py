"""A brute-force second opinion on melds: try every order of the tiles and every role of each.

Works on ids. A reading is ("set", number, pure) or ("run", colour, start, pure).
"""

from itertools import permutations, product

Reading = tuple[object, ...]


def split(tile_id: str) -> tuple[str, int]:
    if tile_id.startswith("J"):
        return "", 0
    return tile_id[0], int(tile_id[1 : tile_id.index("#")])


def roles(tile_id: str, place: tuple[str, int]) -> list[str]:
    """What a tile may be at a (colour, number) place of a run."""
    colour, number = split(tile_id)
    found = []
    if (colour, number) == place:
        found.append("natural")
    if number == 0 or (number == 2 and "natural" not in found):
        found.append("wild")
    return found


def legal_roles(choices: list[list[str]]) -> set[bool]:
    """Whether some choice of roles has at most one wildcard; True = one without any exists."""
    return {
        combination.count("wild") == 0
        for combination in product(*choices)
        if combination.count("wild") <= 1
    }


def run_is_legal(colour: str, start: int, order: tuple[str, ...]) -> set[bool]:
    if len(order) < 3 or start < 1 or start + len(order) > 15:
        return set()
    numbers = [*range(1, 14), 1]
    places = [(colour, numbers[start - 1 + i]) for i in range(len(order))]
    return legal_roles([roles(t, place) for t, place in zip(order, places, strict=True)])


def set_is_legal(number: int, heap: tuple[str, ...], *, pierna_of_twos: bool) -> set[bool]:
    if len(heap) < 3 or (number == 2 and not pierna_of_twos):
        return set()
    choices = []
    for t in heap:
        own = split(t)[1]
        natural = ["natural"] if own == number else []
        wild = ["wild"] if own == 0 or (own == 2 and number != 2) else []
        choices.append(natural + wild)
    return legal_roles(choices)


def all_readings(heap: tuple[str, ...], *, pierna_of_twos: bool) -> set[Reading]:
    found: set[Reading] = set()
    for number in range(1, 14):
        for pure in set_is_legal(number, heap, pierna_of_twos=pierna_of_twos):
            found.add(("set", number, pure))
    for colour in "bgry":
        for start in range(1, 15):
            for order in permutations(heap):
                for pure in run_is_legal(colour, start, order):
                    found.add(("run", colour, start, pure))
    return found
