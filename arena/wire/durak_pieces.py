"""Durak's positions, events and actions as encoded pieces; see `pieces` for why."""

from functools import lru_cache
from typing import Final

from arena.games.durak.actions import Action, Side
from arena.games.durak.cards import bits, in_card_order
from arena.games.durak.view import Seen
from arena.protocol.v1.durak_pb2 import (
    DurakAction,
    DurakCards,
    DurakDirection,
    DurakEvent,
    DurakPhase,
    DurakPosition,
    DurakQuestion,
    DurakTableCard,
)
from arena.protocol.v1.replay_pb2 import Move
from arena.wire.pieces import KEPT, Pieces
from arena.wire.words import numbers_of

KINDS: Final = numbers_of(DurakAction.Kind, "KIND_")
_LEFT, _RIGHT = DurakDirection.DURAK_DIRECTION_LEFT, DurakDirection.DURAK_DIRECTION_RIGHT
DIRECTIONS: Final[dict[Side | None, DurakDirection | None]] = {None: None, "L": _LEFT, "R": _RIGHT}

_PHASE: Final = {
    word: DurakPosition(phase=number).SerializeToString()
    for word, number in numbers_of(DurakPhase, "DURAK_PHASE_").items()
}
_TO_ACT: Final = Pieces(DurakPosition, "to_act")
_HAND: Final = Pieces(DurakPosition, "hand").__getitem__
_HAND_COUNTS: Final = Pieces(DurakPosition, "hand_counts").__getitem__
_SECRET_COUNTS: Final = Pieces(DurakPosition, "secret_counts").__getitem__
_TALON: Final = Pieces(DurakPosition, "talon")
_DISCARD: Final = Pieces(DurakPosition, "discard")
_CAP: Final = Pieces(DurakPosition, "cap")
_OUT: Final = Pieces(DurakPosition, "out").__getitem__
_SHOWN: Final = Pieces(DurakPosition, "shown").__getitem__
_TICKETS: Final = Pieces(DurakPosition, "tickets").__getitem__
_BARRED: Final = Pieces(DurakPosition, "barred").__getitem__
_IDLE_BOUTS: Final = Pieces(DurakPosition, "idle_bouts")
_REDEALS: Final = Pieces(DurakPosition, "redeals")


def position(now: Seen, *, secrets: bool) -> bytes:
    """A `DurakPosition`; what is empty is left out."""
    (
        phase, to_act, hand, hand_counts, secret_counts, known, attacks, owners, defences, trump,
        trump_card, turned, talon, discard, dealer, opener, main, defender, side, cap, active, out,
        shown, tickets, barred, idle_bouts, redeals,
    ) = now  # fmt: skip
    parts = [
        _PHASE[phase],
        *map(_HAND, in_card_order(hand)),
        *map(_HAND_COUNTS, hand_counts),
        _seats(dealer, opener, main, defender, side, active),
        _trump(trump.suit, trump.rank, trump_card, turned),
        _TALON[talon],
        _DISCARD[discard],
        _IDLE_BOUTS[idle_bouts],
        _REDEALS[redeals],
    ]
    if to_act is not None:
        parts.append(_TO_ACT[to_act])
    if cap is not None:
        parts.append(_CAP[cap])
    if attacks:
        beaten_by = map(defences.get, range(len(attacks)))
        parts += map(_lying, attacks, owners, beaten_by)
    if any(known):
        parts += map(_known, known)
    if out:
        parts += map(_OUT, out)
    if secrets:
        parts += map(_SECRET_COUNTS, secret_counts)
    if shown:
        parts += map(_SHOWN, in_card_order(shown))
    if any(tickets):
        parts += map(_TICKETS, tickets)
    if barred:
        parts += map(_BARRED, bits(barred))
    return b"".join(parts)


@lru_cache(maxsize=KEPT)
def _seats(  # noqa: PLR0917 - the key of a cache
    dealer: int, opener: int, main: int, defender: int, side: int, active: tuple[int, ...]
) -> bytes:
    return DurakPosition(
        dealer=dealer,
        opener=opener,
        main=main,
        defender=defender,
        direction=_RIGHT if side else _LEFT,
        active=active,
    ).SerializeToString()


@lru_cache(maxsize=KEPT)
def _trump(suit: int | None, rank: int | None, card: int | None, turned: int) -> bytes:
    return DurakPosition(
        trump_suit=suit,
        trump_rank=rank,
        trump_card=card,
        face_up=turned.bit_length() - 1 if turned else None,
    ).SerializeToString()


@lru_cache(maxsize=KEPT)
def _lying(card: int, seat: int, beaten_by: int | None) -> bytes:
    lying = DurakTableCard(card=card, seat=seat, beaten_by=beaten_by)
    return DurakPosition(table=[lying]).SerializeToString()


@lru_cache(maxsize=KEPT)
def _known(cards: int) -> bytes:
    """Of one seat; it changes seldom."""
    known = DurakCards(cards=in_card_order(cards))
    return DurakPosition(known=[known]).SerializeToString()


@lru_cache(maxsize=KEPT)
def action_message(action: Action) -> DurakAction:
    """The action as a message that nobody may change."""
    return DurakAction(
        kind=KINDS[action.kind],
        cards=action.faces,
        target=action.target,
        direction=DIRECTIONS[action.dir],
        demand=action.demand,
    )


@lru_cache(maxsize=KEPT)
def legal(action: Action) -> bytes:
    """An entry of `legal` in a `DurakQuestion`."""
    return DurakQuestion(legal=[action_message(action)]).SerializeToString()


@lru_cache(maxsize=KEPT)
def event(seat: int, action: Action) -> bytes:
    """An entry of `events` in a `DurakQuestion`."""
    told = DurakEvent(seat=seat, action=action_message(action))
    return DurakQuestion(events=[told]).SerializeToString()


@lru_cache(maxsize=KEPT)
def move(action: Action) -> bytes:
    """What was played, in a `Move`."""
    return Move(durak=action_message(action)).SerializeToString()
