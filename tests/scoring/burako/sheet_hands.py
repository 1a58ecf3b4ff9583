"""Hands for tests of the sheet, and what is said about them."""

import copy
from typing import Any

from scoring.burako import (
    SEED_RULES,
    BurakoRuleSet,
    SheetReading,
    read_sheet,
)

Data = dict[str, Any]

# A hand of two players and one of two pairs that can really have been played.
DUEL: Data = {
    "sides": [
        {
            "closed": True,
            "pure_canastas": 1,
            "impure_canastas": 1,
            "muerto": "played",
            "laid_points": 300,
            "rack_points": [0],
        },
        {
            "closed": False,
            "pure_canastas": 0,
            "impure_canastas": 0,
            "muerto": "untouched",
            "laid_points": 75,
            "rack_points": [60],
        },
    ]
}
PAIRS: Data = {
    "sides": [
        {
            "closed": True,
            "pure_canastas": 1,
            "impure_canastas": 0,
            "muerto": "taken_unplayed",
            "laid_points": 250,
            "rack_points": [0, 145],
            "muerto_rack": 1,
        },
        {
            "closed": False,
            "pure_canastas": 0,
            "impure_canastas": 1,
            "muerto": "taken_unplayed",
            "laid_points": 200,
            "rack_points": [90, 110],
            "muerto_rack": 0,
        },
    ]
}


PLAYED = {"muerto": "played", "muerto_rack": None}


def changed(base: Data, changes: Data | None = None, other: Data | None = None) -> Data:
    data = copy.deepcopy(base)
    data["sides"][0] |= changes or {}
    data["sides"][1] |= other or {}
    return data


def errors(data: Data, rules: BurakoRuleSet = SEED_RULES) -> dict[str, str]:
    seats = 2 * len(data["sides"][0]["rack_points"])
    return codes(read_sheet(rules, data, seats=seats))


def codes(reading: SheetReading) -> dict[str, str]:
    assert len({e.field for e in reading.errors}) == len(reading.errors), "one error per field"
    filled_in = [e.message.replace(e.field, "") for e in reading.errors]  # whose name may be "%("
    assert all(message and "%(" not in message for message in filled_in)
    return {e.field: e.code for e in reading.errors}
