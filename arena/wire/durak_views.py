"""Durak as a seat is told it: messages back to the engine's own values.

This is done for every decision on the author's machine, so whatever comes again and again (actions,
events, cards on the table) is read once and kept by its bytes.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import Action
from arena.games.durak.cards import FACES, RANKS, SUITS, face_id
from arena.games.durak.outcome import Outcome, Reason, outcome
from arena.games.durak.state import LogEntry
from arena.games.durak.view import TableCard, View
from arena.protocol.v1.durak_pb2 import (
    DurakAction,
    DurakDirection,
    DurakEvent,
    DurakOutcome,
    DurakPhase,
    DurakPosition,
    DurakTableCard,
)
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.wire.durak import DurakCodec
from arena.wire.kept import Kept
from arena.wire.log import Log
from arena.wire.words import words_of

if TYPE_CHECKING:
    from arena.games.durak.ruleset import DurakRules

_PHASES: Final = words_of(DurakPhase, "DURAK_PHASE_")
_DIRECTIONS: Final = {
    DurakDirection.DURAK_DIRECTION_LEFT: "L",
    DurakDirection.DURAK_DIRECTION_RIGHT: "R",
}
_REASONS: Final[dict[int, Reason]] = words_of(DurakOutcome.Reason, "REASON_")  # type: ignore[assignment]


class DurakEyes:
    """See `arena.wire.views.Eyes`."""

    def __init__(self, rules: "DurakRules", seat: int) -> None:
        self._seat = seat
        self._teams = rules.teams
        self._nothing_known: tuple[tuple[str, ...], ...] = ((),) * rules.players
        self._no_count = (0,) * rules.players
        self._codec = DurakCodec(rules)
        packs = rules.options.packs
        self._ids: Final = tuple(face_id(face, packs) for face in range(FACES))
        self._actions: Kept[DurakAction, Action] = Kept(self._read_action)
        self._entries: Kept[DurakEvent, LogEntry] = Kept(self._read_entry)
        self._lying: Kept[DurakTableCard, TableCard] = Kept(self._read_lying)

    def question(self, message: Decision, log: Log[LogEntry]) -> tuple[View, Sequence[Action]]:
        """The position as the seat sees it, and what it may do as far as that is listed."""
        asked = message.durak
        if asked.events:
            log.tell(message.first_event, self._entries.all(asked.events))
        return self._view(asked.position, log.told), self._actions.all(asked.legal)

    def ended(self, message: GameOver, log: Log[LogEntry]) -> Outcome | None:
        """How the game ended; None if it was broken off."""
        end = message.durak
        if end.events:
            log.tell(message.first_event, self._entries.all(end.events))
        if not end.HasField("outcome"):
            return None
        told = end.outcome
        return outcome(
            losers=tuple(told.losers),
            order=tuple(told.order),
            teams=self._teams,
            reason=_REASONS[told.reason],
            epaulettes=told.epaulettes,
            wearer=told.wearer if told.HasField("wearer") else None,
        )

    def _view(self, now: DurakPosition, log: Sequence[LogEntry]) -> View:
        ids = self._ids
        has = now.HasField
        return View(
            seat=self._seat,
            phase=_PHASES[now.phase],
            to_act=now.to_act if has("to_act") else None,
            hand=tuple([ids[card] for card in now.hand]),
            hand_counts=tuple(now.hand_counts),
            secret_counts=tuple(now.secret_counts) or self._no_count,
            known=tuple([tuple([ids[card] for card in of_seat.cards]) for of_seat in now.known])
            or self._nothing_known,
            table=self._lying.all(now.table),
            trump_suit=SUITS[now.trump_suit] if has("trump_suit") else None,
            trump_rank=RANKS[now.trump_rank] if has("trump_rank") else None,
            trump_card=ids[now.trump_card] if has("trump_card") else None,
            face_up=ids[now.face_up] if has("face_up") else None,
            talon=now.talon,
            discard=now.discard,
            dealer=now.dealer,
            opener=now.opener,
            main=now.main,
            defender=now.defender,
            direction=_DIRECTIONS[now.direction],
            cap=now.cap if has("cap") else None,
            active=tuple(now.active),
            out=tuple(now.out),
            teams=self._teams,
            shown=tuple([ids[card] for card in now.shown]),
            tickets=tuple(now.tickets) or self._no_count,
            barred=tuple(now.barred),
            idle_bouts=now.idle_bouts,
            redeals=now.redeals,
            outcome=None,
            log=tuple(log),
        )

    def _read_action(self, message: DurakAction) -> Action:
        return self._codec.read_action(Answer(durak=message))

    def _read_entry(self, message: DurakEvent) -> LogEntry:
        return message.seat, self._read_action(message.action)

    def _read_lying(self, message: DurakTableCard) -> TableCard:
        ids = self._ids
        beaten_by = ids[message.beaten_by] if message.HasField("beaten_by") else None
        return TableCard(ids[message.card], message.seat, beaten_by)
