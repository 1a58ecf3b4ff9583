"""One hand of Burako: what can be asked of it.  What can be done stands in `turn`."""

from collections.abc import Sequence
from typing import Final

from arena.games.burako import ending
from arena.games.burako.actions import (
    DISCARDS,
    DRAW,
    END_HAND,
    NO,
    TAKE_POZO,
    YES,
    Action,
)
from arena.games.burako.legal import legal_plays
from arena.games.burako.outcome import Outcome
from arena.games.burako.table import SIDES
from arena.games.burako.tiles import tiles_of
from arena.games.burako.turn import Turn
from arena.games.burako.view import View, view_of

_ONLY_DRAW: Final = (DRAW,)
_DRAW_OR_TAKE: Final = (DRAW, TAKE_POZO)
_ONLY_TAKE: Final = (TAKE_POZO,)
_TAKE_OR_END: Final = (TAKE_POZO, END_HAND)
_ANSWERS: Final = (YES, NO)


class Game(Turn):
    """One hand; make it with `BurakoRules.deal` or take it from a match."""

    __slots__ = ()

    def legal(self) -> Sequence[Action]:
        """Every legal action, in a stable order; empty when the hand is over.

        Complete but for two kinds that have no end of variants: several melds laid at once
        (`planning.openings` finds those that open) and consultations
        (`planning.closing_plan` finds a plan).  Identical tiles count once, except in discards.
        """
        if self._legal is not None:
            return self._legal
        seat = self.seat
        legal: Sequence[Action]
        if seat is None:
            return ()
        if self.phase == "play":
            side = self.sides[seat % SIDES]
            tables = self.rules.tables if self.opened[seat] else self.rules.opening_tables
            legal = legal_plays(tables, self.racks[seat], side.growing.values(), side.least_left)
        elif self.phase == "answer":
            legal = _ANSWERS
        elif self.mazo:
            legal = _DRAW_OR_TAKE if self.may_take_pozo(seat) else _ONLY_DRAW
        else:
            legal = _TAKE_OR_END if self.rules.options.may_end_hand else _ONLY_TAKE
        self._legal = legal
        return legal

    @property
    def outcome(self) -> Outcome | None:
        """None while the hand goes on."""
        if self._outcome is None and self.reason is not None:
            self._outcome = ending.outcome_of(self, self.reason)
        return self._outcome

    def view(self, seat: int | None) -> View:
        """What this seat may know; None for a spectator."""
        return view_of(self, seat)

    def reveal(self) -> dict[str, object]:
        """The whole truth as JSON-able data, for finished replays and for tests."""
        return ending.reveal(self)

    def log_to_json(self) -> list[list[object]]:
        """The log in its text form, which `replay` reads."""
        return [[seat, action.to_json()] for seat, action in self.log]

    def default_action(self) -> Action:
        """What the server does for a seat that says nothing (2G, timeout)."""
        if self.seat is None:
            raise self.illegal("The hand is over; nothing is asked any more.")
        if self.phase == "draw":
            return DRAW if self.mazo else TAKE_POZO
        if self.phase == "answer":
            return YES
        rack = self.racks[self.seat]
        if self.drawn is not None and rack >> self.drawn & 1:
            return DISCARDS[self.drawn]
        return DISCARDS[min(tiles_of(rack), key=self.rules.discard_order.__getitem__)]
