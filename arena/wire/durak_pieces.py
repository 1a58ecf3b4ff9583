"""Durak's positions, events and actions as encoded pieces; see `pieces` for why."""

from functools import lru_cache
from typing import Any, Final

from arena.games.durak.actions import Action, Side
from arena.games.durak.cards import bits, in_card_order
from arena.games.durak.state import LogEntry
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
from arena.wire.frames import varint
from arena.wire.pieces import KEPT, Made
from arena.wire.words import numbers_of

KINDS: Final = numbers_of(DurakAction.Kind, "KIND_")
_LEFT, _RIGHT = DurakDirection.DURAK_DIRECTION_LEFT, DurakDirection.DURAK_DIRECTION_RIGHT
DIRECTIONS: Final[dict[Side | None, DurakDirection | None]] = {None: None, "L": _LEFT, "R": _RIGHT}

_PHASES: Final = numbers_of(DurakPhase, "DURAK_PHASE_")
SHORT_PACKS: Final = 2
"""With so many packs every card, and every number of cards, is below 128 and so a byte."""


def position(now: Seen, *, secrets: bool) -> bytes:
    """A `DurakPosition` of at most two packs; what is empty is left out.

    It is written as a list of bytes.  Each field's tag stands before it: its number times 8, and 2
    more if a length follows; from field 16 on in two bytes.  Only what stays for a whole game is
    kept: keeping more costs more, since most of it comes once.  `long_position` says the same in
    words, in twice the time.
    """
    (
        phase, to_act, hand, hand_counts, _, known, attacks, owners, defences, trump, trump_card,
        turned, talon, discard, dealer, opener, main, defender, side, cap, active, out, shown,
        tickets, barred, idle_bouts, redeals,
    ) = now  # fmt: skip
    cards = in_card_order(hand)
    numbers = [
        0x08, _PHASES[phase],
        0x1A, len(cards), *cards,
        0x22, len(hand_counts), *hand_counts,
        0x60, talon,
        0x68, discard,
        0x70, dealer,
        0x78, opener,
        0x80, 1, main,
        0x88, 1, defender,
        0x90, 1, _RIGHT if side else _LEFT,
        0xA2, 1, len(active), *active,
    ]  # fmt: skip
    if to_act is not None:
        numbers += (0x10, to_act)
    if cap is not None:
        numbers += (0x98, 1, cap)
    for place, card in enumerate(attacks):
        beaten_by = defences.get(place)
        if beaten_by is None:
            numbers += (0x3A, 4, 0x08, card, 0x10, owners[place])
        else:
            numbers += (0x3A, 6, 0x08, card, 0x10, owners[place], 0x18, beaten_by)
    if out:
        numbers += (0xAA, 1, len(out), *out)
    if idle_bouts:
        numbers += (0xC8, 1, *varint(idle_bouts))
    written = bytes(numbers) + _trumps[trump.suit, trump.rank, trump_card, turned]
    if any(known):
        written += b"".join(map(_known, known))
    if redeals or secrets or shown or barred or any(tickets):
        written += _seldom(now, secrets=secrets).SerializeToString()
    return written


def long_position(now: Seen, *, secrets: bool) -> bytes:
    """The same with any number of packs."""
    message = _seldom(now, secrets=secrets)
    message.MergeFrom(
        DurakPosition(
            phase=_PHASES[now.phase],
            to_act=now.to_act,
            hand=in_card_order(now.hand),
            hand_counts=now.hand_counts,
            table=[
                DurakTableCard(card=card, seat=owner, beaten_by=now.defences.get(place))
                for place, (card, owner) in enumerate(zip(now.attacks, now.owners, strict=True))
            ],
            talon=now.talon,
            discard=now.discard,
            dealer=now.dealer,
            opener=now.opener,
            main=now.main,
            defender=now.defender,
            direction=_RIGHT if now.dir else _LEFT,
            cap=now.cap,
            active=now.active,
            out=now.out,
            idle_bouts=now.idle_bouts,
        )
    )
    trump = _trumps[now.trump.suit, now.trump.rank, now.trump_card, now.turned]
    known = map(_known, now.known) if any(now.known) else ()
    return message.SerializeToString() + trump + b"".join(known)


def _make_trumps(parts: tuple[Any, ...]) -> bytes:
    """What is trump."""
    suit, rank, trump_card, turned = parts
    return DurakPosition(
        trump_suit=suit,
        trump_rank=rank,
        trump_card=trump_card,
        face_up=turned.bit_length() - 1 if turned else None,
    ).SerializeToString()


def _make_known(cards: int) -> bytes:
    """What is known of a hand, which everybody is told until it changes."""
    return DurakPosition(known=[DurakCards(cards=in_card_order(cards))]).SerializeToString()


_trumps: Final = Made(_make_trumps)
_known: Final = Made(_make_known).__getitem__


def _seldom(now: Seen, *, secrets: bool) -> DurakPosition:
    """What few rule sets have."""
    return DurakPosition(
        secret_counts=now.secret_counts if secrets else (),
        shown=in_card_order(now.shown),
        tickets=now.tickets if any(now.tickets) else (),
        barred=bits(now.barred),
        redeals=now.redeals,
    )


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


def _legal(action: Action) -> bytes:
    return DurakQuestion(legal=[action_message(action)]).SerializeToString()


def _event(entry: LogEntry) -> bytes:
    seat, action = entry
    told = DurakEvent(seat=seat, action=action_message(action))
    return DurakQuestion(events=[told]).SerializeToString()


def _move(action: Action) -> bytes:
    return Move(durak=action_message(action)).SerializeToString()


legal: Final = Made(_legal).__getitem__
"""An action as an entry of `legal` in a `DurakQuestion`."""
event: Final = Made(_event).__getitem__
"""An entry of the log as one of `events` in a `DurakQuestion`."""
move: Final = Made(_move).__getitem__
"""An action as what was played, in a `Move`."""
