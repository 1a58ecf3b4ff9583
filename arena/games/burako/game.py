"""One hand of Burako as a state machine (2C, 2D): draw, lay and ask, discard, next seat.

Every action has one method that first judges it and only then changes anything, so that a
refused action leaves the hand as it was.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self

from arena.games.burako import ending, judging
from arena.games.burako.actions import (
    DISCARDS,
    DRAW,
    END_HAND,
    NO,
    TAKE_POZO,
    YES,
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
from arena.games.burako.legal import legal_plays
from arena.games.burako.outcome import Outcome, Reason
from arena.games.burako.table import SIDES, Dealt, Side
from arena.games.burako.tiles import ID, mask_of, points_of, tiles_of
from arena.games.burako.view import View, view_of
from arena.games.errors import IllegalAction, MalformedAction
from scoring.burako import Meld
from scoring.burako.melds import CANASTA

if TYPE_CHECKING:
    from arena.games.burako.ruleset import BurakoRules

Phase = Literal["draw", "play", "answer", "over"]
LEAST_WITH_POZO: Final = 5  # 2C.14, B3: tiles

_ONLY_DRAW: Final = (DRAW,)
_DRAW_OR_TAKE: Final = (DRAW, TAKE_POZO)
_ONLY_TAKE: Final = (TAKE_POZO,)
_TAKE_OR_END: Final = (TAKE_POZO, END_HAND)
_ANSWERS: Final = (YES, NO)


class Game:
    """One hand; make it with `BurakoRules.deal` or take it from a match."""

    __slots__ = (
        "_legal", "_opened", "_outcome", "answer", "asker", "consulted", "drawn", "known", "log",
        "mazo", "melds", "owners", "phase", "pozo", "racks", "reason", "rules", "seat", "sides",
        "starter", "takes",
    )  # fmt: skip

    def __init__(self, rules: "BurakoRules", dealt: Dealt, starter: int) -> None:
        self.rules = rules
        self.starter = starter
        self.seat: int | None = starter
        self.phase: Phase = "draw"
        self.racks = dealt.racks
        self.mazo = dealt.mazo
        self.pozo: list[int] = []
        self.sides = (Side(dealt.muertos[0]), Side(dealt.muertos[1]))
        self.melds: list[Meld] = []
        self.owners: list[int] = []
        self.known = [0] * rules.players
        """Tiles of a rack that everybody has seen go there with the pozo."""
        self.drawn: int | None = None
        """The tile drawn from the mazo in this turn."""
        self.takes = 0
        """Consecutive takes of the pozo without a tile drawn or laid (2D.24)."""
        self.asker: int | None = None
        self.consulted = False
        self.answer: bool | None = None
        self.reason: Reason | None = None
        self.log: list[tuple[int, Action]] = []
        self._opened = [rules.options.opening_points == 0] * rules.players
        self._legal: Sequence[Action] | None = None
        self._outcome: Outcome | None = None

    # What can be asked

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
            tables = self.rules.tables if self._opened[seat] else self.rules.opening_tables
            legal = legal_plays(tables, self.racks[seat], side.growing.values(), side.least_left)
        elif self.phase == "answer":
            legal = _ANSWERS
        elif self.mazo:
            legal = _DRAW_OR_TAKE if self.may_take_pozo(seat) else _ONLY_DRAW
        else:
            legal = _TAKE_OR_END if self.rules.options.may_end_hand else _ONLY_TAKE
        self._legal = legal
        return legal

    def may_take_pozo(self, seat: int) -> bool:
        """2C.14, and 2D.24: not while the pozo is closed."""
        pozo = len(self.pozo)
        return (
            pozo > 0
            and self.takes < self.rules.most_takes
            and (pozo >= LEAST_WITH_POZO or pozo + self.racks[seat].bit_count() >= LEAST_WITH_POZO)
        )

    @property
    def pozo_closed(self) -> bool:
        """2D.24: too many takes in a row."""
        return self.takes >= self.rules.most_takes

    def has_opened(self, seat: int) -> bool:
        """Whether this seat may lay melds of any worth (2B.13)."""
        return self._opened[seat]

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

    def copy(self) -> Self:
        """The same hand, to be played on its own."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list) else value)
        twin.sides = (self.sides[0].copy(), self.sides[1].copy())
        return twin

    def default_action(self) -> Action:
        """What the server does for a seat that says nothing (2G, timeout)."""
        if self.seat is None:
            raise self._illegal("The hand is over; nothing is asked any more.")
        if self.phase == "draw":
            return DRAW if self.mazo else TAKE_POZO
        if self.phase == "answer":
            return YES
        rack = self.racks[self.seat]
        if self.drawn is not None and rack >> self.drawn & 1:
            return DISCARDS[self.drawn]
        return DISCARDS[min(tiles_of(rack), key=self.rules.discard_order.__getitem__)]

    # What can be done

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
            raise self._illegal(_NOT_NOW["over"])
        if seat is not None and seat != asked:
            raise self._illegal(f"It is not seat {seat}'s turn; seat {asked} is asked.")
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
            raise self._not_now()
        if not self.mazo:
            raise self._illegal("The mazo is empty; take the pozo.")
        tile = self.mazo.pop()
        self.racks[seat] |= 1 << tile
        self.drawn = tile
        self.takes = 0
        self.phase = "play"

    def _take_pozo(self, seat: int, _: TakePozo) -> None:
        if self.phase != "draw":
            raise self._not_now()
        if not self.may_take_pozo(seat):
            if not self.pozo:
                raise self._illegal("The pozo is empty; draw from the mazo.")
            if self.pozo_closed:
                raise self._illegal("The pozo is closed until somebody draws or lays; draw.")
            raise self._illegal("Rack and pozo must hold five tiles together; draw.")
        taken = mask_of(self.pozo)
        self.racks[seat] |= taken
        self.known[seat] |= taken
        self.pozo.clear()
        self.takes += 1
        self.phase = "play"

    def _end_hand(self, _: int, __: EndHand) -> None:
        if self.phase != "draw":
            raise self._not_now()
        if not self.rules.options.may_end_hand:
            raise self._illegal("These rules do not let a seat end the hand; play on.")
        if self.mazo:
            raise self._illegal("The hand can be ended only when the mazo is empty; draw.")
        self._end("ended")

    def _lay(self, seat: int, action: Lay) -> None:
        if self.phase != "play":
            raise self._not_now()
        rack = self._demand_tiles(seat, action.mask)
        options = self.rules.options
        try:
            melds = [judging.lay(options, new) for new in action.melds]
        except judging.NoMeld as refused:
            raise self._illegal(str(refused)) from refused
        if not self._opened[seat]:
            points = points_of(options.tile_values, action.mask)
            if points < options.opening_points:
                raise self._illegal(
                    f"A first melding needs {options.opening_points} points and this has {points}; "
                    "lay more at once or wait."
                )
        side = self.sides[seat % SIDES]
        canastas = sum(len(meld.tiles) >= CANASTA for meld in melds)
        left = rack & ~action.mask
        self._demand_left(side, left, completes=canastas > 0)
        for meld in melds:
            index = len(self.melds)
            self.melds.append(meld)
            self.owners.append(seat % SIDES)
            side.growing[index] = judging.growing_of(index, meld)
        side.add_canastas(canastas)
        if not self._opened[seat]:
            for opened in self.rules.opening_together[seat]:
                self._opened[opened] = True
        self._laid(seat, side, left)

    def _extend(self, seat: int, action: Extend) -> None:
        if self.phase != "play":
            raise self._not_now()
        rack = self._demand_tiles(seat, action.mask)
        index = action.meld
        if index >= len(self.melds):
            raise self._illegal(f"There is no meld {index}; count from 0 in laying order.")
        if self.owners[index] != seat % SIDES:
            raise self._illegal(f"Meld {index} belongs to the other side; add to your own.")
        old = self.melds[index]
        try:
            meld = judging.grow(self.rules.options, old, action)
        except judging.NoMeld as refused:
            raise self._illegal(str(refused)) from refused
        side = self.sides[seat % SIDES]
        completes = len(old.tiles) < CANASTA <= len(meld.tiles)
        left = rack & ~action.mask
        self._demand_left(side, left, completes=completes)
        self.melds[index] = meld
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
            raise self._not_now()
        bit = 1 << action.tile
        rack = self.racks[seat]
        if not rack & bit:
            raise self._illegal(f"{ID[action.tile]} is not in your rack; discard a tile you hold.")
        side = self.sides[seat % SIDES]
        left = rack ^ bit
        if not left and side.least_left[0] > 1:
            raise self._illegal("The last tile closes the hand, and that takes a canasta.")
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

    def _consult(self, seat: int, action: Consult) -> None:
        if self.phase != "play":
            raise self._not_now()
        if self.rules.players == SIDES:
            raise self._illegal("You play alone and have nobody to ask.")
        if self.consulted:
            raise self._illegal("You have asked in this turn already; decide yourself.")
        if self.sides[seat % SIDES].muerto:
            raise self._illegal("Your side has not taken its muerto, so nobody can close yet.")
        scratch = self.copy()
        for number, step in enumerate(action.plan, 1):
            if scratch.seat != seat:
                raise self._illegal(f"The plan ends with its discard, before step {number}.")
            try:
                scratch.apply(step)
            except IllegalAction as refused:
                raise self._illegal(f"Step {number} of the plan: {refused.reason}") from refused
        if scratch.reason != "closed":
            raise self._illegal("The plan does not close the hand; end it with the last tile.")
        self.consulted = True
        self.asker = seat
        self.seat = (seat + SIDES) % self.rules.players
        self.phase = "answer"

    def _answer(self, _: int, action: Answer) -> None:
        if self.phase != "answer":
            raise self._not_now()
        self.answer = action.close
        self.seat, self.asker = self.asker, None
        self.phase = "play"

    def _end(self, reason: Reason) -> None:
        self.reason = reason
        self.seat = None
        self.phase = "over"
        self.drawn = None

    # What is demanded of an action

    def _not_now(self) -> IllegalAction:
        return self._illegal(_NOT_NOW[self.phase])

    def _demand_tiles(self, seat: int, mask: int) -> int:
        rack = self.racks[seat]
        if mask & ~rack:
            missing = ID[next(tiles_of(mask & ~rack))]
            raise self._illegal(f"{missing} is not in your rack; lay tiles you hold.")
        return rack

    def _demand_left(self, side: Side, left: int, *, completes: bool) -> None:
        """2C.19."""
        least = side.least_left[completes]
        if left.bit_count() < least:
            raise self._illegal(
                "Keep one tile: the hand is closed by a discard."
                if least == 1
                else "Keep two tiles: without a canasta the hand cannot be closed."
            )

    def position(self) -> str:
        """Where the hand stands, as far as everybody may know it."""
        seat = "nobody" if self.seat is None else f"seat {self.seat}"
        return (
            f"action {len(self.log)}, {seat} to {self.phase}, racks "
            f"{'/'.join(str(rack.bit_count()) for rack in self.racks)}, mazo {len(self.mazo)}, "
            f"pozo {len(self.pozo)}, melds {len(self.melds)}"
        )

    def _illegal(self, reason: str) -> IllegalAction:
        return IllegalAction(reason, self.position())

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


_NOT_NOW: Final[dict[Phase, str]] = {
    "draw": "Your turn begins with a draw: draw from the mazo or take the pozo.",
    "play": "You have drawn; lay tiles if you like, then discard one.",
    "answer": "Your partner asks whether to close; answer first.",
    "over": "The hand is over; nothing can be played any more.",
}
