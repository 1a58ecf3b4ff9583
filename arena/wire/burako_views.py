"""Burako as a seat is told it: messages back to the engine's own values.

Only what somebody looks at is read, and whatever comes again and again (actions, events, melds) is
read once and kept by its bytes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from arena.games.burako.actions import DISCARDS, Action, NewMeld, extend, lay
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
)
from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.wire.burako import END_OF, read
from arena.wire.kept import Kept
from arena.wire.lazy_view import LazyView, Reader
from arena.wire.listed import Listed
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
        self.seat = seat
        self.nothing_known: tuple[tuple[str, ...], ...] = ((),) * rules.players
        self._actions: Kept[BurakoAction, Action] = Kept(BurakoAction, _believed)
        self._entries: Kept[BurakoEvent, SeenEntry] = Kept(BurakoEvent, _read_entry)
        self.melds: Kept[BurakoMeld, MeldView] = Kept(BurakoMeld, self._read_meld)
        self.muertos: Kept[BurakoMuerto, MuertoView] = Kept(BurakoMuerto, _read_muerto)

    def new_log(self) -> Log[SeenEntry]:
        """For a hand of which nothing was told yet."""
        return Log(_events, self._entries)

    def question(self, message: Decision, log: Log[SeenEntry]) -> tuple[View, Sequence[Action]]:
        """The position as the seat sees it, and what it may do as far as that is listed."""
        log.tell(message)
        asked = message.burako
        view = object.__new__(SeenView)
        object.__setattr__(view, "_unread", (self, asked.position, log, message))
        return view, Listed(asked.legal, self._actions)

    def ended(self, message: GameOver, log: Log[SeenEntry]) -> Outcome | None:
        """How the hand ended, counted again from its tiles; None if it was broken off."""
        log.tell(message)
        end = message.burako
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
        muerto = self.muertos.all(now.muertos)[side]
        if muerto.taken_by is None:
            state, rack = Muerto.UNTOUCHED, None
        elif muerto.unplayed:
            state, rack = Muerto.TAKEN_UNPLAYED, muerto.taken_by // SIDES
        else:
            state, rack = Muerto.PLAYED, None
        return SideTiles(
            closed=closer is not None and closer % SIDES == side,
            muerto=state,
            melds=tuple(view.meld for view in self.melds.all(now.melds) if view.side == side),
            racks=tuple(
                kernel_tiles(sorted(rack.tiles)) for rack in end.outcome.racks[side::SIDES]
            ),
            muerto_rack=rack,
        )

    def _read_meld(self, message: BurakoMeld) -> MeldView:
        tiles = kernel_tiles(message.tiles)
        if message.HasField("colour"):
            run = lay_escalera(COLOURS[message.colour], message.at, tiles)
            return MeldView(message.side, run)
        return MeldView(message.side, lay_pierna(self._rules.options, message.at, tiles))


def _believed(message: BurakoAction) -> Action:
    """An action that the server tells of: it need not be judged, only what is rare is."""
    kind = message.kind
    if kind == BurakoAction.KIND_DISCARD:
        return DISCARDS[message.tiles[0]]
    if kind == BurakoAction.KIND_EXTEND:
        return extend(message.meld, END_OF[message.end], message.tiles)
    if kind == BurakoAction.KIND_MELD:
        return lay(
            NewMeld(meld.colour if meld.HasField("colour") else None, meld.at, tuple(meld.tiles))
            for meld in message.melds
        )
    return read(message)


def _read_entry(message: BurakoEvent) -> SeenEntry:
    action = message.action
    if action.kind == BurakoAction.KIND_CONSULT and not action.plan:
        return message.seat, None  # somebody else's, whose plan stays hidden
    return message.seat, _believed(action)


def _read_muerto(message: BurakoMuerto) -> MuertoView:
    taken_by = message.taken_by if message.HasField("taken_by") else None
    return MuertoView(taken_by, message.unplayed)


def _events(message: Decision | GameOver) -> Sequence[BurakoEvent]:
    return message.burako.events


def _tiles(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple([ID[number] for number in numbers])


def _plain(name: str) -> Reader:
    return lambda _, now: getattr(now, name)


def _tuple(name: str) -> Reader:
    return lambda _, now: tuple(getattr(now, name))


def _maybe(name: str) -> Reader:
    return lambda _, now: getattr(now, name) if now.HasField(name) else None


class SeenView(LazyView, View):
    """A view of what was told over the wire."""

    __slots__ = ("_unread",)

    VIEW: ClassVar = View
    PARTS: ClassVar[Mapping[str, Reader]] = {
        "seat": lambda eyes, _: eyes.seat,
        "phase": lambda _, now: _PHASES[now.phase],
        "rack": lambda _, now: _tiles(now.rack),
        "drawn": lambda _, now: ID[now.drawn] if now.HasField("drawn") else None,
        "known": lambda eyes, now: (
            tuple([_tiles(of_seat.tiles) for of_seat in now.known]) or eyes.nothing_known
        ),
        "melds": lambda eyes, now: eyes.melds.all(now.melds),
        "pozo": lambda _, now: _tiles(now.pozo),
        "muertos": lambda eyes, now: eyes.muertos.all(now.muertos),
        "outcome": lambda _eyes, _now: None,
        **{name: _maybe(name) for name in ("to_act", "asker", "answer")},
        **{name: _tuple(name) for name in ("rack_counts", "canastas", "opened")},
        **{name: _plain(name) for name in ("starter", "mazo", "takes", "pozo_closed", "consulted")},
    }
