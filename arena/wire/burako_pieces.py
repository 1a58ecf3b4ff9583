"""Burako's positions, events and actions as encoded pieces; see `pieces` for why."""

from functools import lru_cache
from typing import Final

from arena.games.burako.actions import (
    DISCARDS,
    DRAW,
    END_HAND,
    NO,
    TAKE_POZO,
    YES,
    Action,
    Consult,
    Discard,
    Extend,
    Lay,
    NewMeld,
)
from arena.games.burako.tiles import BY_ID, COLOURS, in_pack_order
from arena.games.burako.view import Seen
from arena.protocol.v1.burako_pb2 import (
    BurakoAction,
    BurakoEvent,
    BurakoMeld,
    BurakoMeldEnd,
    BurakoMuerto,
    BurakoNewMeld,
    BurakoPhase,
    BurakoPosition,
    BurakoQuestion,
)
from arena.protocol.v1.replay_pb2 import Move
from arena.wire.pieces import KEPT, Pieces
from arena.wire.words import numbers_of
from scoring.burako import End, Escalera, Meld

ENDS: Final = {
    End.LOW: BurakoMeldEnd.BURAKO_MELD_END_LOW,
    End.HIGH: BurakoMeldEnd.BURAKO_MELD_END_HIGH,
    End.SET: BurakoMeldEnd.BURAKO_MELD_END_SET,
}
_PHASE: Final = {
    word: BurakoPosition(phase=number).SerializeToString()
    for word, number in numbers_of(BurakoPhase, "BURAKO_PHASE_").items()
}
_TO_ACT: Final = Pieces(BurakoPosition, "to_act")
_STARTER: Final = Pieces(BurakoPosition, "starter")
_DRAWN: Final = Pieces(BurakoPosition, "drawn")
_MAZO: Final = Pieces(BurakoPosition, "mazo")
_TAKES: Final = Pieces(BurakoPosition, "takes")

_melds: Final[dict[int, tuple[Meld, int, bytes]]] = {}
"""By the identity of the meld, which stands beside its piece and so stays what it is."""

_UNSEEN_CONSULT: Final = BurakoAction(kind=BurakoAction.KIND_CONSULT)
_FIXED: Final[dict[Action, BurakoAction]] = {
    DRAW: BurakoAction(kind=BurakoAction.KIND_DRAW),
    TAKE_POZO: BurakoAction(kind=BurakoAction.KIND_TAKE_POZO),
    END_HAND: BurakoAction(kind=BurakoAction.KIND_END_HAND),
    YES: BurakoAction(kind=BurakoAction.KIND_ANSWER, close=True),
    NO: BurakoAction(kind=BurakoAction.KIND_ANSWER, close=False),
}
_DISCARD: Final = tuple(
    BurakoAction(kind=BurakoAction.KIND_DISCARD, tiles=(discard.tile,)) for discard in DISCARDS
)


def position(now: Seen) -> bytes:
    """A `BurakoPosition`.

    Lists of numbers are written as bytes, since every tile, and every number of tiles, is below
    128; before each stand its field's number times 8, 2 more as a length follows, and the length.
    """
    rack, counts, pozo = in_pack_order(now.rack), now.rack_counts, now.pozo
    numbers = [
        0x22, len(rack), *rack,
        0x32, len(counts), *counts,
        0x4A, len(pozo), *pozo,
        0x62, len(now.canastas), *now.canastas,
        0x6A, len(now.opened), *now.opened,
    ]  # fmt: skip
    if any(now.known):
        for held in now.known:
            tiles = in_pack_order(held)
            if tiles:
                numbers += (0x3A, len(tiles) + 2, 0x0A, len(tiles), *tiles)
            else:
                numbers += (0x3A, 0)
    parts = [
        bytes(numbers),
        _PHASE[now.phase],
        _STARTER[now.starter],
        *map(_meld, now.melds, now.owners),
        _MAZO[now.mazo],
        *map(_muerto, now.taken_by, now.unplayed),
        _TAKES[now.takes],
    ]
    if now.to_act is not None:
        parts.append(_TO_ACT[now.to_act])
    if now.drawn is not None:
        parts.append(_DRAWN[now.drawn])
    if now.pozo_closed or now.consulted:
        parts.append(_seldom(now))
    return b"".join(parts)


