"""Durak as a seat is told it: messages back to the engine's own values.

This is done for every decision on the author's machine, so only what somebody looks at is read, and
whatever comes again and again (actions, events, cards on the table) is read once and kept by its
bytes.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from arena.games.durak.actions import Action, action
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
    DurakTableCard,
)
from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.wire.durak import KIND_OF, SIDE_OF
from arena.wire.kept import Kept
from arena.wire.lazy_view import LazyView, Reader
from arena.wire.listed import Listed
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
        self.seat = seat
        self.teams = rules.teams
        self.nothing_known: tuple[tuple[str, ...], ...] = ((),) * rules.players
        self.no_count = (0,) * rules.players
        packs = rules.options.packs
        self._many = packs > 1
        self.ids: Final = tuple(face_id(face, packs) for face in range(FACES))
        self._actions: Kept[DurakAction, Action] = Kept(DurakAction, self._read_action)
        self._entries: Kept[DurakEvent, LogEntry] = Kept(DurakEvent, self._read_entry)
        self.lying: Kept[DurakTableCard, TableCard] = Kept(DurakTableCard, self._read_lying)

    def new_log(self) -> Log[LogEntry]:
        """For a game of which nothing was told yet."""
        return Log(_events, self._entries)

    def question(self, message: Decision, log: Log[LogEntry]) -> tuple[View, Sequence[Action]]:
        """The position as the seat sees it, and what it may do as far as that is listed."""
        log.tell(message)
        asked = message.durak
        view = object.__new__(SeenView)
        object.__setattr__(view, "_unread", (self, asked.position, log, message))
        return view, Listed(asked.legal, self._actions)

    def ended(self, message: GameOver, log: Log[LogEntry]) -> Outcome | None:
        """How the game ended; None if it was broken off."""
        log.tell(message)
        end = message.durak
        if not end.HasField("outcome"):
            return None
        told = end.outcome
        return outcome(
            losers=tuple(told.losers),
            order=tuple(told.order),
            teams=self.teams,
            reason=_REASONS[told.reason],
            epaulettes=told.epaulettes,
            wearer=told.wearer if told.HasField("wearer") else None,
        )

    def _read_action(self, message: DurakAction) -> Action:
        """An action that the server tells of, which need not be judged."""
        return action(
            KIND_OF[message.kind],
            tuple(message.cards),
            bool(message.cards) and self._many,
            message.target if message.HasField("target") else None,
            SIDE_OF[message.direction],
            message.demand if message.HasField("demand") else None,
        )

    def _read_entry(self, message: DurakEvent) -> LogEntry:
        return message.seat, self._read_action(message.action)

    def _read_lying(self, message: DurakTableCard) -> TableCard:
        ids = self.ids
        beaten_by = ids[message.beaten_by] if message.HasField("beaten_by") else None
        return TableCard(ids[message.card], message.seat, beaten_by)


def _events(message: Decision | GameOver) -> Sequence[DurakEvent]:
    return message.durak.events


def _cards(numbers: Sequence[int], ids: Sequence[str]) -> tuple[str, ...]:
    return tuple([ids[number] for number in numbers])


def _plain(name: str) -> Reader:
    return lambda _, now: getattr(now, name)


def _tuple(name: str) -> Reader:
    return lambda _, now: tuple(getattr(now, name))


def _maybe(name: str) -> Reader:
    return lambda _, now: getattr(now, name) if now.HasField(name) else None


def _card(name: str) -> Reader:
    return lambda eyes, now: eyes.ids[getattr(now, name)] if now.HasField(name) else None


class SeenView(LazyView, View):
    """A view of what was told over the wire."""

    __slots__ = ("_unread",)

    VIEW: ClassVar = View
    PARTS: ClassVar[Mapping[str, Reader]] = {
        "seat": lambda eyes, _: eyes.seat,
        "phase": lambda _, now: _PHASES[now.phase],
        "hand": lambda eyes, now: _cards(now.hand, eyes.ids),
        "secret_counts": lambda eyes, now: tuple(now.secret_counts) or eyes.no_count,
        "known": lambda eyes, now: (
            tuple([_cards(of_seat.cards, eyes.ids) for of_seat in now.known]) or eyes.nothing_known
        ),
        "table": lambda eyes, now: eyes.lying.all(now.table),
        "trump_suit": lambda _, now: SUITS[now.trump_suit] if now.HasField("trump_suit") else None,
        "trump_rank": lambda _, now: RANKS[now.trump_rank] if now.HasField("trump_rank") else None,
        "direction": lambda _, now: _DIRECTIONS[now.direction],
        "teams": lambda eyes, _: eyes.teams,
        "shown": lambda eyes, now: _cards(now.shown, eyes.ids),
        "tickets": lambda eyes, now: tuple(now.tickets) or eyes.no_count,
        "outcome": lambda _eyes, _now: None,
        **{name: _maybe(name) for name in ("to_act", "cap")},
        **{name: _card(name) for name in ("trump_card", "face_up")},
        **{name: _tuple(name) for name in ("hand_counts", "active", "out", "barred")},
        **{
            name: _plain(name)
            for name in (
                *("talon", "discard", "dealer", "opener", "main", "defender"),
                *("idle_bouts", "redeals"),
            )
        },
    }
