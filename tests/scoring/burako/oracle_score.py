"""A slow second opinion on the score of a hand, written from the seed's own words.

It works tile by tile on the plain data of a hand (ids, no types of ours) and follows the seed's
two lists ("pareja que cerró", "pareja que no cerró") instead of a table of branches.
"""

from typing import Any


def points_of(tile_id: str) -> int:
    """'Fichas 3, 4, 5, 6 y 7: 5 puntos cada una' and so on."""
    if tile_id.startswith("J"):
        return 50
    number = int(tile_id[1:-2])
    if number == 1:
        return 15
    if number == 2:
        return 20
    return 5 if number <= 7 else 10


def is_canasta(meld: dict[str, Any]) -> bool:
    return len(meld["tiles"]) >= 7


def has_wildcard(meld: dict[str, Any]) -> bool:
    """'Puras si no tiene comodines': jokers, and 2s that do not stand in their own place."""
    for offset, tile_id in enumerate(meld["tiles"]):
        if tile_id.startswith("J"):
            return True
        if int(tile_id[1:-2]) != 2:
            continue
        if meld["t"] == "set":
            return True  # a pierna of twos is not played here
        if meld["start"] + offset != 2 or tile_id[0] != meld["c"]:
            return True
    return False


def oracle_total(side: dict[str, Any], *, also_free_for_losers: bool = False) -> int:
    """The points of one side, added up one reason at a time."""
    total = 0
    canastas = [meld for meld in side["melds"] if is_canasta(meld)]
    laid = [t for meld in side["melds"] for t in meld["tiles"]]
    if side["muerto"] != "played":
        total -= 100  # 'Por no haber jugado el muerto'
    for canasta in canastas:
        total += 100 if has_wildcard(canasta) else 200
    if side["closed"]:
        total += 100  # 'Por cerrar la mano'
    counts_against = not side["closed"] and not canastas
    for tile_id in laid:
        # The seed counts laid tiles against a side without canastas, like those not laid.
        total += -points_of(tile_id) if counts_against else points_of(tile_id)
    for number, rack in enumerate(side["racks"]):
        is_the_muerto = side["muerto"] == "taken_unplayed" and side["muerto_rack"] == number
        # The seed's special case: the 100 against, but not the sum of the tiles.
        if is_the_muerto and (side["closed"] or also_free_for_losers):
            continue
        for tile_id in rack:
            total -= points_of(tile_id)
    return total
