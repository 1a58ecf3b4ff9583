"""Burako as a seat is told it: messages back to the engine's own values.

Whatever comes again and again (actions, events, melds) is read once and kept by its bytes.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.games.burako.actions import Action
from arena.games.burako.outcome import Outcome, Reason, outcome
from arena.games.burako.table import SIDES
from arena.games.burako.tiles import COLOURS, ID, kernel_tiles
from arena.games.burako.view import MeldView, MuertoView, SeenEntry, View
from arena.protocol.v1.burako_pb2 import (
    BurakoAction,
    BurakoEnd,
    BurakoEvent,
    BurakoMeld,
    BurakoMuerto,
    BurakoOutcome,
    BurakoPhase,
    BurakoPosition,
)
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.wire.burako import BurakoCodec
from arena.wire.kept import Kept
from arena.wire.log import Log
from arena.wire.words import words_of
from scoring.burako import HandTiles, Muerto, SideTiles, lay_escalera, lay_pierna

if TYPE_CHECKING:
    from arena.games.burako.ruleset import BurakoRules

_PHASES: Final = words_of(BurakoPhase, "BURAKO_PHASE_")
_REASONS: Final[dict[int, Reason]] = words_of(BurakoOutcome.Reason, "REASON_")  # type: ignore[assignment]


class BurakoEyes:
    """See `arena.wire.views.Eyes`."""

    def __init__(self, rules: "BurakoRules", seat: int) -> None:
        self._rules = rules
        self._seat = seat
        self._nothing_known: tuple[tuple[str, ...], ...] = ((),) * rules.players
        self._codec = BurakoCodec()
        self._actions: Kept[BurakoAction, Action] = Kept(self._read_action)
        self._entries: Kept[BurakoEvent, SeenEntry] = Kept(self._read_entry)
        self._melds: Kept[BurakoMeld, MeldView] = Kept(self._read_meld)
        self._muertos: Kept[BurakoMuerto, MuertoView] = Kept(_read_muerto)

    def question(self, message: Decision, log: Log[SeenEntry]) -> tuple[View, Sequence[Action]]:
        """The position as the seat sees it, and what it may do as far as that is listed."""
        asked = message.burako
        if asked.events:
            log.tell(message.first_event, self._entries.all(asked.events))
        return self._view(asked.position, log.told), self._actions.all(asked.legal)

    def ended(self, message: GameOver, log: Log[SeenEntry]) -> Outcome | None:
        """How the hand ended, counted again from its tiles; None if it was broken off."""
        end = message.burako
        if end.events:
            log.tell(message.first_event, self._entries.all(end.events))
        if not end.HasField("outcome"):
            return None
        told = end.outcome
        closer = told.closed_by if told.HasField("closed_by") else None
        return outcome(
            rules=self._rules.options,
            seats=self._rules.players,
            tiles=HandTiles((self._side(end, 0, closer), self._side(end, 1, closer))),
            reason=_REASONS[told.reason],
            closer=closer,
        )

    def _side(self, end: BurakoEnd, side: int, closer: int | None) -> SideTiles:
        now = end.position
        muerto = self._muertos.one(now.muertos[side])
        if muerto.taken_by is None:
            state, rack = Muerto.UNTOUCHED, None
        elif muerto.unplayed:
            state, rack = Muerto.TAKEN_UNPLAYED, muerto.taken_by // SIDES
        else:
            state, rack = Muerto.PLAYED, None
        return SideTiles(
            closed=closer is not None and closer % SIDES == side,
            muerto=state,
            melds=tuple(view.meld for view in self._melds.all(now.melds) if view.side == side),
            racks=tuple(
                kernel_tiles(sorted(rack.tiles)) for rack in end.outcome.racks[side::SIDES]
            ),
            muerto_rack=rack,
        )

    def _view(self, now: BurakoPosition, log: Sequence[SeenEntry]) -> View:
        has = now.HasField
        return View(
            seat=self._seat,
            phase=_PHASES[now.phase],
            to_act=now.to_act if has("to_act") else None,
            starter=now.starter,
            rack=tuple([ID[tile] for tile in now.rack]),
            drawn=ID[now.drawn] if has("drawn") else None,
            rack_counts=tuple(now.rack_counts),
            known=tuple([tuple([ID[tile] for tile in of_seat.tiles]) for of_seat in now.known])
            or self._nothing_known,
            melds=self._melds.all(now.melds),
            pozo=tuple([ID[tile] for tile in now.pozo]),
            mazo=now.mazo,
            muertos=self._muertos.all(now.muertos),
            canastas=tuple(now.canastas),
            opened=tuple(now.opened),
            takes=now.takes,
            pozo_closed=now.pozo_closed,
            asker=now.asker if has("asker") else None,
            consulted=now.consulted,
            answer=now.answer if has("answer") else None,
            outcome=None,
            log=tuple(log),
        )

    def _read_action(self, message: BurakoAction) -> Action:
        return self._codec.read_action(Answer(burako=message))

    def _read_entry(self, message: BurakoEvent) -> SeenEntry:
        action = message.action
        if action.kind == BurakoAction.KIND_CONSULT and not action.plan:
            return message.seat, None  # somebody else's, whose plan stays hidden
        return message.seat, self._read_action(action)

    def _read_meld(self, message: BurakoMeld) -> MeldView:
        tiles = kernel_tiles(message.tiles)
        if message.HasField("colour"):
            run = lay_escalera(COLOURS[message.colour], message.at, tiles)
            return MeldView(message.side, run)
        return MeldView(message.side, lay_pierna(self._rules.options, message.at, tiles))


def _read_muerto(message: BurakoMuerto) -> MuertoView:
    taken_by = message.taken_by if message.HasField("taken_by") else None
    return MuertoView(taken_by, message.unplayed)
