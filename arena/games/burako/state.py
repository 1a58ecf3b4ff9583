"""What is on the table in one hand, and what follows from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, Self

from arena.games.burako.actions import Action
from arena.games.burako.outcome import Outcome, Reason
from arena.games.burako.table import Dealt, Side
from arena.games.errors import IllegalAction
from scoring.burako import Meld

if TYPE_CHECKING:
    from arena.games.burako.ruleset import BurakoRules

Phase = Literal["draw", "play", "answer", "over"]
LEAST_WITH_POZO: Final = 5  # 2C.14, B3: tiles
NOT_NOW: Final[dict[Phase, str]] = {
    "draw": "Your turn begins with a draw: draw from the mazo or take the pozo.",
    "play": "You have drawn; lay tiles if you like, then discard one.",
    "answer": "Your partner asks whether to close; answer first.",
    "over": "The hand is over; nothing can be played any more.",
}


class State:
    """The tiles, whose turn it is, and the log."""

    __slots__ = (
        "_legal", "_outcome", "answer", "asker", "consulted", "drawn", "known", "log", "mazo",
        "melds", "opened", "owners", "phase", "pozo", "racks", "reason", "rules", "seat", "sides",
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
        self.melds: tuple[Meld, ...] = ()
        """Always another tuple when something is laid, so that whoever has written one down knows
        by its identity that it still holds."""
        self.owners: tuple[int, ...] = ()
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
        self.opened = [rules.options.opening_points == 0] * rules.players
        self._legal: Sequence[Action] | None = None
        self._outcome: Outcome | None = None

    def copy(self) -> Self:
        """The same hand, to be played on its own."""
        twin = object.__new__(type(self))
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list) else value)
        twin.sides = (self.sides[0].copy(), self.sides[1].copy())
        return twin

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

    def position(self) -> str:
        """Where the hand stands, as far as everybody may know it."""
        seat = "nobody" if self.seat is None else f"seat {self.seat}"
        return (
            f"action {len(self.log)}, {seat} to {self.phase}, racks "
            f"{'/'.join(str(rack.bit_count()) for rack in self.racks)}, mazo {len(self.mazo)}, "
            f"pozo {len(self.pozo)}, melds {len(self.melds)}"
        )

    def illegal(self, reason: str) -> IllegalAction:
        """The error for an action against the rules."""
        return IllegalAction(reason, self.position())

    def not_now(self) -> IllegalAction:
        """The error for an action that does not answer the question."""
        return self.illegal(NOT_NOW[self.phase])