def _meld(meld: Meld, owner: int) -> bytes:
    """Melds lie there for many decisions; looking at all their tiles would cost more than this."""
    kept = _melds.get(id(meld))
    if kept is not None and kept[1] == owner:
        return kept[2]
    entry = BurakoMeld(
        side=owner,
        tiles=[BY_ID[tile.id] for tile in meld.tiles],
        wildcard=None if meld.wildcard is None else BY_ID[meld.wildcard.id],
    )
    if isinstance(meld, Escalera):
        entry.colour = COLOURS.index(meld.colour)
        entry.at = meld.start
    else:
        entry.at = meld.number
    made = BurakoPosition(melds=[entry]).SerializeToString()
    if len(_melds) >= KEPT:
        _melds.clear()
    _melds[id(meld)] = (meld, owner, made)
    return made


@lru_cache(maxsize=KEPT)
def _muerto(taken_by: int | None, unplayed: bool) -> bytes:  # noqa: FBT001 - mapped
    muerto = BurakoMuerto(taken_by=taken_by, unplayed=unplayed)
    return BurakoPosition(muertos=[muerto]).SerializeToString()


def _seldom(now: Seen) -> bytes:
    """What is seldom there."""
    return BurakoPosition(
        pozo_closed=now.pozo_closed, asker=now.asker, consulted=now.consulted, answer=now.answer
    ).SerializeToString()


def action_message(action: Action | None) -> BurakoAction:
    """The action as a message that nobody may change; None: somebody's consultation."""
    if action is None:
        return _UNSEEN_CONSULT
    if isinstance(action, Discard):
        return _DISCARD[action.tile]
    if isinstance(action, Lay):
        melds = [_new_meld(meld) for meld in action.melds]
        return BurakoAction(kind=BurakoAction.KIND_MELD, melds=melds)
    if isinstance(action, Extend):
        return BurakoAction(
            kind=BurakoAction.KIND_EXTEND,
            meld=action.meld,
            end=ENDS[action.end],
            tiles=action.tiles,
        )
    if isinstance(action, Consult):
        plan = [action_message(step) for step in action.plan]
        return BurakoAction(kind=BurakoAction.KIND_CONSULT, plan=plan)
    return _FIXED[action]


def _new_meld(meld: NewMeld) -> BurakoNewMeld:
    return BurakoNewMeld(colour=meld.colour, at=meld.at, tiles=meld.tiles)


def _encoded_legal(action: Action) -> bytes:
    return BurakoQuestion(legal=[action_message(action)]).SerializeToString()


_LEGAL_DISCARDS: Final = tuple(map(_encoded_legal, DISCARDS))
_LEGAL_FIXED: Final = {action: _encoded_legal(action) for action in _FIXED}


@lru_cache(maxsize=KEPT)
def _legal_meld(colour: int | None, at: int, tiles: tuple[int, ...]) -> bytes:
    return _encoded_legal(Lay((NewMeld(colour, at, tiles),), 0))


@lru_cache(maxsize=KEPT)
def _legal_extension(meld: int, end: End, tiles: tuple[int, ...]) -> bytes:
    return _encoded_legal(Extend(meld, end, tiles, 0))


def legal(action: Action) -> bytes:
    """An entry of `legal` in a `BurakoQuestion`."""
    if isinstance(action, Discard):
        return _LEGAL_DISCARDS[action.tile]
    if isinstance(action, Extend):
        return _legal_extension(action.meld, action.end, action.tiles)
    if isinstance(action, Lay):
        (meld,) = action.melds  # several at once are never listed
        return _legal_meld(meld.colour, meld.at, meld.tiles)
    return _LEGAL_FIXED[action]


def _encoded_move(action: Action) -> bytes:
    return Move(burako=action_message(action)).SerializeToString()


_MOVED_DISCARDS: Final = tuple(map(_encoded_move, DISCARDS))
_MOVED_FIXED: Final = {action: _encoded_move(action) for action in _FIXED}


def move(action: Action) -> bytes:
    """An action as what was played, in a `Move`."""
    if isinstance(action, Discard):
        return _MOVED_DISCARDS[action.tile]
    return _MOVED_FIXED.get(action) or _encoded_move(action)


@lru_cache(maxsize=KEPT)
def event(seat: int, action: Action | None) -> bytes:
    """An entry of `events` in a `BurakoQuestion`."""
    told = BurakoEvent(seat=seat, action=action_message(action))
    return BurakoQuestion(events=[told]).SerializeToString()


@lru_cache(maxsize=KEPT)
def match_totals(*totals: int) -> bytes:
    """The points of both sides before this hand, in a `BurakoQuestion`."""
    return BurakoQuestion(match_totals=totals).SerializeToString()
