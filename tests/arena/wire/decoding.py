"""Messages read as the .proto files describe them, without a line of `arena.wire`.

What comes out is the engines' text form, so that it can be compared with theirs.
"""

from typing import Any

from google.protobuf.message import Message

from arena.protocol.v1.burako_pb2 import (
    BurakoAction,
    BurakoEvent,
    BurakoMeld,
    BurakoNewMeld,
    BurakoPosition,
)
from arena.protocol.v1.durak_pb2 import DurakAction, DurakEvent, DurakPosition

Plain = dict[str, Any]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "SHDC"
NAMED_SIXES = 52


def word(message: Message, field: str, prefix: str) -> str:
    """The word that an enumeration's value stands for."""
    values = message.DESCRIPTOR.fields_by_name[field].enum_type
    assert values is not None
    name: str = values.values_by_number[getattr(message, field)].name
    assert name.startswith(prefix)
    return name.removeprefix(prefix).lower()


def maybe(message: Message, field: str) -> Any:  # noqa: ANN401 - the field's value
    return getattr(message, field) if message.HasField(field) else None


# Durak


def card_id(number: int, packs: int) -> str | None:
    """The id of a card number; None if no card has it."""
    copy, place = divmod(number, 64)
    if copy >= (4 if packs > 1 else 1):
        return None
    marked = f"#{copy + 1}" if packs > 1 else ""
    if place < NAMED_SIXES:
        rank, suit = divmod(place, 4)
        return f"{RANKS[rank]}{SUITS[suit]}{marked}"
    suit, nth = divmod(place - NAMED_SIXES, 3)
    named = SUITS.replace(SUITS[suit], "")[nth]
    return f"6{SUITS[suit]}{marked}@{named}"


def durak_action(message: DurakAction, packs: int) -> Plain:
    kind = word(message, "kind", "KIND_")
    data: Plain = {"a": kind}
    cards = [card_id(number, packs) for number in message.cards]
    if kind in {"beat", "show"}:
        (data["card"],) = cards
    elif cards:
        data["cards"] = cards
    if message.HasField("target"):
        data["target"] = message.target
    if message.HasField("demand"):
        data["demand"] = message.demand
    if message.direction:
        data["dir"] = word(message, "direction", "DURAK_DIRECTION_")[0].upper()
    return data


def durak_events(messages: list[DurakEvent], packs: int) -> list[list[object]]:
    return [[event.seat, durak_action(event.action, packs)] for event in messages]


def durak_position(message: DurakPosition, *, packs: int, players: int) -> Plain:
    """All that a view says but whose it is, the teams, the outcome and the log."""

    def ids(numbers: Any) -> list[str | None]:  # noqa: ANN401 - a repeated field
        return [card_id(number, packs) for number in numbers]

    def one(field: str) -> str | None:
        number = maybe(message, field)
        return None if number is None else card_id(number, packs)

    nothing = [0] * players
    trump_suit, trump_rank = maybe(message, "trump_suit"), maybe(message, "trump_rank")
    return {
        "phase": word(message, "phase", "DURAK_PHASE_"),
        "to_act": maybe(message, "to_act"),
        "hand": ids(message.hand),
        "hand_counts": list(message.hand_counts),
        "secret_counts": list(message.secret_counts) or nothing,
        "known": [ids(seat.cards) for seat in message.known] or [[] for _ in range(players)],
        "table": [
            {
                "card": card_id(lying.card, packs),
                "seat": lying.seat,
                "beaten_by": card_id(lying.beaten_by, packs)
                if lying.HasField("beaten_by")
                else None,
            }
            for lying in message.table
        ],
        "trump_suit": None if trump_suit is None else SUITS[trump_suit],
        "trump_rank": None if trump_rank is None else RANKS[trump_rank],
        "trump_card": one("trump_card"),
        "face_up": one("face_up"),
        "talon": message.talon,
        "discard": message.discard,
        "dealer": message.dealer,
        "opener": message.opener,
        "main": message.main,
        "defender": message.defender,
        "direction": word(message, "direction", "DURAK_DIRECTION_")[0].upper(),
        "cap": maybe(message, "cap"),
        "active": list(message.active),
        "out": list(message.out),
        "shown": ids(message.shown),
        "tickets": list(message.tickets) or nothing,
        "barred": list(message.barred),
        "idle_bouts": message.idle_bouts,
        "redeals": message.redeals,
    }


# Burako


def tile_id(number: int) -> str | None:
    """The id of a tile number; None if no tile has it."""
    copy, face = divmod(number, 53)
    if copy > 1:
        return None
    colour, ordinal = divmod(face, 13)
    return f"J#{copy + 1}" if face == 52 else f"{'bgry'[colour]}{ordinal + 1}#{copy + 1}"


def tile_ids(numbers: Any) -> list[str | None]:  # noqa: ANN401 - a repeated field
    return [tile_id(number) for number in numbers]


def burako_action(message: BurakoAction) -> Plain:
    kind = word(message, "kind", "KIND_")
    data: Plain = {"a": kind}
    if message.melds:
        data["melds"] = [meld(new) for new in message.melds]
    if kind == "discard":
        (data["tile"],) = tile_ids(message.tiles)
    elif message.tiles:
        data["tiles"] = tile_ids(message.tiles)
    if message.HasField("meld"):
        data["meld"] = message.meld
    if message.end:
        data["end"] = word(message, "end", "BURAKO_MELD_END_")
    if message.HasField("close"):
        data["close"] = message.close
    if message.plan:
        data["plan"] = [burako_action(step) for step in message.plan]
    return data


def meld(message: BurakoNewMeld | BurakoMeld) -> Plain:
    tiles = tile_ids(message.tiles)
    if not message.HasField("colour"):
        return {"t": "set", "n": message.at, "tiles": tiles}
    colour = "bgry"[message.colour] if message.colour < 4 else None
    return {"t": "run", "c": colour, "start": message.at, "tiles": tiles}


def burako_events(messages: list[BurakoEvent]) -> list[list[object]]:
    return [[event.seat, burako_action(event.action)] for event in messages]


def burako_position(message: BurakoPosition, *, players: int) -> Plain:
    """All that a view says but whose it is, the outcome and the log."""
    drawn = maybe(message, "drawn")
    return {
        "phase": word(message, "phase", "BURAKO_PHASE_"),
        "to_act": maybe(message, "to_act"),
        "starter": message.starter,
        "rack": tile_ids(message.rack),
        "drawn": None if drawn is None else tile_id(drawn),
        "rack_counts": list(message.rack_counts),
        "known": [tile_ids(seat.tiles) for seat in message.known] or [[] for _ in range(players)],
        "melds": [_lying(lying) for lying in message.melds],
        "pozo": tile_ids(message.pozo),
        "mazo": message.mazo,
        "muertos": [
            {"taken_by": maybe(muerto, "taken_by"), "unplayed": muerto.unplayed}
            for muerto in message.muertos
        ],
        "canastas": list(message.canastas),
        "opened": list(message.opened),
        "takes": message.takes,
        "pozo_closed": message.pozo_closed,
        "asker": maybe(message, "asker"),
        "consulted": message.consulted,
        "answer": maybe(message, "answer"),
    }


def _lying(message: BurakoMeld) -> Plain:
    wildcard = maybe(message, "wildcard")
    canasta = None
    if len(message.tiles) >= 7:
        canasta = "pure" if wildcard is None else "impure"
    return {
        "side": message.side,
        **meld(message),
        "wildcard": None if wildcard is None else tile_id(wildcard),
        "canasta": canasta,
    }
