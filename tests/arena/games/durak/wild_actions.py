"""Well-formed actions over the whole pack, most of which no rule allows at the moment."""

import random
from typing import Any

from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.random_play import pack_of

SUITS = "SHDC"
ONE_IN_TWELVE = ("attack", "transfer", "show", "take", "pass", "swap", "call", "redeal")
KINDS = (*ONE_IN_TWELVE, "throw", "throw", "beat", "beat")


def wild_action(rules: DurakRules, rng: random.Random) -> dict[str, Any]:
    """Any action that can be written for these rules (1H), drawn from all of them."""
    kind = rng.choice(KINDS)
    match kind:
        case "redeal":
            return {"a": kind, "demand": rng.random() < 0.5}
        case "attack" | "throw" | "transfer":
            count = rng.choice((1, 1, 1, 2, 2, 3))
            cards = rng.sample(pack_of(rules), count)
            data = {"a": kind, "cards": [_written(name, rng) for name in cards]}
            return _with_side(rules, data, rng) if kind == "transfer" else data
        case "beat":
            card = _written(rng.choice(pack_of(rules)), rng)
            return {"a": kind, "target": rng.randrange(4), "card": card}
        case "show":
            card = rng.choice(pack_of(rules))
            return _with_side(rules, {"a": kind, "card": card}, rng)
    return {"a": kind}


def held_action(rules: DurakRules, hand: list[str], rng: random.Random) -> dict[str, Any]:
    """The same with cards of a hand, so that more than the first test must refuse it."""
    data = wild_action(rules, rng)
    if "cards" in data and len(hand) >= len(data["cards"]):
        data["cards"] = rng.sample(hand, len(data["cards"]))
    elif "card" in data and hand:
        data["card"] = rng.choice(hand)
    return data


def _written(name: str, rng: random.Random) -> str:
    """A card's id; now and then a six named otherwise, whether or not that is played (O39)."""
    return f"{name}@{rng.choice(SUITS)}" if name[0] == "6" and rng.random() < 0.3 else name


def _with_side(rules: DurakRules, data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    if rules.options.transfer_dir == "choose":
        data["dir"] = rng.choice("LR")
    return data
