"""Actions on the wire in the engines' JSON form, read without the server's codec."""

from typing import Any

from arena.games.burako.tiles import ID
from arena.games.durak.cards import face_id
from arena.protocol.v1 import burako_pb2, durak_pb2

COLOURS = "bgry"
ENDS = {
    burako_pb2.BURAKO_MELD_END_LOW: "low",
    burako_pb2.BURAKO_MELD_END_HIGH: "high",
    burako_pb2.BURAKO_MELD_END_SET: "set",
}


def durak_json(action: durak_pb2.DurakAction, packs: int) -> dict[str, Any]:
    kind = durak_pb2.DurakAction.Kind.Name(action.kind).removeprefix("KIND_").lower()
    cards = [face_id(card, packs) for card in action.cards]
    plain: dict[str, Any] = {"a": kind}
    if kind in ("attack", "throw", "transfer"):
        plain["cards"] = cards
    elif kind in ("beat", "show"):
        (plain["card"],) = cards
    if kind == "beat":
        plain["target"] = action.target
    if kind == "redeal":
        plain["demand"] = action.demand
    if action.direction:
        plain["dir"] = {1: "L", 2: "R"}[action.direction]
    return plain


def burako_json(action: burako_pb2.BurakoAction) -> dict[str, Any]:
    kind = burako_pb2.BurakoAction.Kind.Name(action.kind).removeprefix("KIND_").lower()
    tiles = [ID[tile] for tile in action.tiles]
    plain: dict[str, Any] = {"a": kind}
    match kind:
        case "meld":
            plain["melds"] = [_meld_json(meld) for meld in action.melds]
        case "extend":
            plain |= {"meld": action.meld, "end": ENDS[action.end], "tiles": tiles}
        case "consult":
            plain["plan"] = [burako_json(step) for step in action.plan]
        case "answer":
            plain["close"] = action.close
        case "discard":
            (plain["tile"],) = tiles
    return plain


def _meld_json(meld: burako_pb2.BurakoNewMeld) -> dict[str, Any]:
    tiles = [ID[tile] for tile in meld.tiles]
    if meld.HasField("colour"):
        return {"t": "run", "c": COLOURS[meld.colour], "start": meld.at, "tiles": tiles}
    return {"t": "set", "n": meld.at, "tiles": tiles}
