"""Durak on the wire: what the engine shows, written down number by number.

What somebody may see is the engine's business (`arena.games.durak.view`); nothing here looks at a
game except through it.  This is done for every decision of every game, so empty parts are left out
and the messages of actions with one card, which come again and again, are kept.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

from arena.games.durak.actions import Action, Kind, Side
from arena.games.durak.cards import bits, in_card_order
from arena.games.durak.outcome import Outcome
from arena.games.durak.state import LogEntry
from arena.games.durak.view import Seen, seen, visible_since
from arena.games.errors import MalformedAction
from arena.protocol.v1.durak_pb2 import (
    DurakAction,
    DurakCards,
    DurakDirection,
    DurakEvent,
    DurakOutcome,
    DurakPhase,
    DurakPosition,
)
from arena.protocol.v1.match_pb2 import GameResult
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicGameOver, PublicMove
from arena.wire.told import Told
from arena.wire.words import names_of, numbers_of

if TYPE_CHECKING:
    from arena.games.durak.game import Game
    from arena.games.durak.ruleset import DurakRules

_PHASES: Final = numbers_of(DurakPhase, "DURAK_PHASE_")
_KINDS: Final = numbers_of(DurakAction.Kind, "KIND_")
_KIND_OF: Final[dict[int, Kind]] = {number: kind for kind, number in _KINDS.items()}  # type: ignore[misc]
_LEFT, _RIGHT = DurakDirection.DURAK_DIRECTION_LEFT, DurakDirection.DURAK_DIRECTION_RIGHT
_DIRECTIONS: Final = (_LEFT, _RIGHT)
_SIDES: Final[dict[Side | None, DurakDirection | None]] = {None: None, "L": _LEFT, "R": _RIGHT}
_SIDE_OF: Final[dict[int, Side | None]] = {0: None, _LEFT: "L", _RIGHT: "R"}
_REASONS: Final = numbers_of(DurakOutcome.Reason, "REASON_")
_KEPT: Final[dict[Action, DurakAction]] = {}
"""As long-lived as the actions themselves, which the engine keeps if they have one card."""


class DurakCodec:
    """See `arena.wire.codec.Codec`."""

    def __init__(self, rules: "DurakRules") -> None:
        self._make = rules.reader.make
        self._has_secrets = rules.options.secret > 0

    def fill_decision(  # noqa: PLR0917 - the protocol of codecs
        self,
        message: Decision,
        game: "Game",
        seat: int,
        told: Told,
        limit: int,
        totals: Sequence[int],  # noqa: ARG002 - a series of Durak adds nothing up
    ) -> None:
        """What the seat is asked."""
        message.first_event = told.count
        question = message.durak
        self._write_position(question.position, seen(game, seat))
        _write_events(question.events, _news(game, seat, told))
        legal = game.legal()
        unlisted = len(legal) - limit
        if unlisted > 0:
            question.unlisted = unlisted
            question.legal.extend(map(_action, islice(legal, limit)))
        else:
            question.legal.extend(map(_action, legal))

    def fill_game_over(
        self,
        message: GameOver,
        game: "Game",
        seat: int,
        told: Told,
        totals: Sequence[int],  # noqa: ARG002
    ) -> None:
        """How the game ended for the seat."""
        message.first_event = told.count
        message.durak.SetInParent()
        if game.outcome is not None:
            _write_outcome(message.durak.outcome, game.outcome)
        _write_events(message.durak.events, _news(game, seat, told))

    def fill_move(self, message: Move, action: Action) -> None:
        """What was played."""
        message.durak.CopyFrom(_action(action))

    def read_action(self, message: Answer | Move) -> Action:
        """The action, judged as its text form would be."""
        if message.WhichOneof("action") != "durak":
            raise MalformedAction('Send the action in "durak", or name it with "legal_index".')
        sent = message.durak
        kind = _KIND_OF.get(sent.kind)
        if kind is None:
            raise MalformedAction(f'Set "kind" to one of: {names_of(DurakAction.Kind)}.')
        if sent.direction not in _SIDE_OF:
            raise MalformedAction(f'Set "direction" to one of: {names_of(DurakDirection)}.')
        return self._make(
            kind,
            sent.cards,
            target=sent.target if sent.HasField("target") else None,
            side=_SIDE_OF[sent.direction],
            demand=sent.demand if sent.HasField("demand") else None,
        )

    def fill_outcome(self, message: GameResult | PublicGameOver, outcome: Outcome) -> None:
        """How a game ended."""
        _write_outcome(message.durak, outcome)

    def fill_deal(self, message: PublicDeal, game: "Game") -> None:
        """The position as everybody sees it."""
        self._write_position(message.durak, seen(game, None))

    def fill_change(self, message: PublicMove, game: "Game", told: Told) -> bool:
        """What everybody has come to know, and the position afterwards."""
        first = told.count
        news = _news(game, None, told)
        if not news:
            return False
        message.first_event = first
        _write_events(message.durak.events, news)
        self._write_position(message.durak.position, seen(game, None))
        return True

    def _write_position(  # noqa: PLR0912 - most parts are left out most of the time
        self, message: DurakPosition, now: Seen
    ) -> None:
        message.phase = _PHASES[now.phase]
        if now.to_act is not None:
            message.to_act = now.to_act
        if now.hand:
            message.hand.extend(in_card_order(now.hand))
        message.hand_counts.extend(now.hand_counts)
        if self._has_secrets:
            message.secret_counts.extend(now.secret_counts)
        if any(now.known):
            message.known.extend([DurakCards(cards=in_card_order(cards)) for cards in now.known])
        if now.attacks:
            beaten_by = now.defences.get
            for number, card in enumerate(now.attacks):
                message.table.add(card=card, seat=now.owners[number], beaten_by=beaten_by(number))
        trump = now.trump
        if trump.suit is not None:
            message.trump_suit = trump.suit
        if trump.rank is not None:
            message.trump_rank = trump.rank
        if now.trump_card is not None:
            message.trump_card = now.trump_card
        if now.turned:
            message.face_up = now.turned.bit_length() - 1
        message.talon = now.talon
        message.discard = now.discard
        message.dealer = now.dealer
        message.opener = now.opener
        message.main = now.main
        message.defender = now.defender
        message.direction = _DIRECTIONS[now.dir]
        if now.cap is not None:
            message.cap = now.cap
        message.active.extend(now.active)
        if now.out:
            message.out.extend(now.out)
        if now.shown:
            message.shown.extend(in_card_order(now.shown))
        if any(now.tickets):
            message.tickets.extend(now.tickets)
        if now.barred:
            message.barred.extend(bits(now.barred))
        message.idle_bouts = now.idle_bouts
        message.redeals = now.redeals


def _news(game: "Game", seat: int | None, told: Told) -> Sequence[LogEntry]:
    news, told.place = visible_since(game, seat, told.place)
    told.count += len(news)
    return news


def _write_events(
    events: RepeatedCompositeFieldContainer[DurakEvent], news: Iterable[LogEntry]
) -> None:
    for seat, action in news:
        events.add(seat=seat, action=_action(action))


def _action(action: Action) -> DurakAction:
    """The action as a message that nobody may change."""
    kept = _KEPT.get(action)
    if kept is not None:
        return kept
    made = DurakAction(
        kind=_KINDS[action.kind],
        cards=action.faces,
        target=action.target,
        direction=_SIDES[action.dir],
        demand=action.demand,
    )
    if len(action.faces) <= 1:
        _KEPT[action] = made
    return made


def _write_outcome(message: DurakOutcome, outcome: Outcome) -> None:
    message.losers.extend(outcome.losers)
    message.order.extend(outcome.order)
    message.scores.extend(outcome.scores)
    message.reason = _REASONS[outcome.reason]
    message.epaulettes = outcome.epaulettes
    if outcome.wearer is not None:
        message.wearer = outcome.wearer
