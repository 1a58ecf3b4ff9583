"""The actions of a turn (2C, 2D), one method each.

Every method first judges its action and only then changes anything, so that a refused action
leaves the hand as it was.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from arena.games.burako import judging
from arena.games.burako.actions import (
    Action,
    Answer,
    Consult,
    Discard,
    Draw,
    EndHand,
    Extend,
    Lay,
    TakePozo,
)
from arena.games.burako.outcome import Reason
from arena.games.burako.state import NOT_NOW, State
from arena.games.burako.table import SIDES, Side
from arena.games.burako.tiles import ID, mask_of, points_of, tiles_of
from arena.games.errors import IllegalAction, MalformedAction
from scoring.burako.melds import CANASTA


class Turn(State):
    """A hand that can be played on."""

    __slots__ = ()

    def apply(self, action: Action | Mapping[str, object], seat: int | None = None) -> None:
        """Play an action or its JSON form; `IllegalAction` and `MalformedAction` change nothing.

        `seat` may be given by a caller who heard the action from somebody in particular.
        """
        play = self._PLAYS.get(type(action))
        if play is None:
            action = self._read(action)
            play = self._PLAYS[type(action)]
        asked = self.seat
        if asked is None:
            raise self.illegal(NOT_NOW["over"])
        if seat is not None and seat != asked:
            raise self.illegal(f"It is not seat {seat}'s turn; seat {asked} is asked.")
        play(self, asked, action)
        self.log.append((asked, action))  # type: ignore[arg-type]  # in _PLAYS, so an action
        self._legal = None

    def _read(self, data: object) -> Action:
        try:
            return self.rules.action(data)
        except MalformedAction as refused:
            raise MalformedAction(refused.reason, self.position()) from refused

    def _draw(self, seat: int, _: Draw) -> None:
        if self.phase != "draw":
            raise self.not_now()
        if not self.mazo:
            raise self.illegal("The mazo is empty; take the pozo.")
        tile = self.mazo.pop()
        self.racks[seat] |= 1 << tile
        self.drawn = tile
        self.takes = 0
        self.phase = "play"

    def _take_pozo(self, seat: int, _: TakePozo) -> None:
        if self.phase != "draw":
            raise self.not_now()
        if not self.may_take_pozo(seat):
            if not self.pozo:
                raise self.illegal("The pozo is empty; draw from the mazo.")
            if self.pozo_closed:
                raise self.illegal("The pozo is closed until somebody draws or lays; draw.")
            raise self.illegal("Rack and pozo must hold five tiles together; draw.")
        taken = mask_of(self.pozo)
        self.racks[seat] |= taken
        self.known[seat] |= taken
        self.pozo.clear()
        self.takes += 1
        self.phase = "play"

    def _end_hand(self, _: int, __: EndHand) -> None:
        if self.phase != "draw":
            raise self.not_now()
        if not self.rules.options.may_end_hand:
            raise self.illegal("These rules do not let a seat end the hand; play on.")
        if self.mazo:
            raise self.illegal("The hand can be ended only when the mazo is empty; draw.")
        self._end("ended")

    def _lay(self, seat: int, action: Lay) -> None:
        if self.phase != "play":
            raise self.not_now()
        rack = self._demand_tiles(seat, action.mask)
        options = self.rules.options
        try:
            melds = [judging.lay(options, new) for new in action.melds]
        except judging.NoMeld as refused:
            raise self.illegal(str(refused)) from refused
        if not self.opened[seat]:
            points = points_of(options.tile_values, action.mask)
            if points < options.opening_points:
                raise self.illegal(
                    f"A first melding needs {options.opening_points} points and this has {points}; "
                    "lay more at once or wait."
                )
        side = self.sides[seat % SIDES]
        canastas = sum(len(meld.tiles) >= CANASTA for meld in melds)
        left = rack & ~action.mask
        self._demand_left(side, left, completes=canastas > 0)
        for index, meld in enumerate(melds, len(self.melds)):
            side.growing[index] = judging.growing_of(index, meld)
        self.melds = (*self.melds, *melds)
        self.owners += (seat % SIDES,) * len(melds)
        side.add_canastas(canastas)
        if not self.opened[seat]:
            for opened in self.rules.opening_together[seat]:
                self.opened[opened] = True
        self._laid(seat, side, left)

    def _extend(self, seat: int, action: Extend) -> None:
        if self.phase != "play":
            raise self.not_now()
        rack = self._demand_tiles(seat, action.mask)
        index = action.meld
        if index >= len(self.melds):
            raise self.illegal(f"There is no meld {index}; count from 0 in laying order.")
        if self.owners[index] != seat % SIDES:
            raise self.illegal(f"Meld {index} belongs to the other side; add to your own.")
        old = self.melds[index]
        try:
            meld = judging.grow(self.rules.options, old, action)
        except judging.NoMeld as refused:
            raise self.illegal(str(refused)) from refused
        side = self.sides[seat % SIDES]
        completes = len(old.tiles) < CANASTA <= len(meld.tiles)
        left = rack & ~action.mask
        self._demand_left(side, left, completes=completes)
        self.melds = (*self.melds[:index], meld, *self.melds[index + 1 :])
        side.growing[index] = judging.growing_of(index, meld)
        side.add_canastas(completes)
        self._laid(seat, side, left)

    def _laid(self, seat: int, side: Side, left: int) -> None:
        """What follows every laying: 2C.17, 2C.21, 2D.24."""
        self.takes = 0
        self.known[seat] &= left
        if side.taken_by == seat:
            side.unplayed = False
        if not left:
            left = side.take_muerto(seat)
        self.racks[seat] = left

    def _discard(self, seat: int, action: Discard) -> None:
        if self.phase != "play":
            raise self.not_now()
        bit = 1 << action.tile
        rack = self.racks[seat]
        if not rack & bit:
            raise self.illegal(f"{ID[action.tile]} is not in your rack; discard a tile you hold.")
        side = self.sides[seat % SIDES]
        left = rack ^ bit
        if not left and side.least_left[0] > 1:
            raise self.illegal("The last tile closes the hand, and that takes a canasta.")
        self.pozo.append(action.tile)
        self.known[seat] &= left
        if side.taken_by == seat:
            side.unplayed = False  # 2C.21
        if not left:
            if not side.muerto:
                self.racks[seat] = 0
                self._end("closed")  # 2C.20
                return
            left = side.take_muerto(seat)  # 2C.18
        self.racks[seat] = left
        self._next_turn(seat)

    def _next_turn(self, seat: int) -> None:
        seat = (seat + 1) % self.rules.players
        self.seat = seat
        self.phase = "draw"
        self.drawn = None
        self.consulted = False
        self.answer = None
        if not self.mazo and not self.may_take_pozo(seat):
            self._end("stalled" if self.pozo_closed else "mazo_empty")  # 2D.23, 2D.24

    def _end(self, reason: Reason) -> None:
        self.reason = reason
        self.seat = None
        self.phase = "over"
        self.drawn = None

    def _consult(self, seat: int, action: Consult) -> None:
        if self.phase != "play":
            raise self.not_now()
        if self.rules.players == SIDES:
            raise self.illegal("You play alone and have nobody to ask.")
        if self.consulted:
            raise self.illegal("You have asked in this turn already; decide yourself.")
        if self.sides[seat % SIDES].muerto:
            raise self.illegal("Your side has not taken its muerto, so nobody can close yet.")
        scratch = self.copy()
        for number, step in enumerate(action.plan, 1):
            if scratch.seat != seat:
                raise self.illegal(f"The plan ends with its discard, before step {number}.")
            try:
                scratch.apply(step)
            except IllegalAction as refused:
                raise self.illegal(f"Step {number} of the plan: {refused.reason}") from refused
        if scratch.reason != "closed":
            raise self.illegal("The plan does not close the hand; end it with the last tile.")
        self.consulted = True
        self.asker = seat
        self.seat = (seat + SIDES) % self.rules.players
        self.phase = "answer"

    def _answer(self, _: int, action: Answer) -> None:
        if self.phase != "answer":
            raise self.not_now()
        self.answer = action.close
        self.seat, self.asker = self.asker, None
        self.phase = "play"

    def _demand_tiles(self, seat: int, mask: int) -> int:
        rack = self.racks[seat]
        if mask & ~rack:
            missing = ID[next(tiles_of(mask & ~rack))]
            raise self.illegal(f"{missing} is not in your rack; lay tiles you hold.")
        return rack

    def _demand_left(self, side: Side, left: int, *, completes: bool) -> None:
        """2C.19."""
        least = side.least_left[completes]
        if left.bit_count() < least:
            raise self.illegal(
                "Keep one tile: the hand is closed by a discard."
                if least == 1
                else "Keep two tiles: without a canasta the hand cannot be closed."
            )

    _PLAYS: ClassVar[dict[type, Callable[[Any, int, Any], None]]] = {
        Draw: _draw,
        TakePozo: _take_pozo,
        EndHand: _end_hand,
        Lay: _lay,
        Extend: _extend,
        Discard: _discard,
        Consult: _consult,
        Answer: _answer,
    }
