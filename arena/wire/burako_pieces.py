"""Burako's positions, events and actions as encoded pieces; see `pieces` for why."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

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
from arena.games.burako.legal import LegalPlays
from arena.games.burako.making import NEW
from arena.games.burako.tiles import BY_ID, COLOURS, in_pack_order
from arena.games.burako.view import Seen
from arena.protocol.v1.burako_pb2 import (
    BurakoAction,
    BurakoEvent,
    BurakoMeldEnd,
    BurakoMuerto,
    BurakoNewMeld,
    BurakoPhase,
    BurakoPosition,
    BurakoQuestion,
)
from arena.protocol.v1.replay_pb2 import Move
from arena.wire.pieces import KEPT, Made, inside, tag_of
from arena.wire.words import numbers_of
from scoring.burako import End, Escalera, Meld

ENDS: Final = {
    End.LOW: BurakoMeldEnd.BURAKO_MELD_END_LOW,
    End.HIGH: BurakoMeldEnd.BURAKO_MELD_END_HIGH,
    End.SET: BurakoMeldEnd.BURAKO_MELD_END_SET,
}
_PHASES: Final = numbers_of(BurakoPhase, "BURAKO_PHASE_")

KEPT_TABLES: Final = 2_048
"""Each is of use while its hand is played."""
_tables: Final[dict[int, tuple[tuple[Meld, ...], bytes]]] = {}
"""By the identity of the melds, which stand beside their piece and so stay what they are."""

_LEGAL: Final = tag_of(BurakoQuestion, "legal")
_EVENTS: Final = tag_of(BurakoQuestion, "events")
_DONE: Final = tag_of(BurakoEvent, "action")
_MOVED: Final = tag_of(Move, "burako")
_MELD: Final = int(BurakoAction.KIND_MELD)
_EXTEND: Final = int(BurakoAction.KIND_EXTEND)
_END_NUMBERS: Final = {end: int(number) for end, number in ENDS.items()}
_UNSEEN_CONSULT: Final = BurakoAction(kind=BurakoAction.KIND_CONSULT)
_FIXED: Final[dict[Action, BurakoAction]] = {
    DRAW: BurakoAction(kind=BurakoAction.KIND_DRAW),
    TAKE_POZO: BurakoAction(kind=BurakoAction.KIND_TAKE_POZO),
    END_HAND: BurakoAction(kind=BurakoAction.KIND_END_HAND),
    YES: BurakoAction(kind=BurakoAction.KIND_ANSWER, close=True),
    NO: BurakoAction(kind=BurakoAction.KIND_ANSWER, close=False),
}
_USUAL: Final[dict[str, Action]] = {one.kind: one for one in (DRAW, TAKE_POZO, END_HAND)}
"""Looked up by their kind: looking for an action itself means comparing it with others."""
_DISCARD: Final = tuple(
    BurakoAction(kind=BurakoAction.KIND_DISCARD, tiles=(discard.tile,)) for discard in DISCARDS
)


def position(now: Seen) -> bytes:
    """A `BurakoPosition`.

    Numbers are written as bytes, since every tile, and every number of tiles, is below 128; before
    each stands its field's number times 8, before a list of them 2 more and its length.
    """
    (
        phase, to_act, starter, rack, drawn, rack_counts, known, melds, owners, pozo, mazo,
        taken_by, unplayed, canastas, opened, takes, pozo_closed, _, consulted, _,
    ) = now  # fmt: skip
    tiles = in_pack_order(rack)
    numbers = [
        0x08, _PHASES[phase],
        0x18, starter,
        0x22, len(tiles), *tiles,
        0x32, len(rack_counts), *rack_counts,
        0x4A, len(pozo), *pozo,
        0x50, mazo,
        0x62, len(canastas), *canastas,
        0x6A, len(opened), *opened,
        0x70, takes,
    ]  # fmt: skip
    if to_act is not None:
        numbers += (0x10, to_act)
    if drawn is not None:
        numbers += (0x28, drawn)
    written = bytes(numbers) + _muertos[taken_by, unplayed]
    if any(known):
        written += b"".join(map(_known, known))
    if melds:
        written += _lying(melds, owners)
    if pozo_closed or consulted:
        written += _seldom(now)
    return written


def _make_muertos(parts: tuple[Any, ...]) -> bytes:
    """How it stands with them: for many turns."""
    muertos = [
        BurakoMuerto(taken_by=taken_by, unplayed=unplayed)
        for taken_by, unplayed in zip(*parts, strict=True)
    ]
    return BurakoPosition(muertos=muertos).SerializeToString()


def _make_known(tiles: int) -> bytes:
    """What is known of a rack, which changes in its own turn only."""
    listed = in_pack_order(tiles)
    size = len(listed)
    return bytes((0x3A, size + 2, 0x0A, size, *listed))


_muertos: Final = Made(_make_muertos)
_known: Final = Made(_make_known).__getitem__


def _lying(melds: tuple[Meld, ...], owners: tuple[int, ...]) -> bytes:
    """What lies on the table lies there for many decisions, and is another tuple when it changes;
    looking at all its tiles would cost more than this."""
    kept = _tables.get(id(melds))
    if kept is not None:
        return kept[1]
    made = b"".join(map(_meld, melds, owners))
    if len(_tables) >= KEPT_TABLES:
        _tables.clear()
    _tables[id(melds)] = (melds, made)
    return made


def _meld(meld: Meld, owner: int) -> bytes:
    tiles = [BY_ID[tile.id] for tile in meld.tiles]
    entry = [0x08, owner, 0x22, len(tiles), *tiles]
    if isinstance(meld, Escalera):
        entry += (0x10, COLOURS.index(meld.colour), 0x18, meld.start)
    else:
        entry += (0x18, meld.number)
    if meld.wildcard is not None:
        entry += (0x28, BY_ID[meld.wildcard.id])
    return bytes((0x42, len(entry), *entry))


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


def _written(action: Action | None) -> bytes:
    """A `BurakoAction`, number by number where there are too many to keep them."""
    if isinstance(action, Extend):
        return _extension(action.meld, action.end, action.tiles)
    if isinstance(action, Lay) and len(action.melds) == 1:
        (meld,) = action.melds
        return _new(meld.colour, meld.at, meld.tiles)
    return action_message(action).SerializeToString()


def _extension(meld: int, end: End, tiles: Sequence[int]) -> bytes:
    size = len(tiles)
    return bytes((0x08, _EXTEND, 0x1A, size, *tiles, 0x20, meld, 0x28, _END_NUMBERS[end]))


def _new(colour: int | None, at: int, tiles: Sequence[int]) -> bytes:
    size = len(tiles)
    if colour is None:
        return bytes((0x08, _MELD, 0x12, size + 4, 0x10, at, 0x1A, size, *tiles))
    return bytes((0x08, _MELD, 0x12, size + 6, 0x08, colour, 0x10, at, 0x1A, size, *tiles))


def _encoded_legal(action: Action) -> bytes:
    return inside(_LEGAL, _written(action))


_LEGAL_DISCARDS: Final = tuple(map(_encoded_legal, DISCARDS))
_LEGAL_USUAL: Final = {kind: _encoded_legal(action) for kind, action in _USUAL.items()}


def legal(actions: Sequence[Action], limit: int) -> list[bytes]:
    """The first of these as entries of `legal` in a `BurakoQuestion`."""
    if not isinstance(actions, LegalPlays):
        return [_LEGAL_USUAL.get(one.kind) or _encoded_legal(one) for one in actions[:limit]]
    listed = [_LEGAL_DISCARDS[tile] for tile in actions.discards()[:limit]]
    listed += [
        inside(_LEGAL, _new(colour, at, tiles) if meld == NEW else _extension(meld, end, tiles))
        for meld, end, colour, at, tiles in islice(actions.lays(), limit - len(listed))
    ]
    return listed


def _encoded_move(action: Action) -> bytes:
    return inside(_MOVED, _written(action))


_MOVED_DISCARDS: Final = tuple(map(_encoded_move, DISCARDS))
_MOVED_USUAL: Final = {kind: _encoded_move(action) for kind, action in _USUAL.items()}


def move(action: Action) -> bytes:
    """An action as what was played, in a `Move`."""
    if isinstance(action, Discard):
        return _MOVED_DISCARDS[action.tile]
    return _MOVED_USUAL.get(action.kind) or _encoded_move(action)


def event(seat: int, action: Action | None) -> bytes:
    """An entry of `events` in a `BurakoQuestion`."""
    if isinstance(action, Discard):
        return _DISCARDED[seat, action.tile]
    if action is not None and action.kind in _USUAL:
        return _DONE_AS_USUAL[seat, action.kind]
    return _event(seat, action)


def _event(seat: int, action: Action | None) -> bytes:
    return inside(_EVENTS, bytes((0x08, seat)) + inside(_DONE, _written(action)))


_DONE_AS_USUAL: Final = Made(lambda told: _event(told[0], _USUAL[told[1]]))
_DISCARDED: Final = Made(lambda told: _event(told[0], DISCARDS[told[1]]))


@lru_cache(maxsize=KEPT)
def match_totals(*totals: int) -> bytes:
    """The points of both sides before this hand, in a `BurakoQuestion`."""
    return BurakoQuestion(match_totals=totals).SerializeToString()
