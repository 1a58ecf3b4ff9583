"""A game of Durak: the public face of the engine."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from arena.games.durak.actions import NO_DEMAND, PASS, TAKE, Action, action
from arena.games.durak.cards import in_card_order
from arena.games.durak.dealing import Orders
from arena.games.durak.opening import deal
from arena.games.durak.refusing import refusal
from arena.games.durak.reveal import reveal
from arena.games.durak.start import Start
from arena.games.durak.state import State
from arena.games.durak.view import View, log_to_json, view
from arena.games.errors import IllegalAction, MalformedAction

if TYPE_CHECKING:
    from arena.games.durak.ruleset import DurakRules


class Game(State):
    """One deal to one loser.

    `seat` is asked in `phase` and answers with `apply`; None when it is over.  The phases are
    those of RULES 1I: "redeal", "swap", "open", "pre" (throwing in before the defence), "defend",
    "add" (after it), "after" (after giving up), "call" and at last "over".
    `log` holds every answer, passes made by the server included; `outcome` how it ended.
    """

    __slots__ = ()

    def __init__(self, rules: "DurakRules", orders: Orders, start: Start) -> None:
        self.rules = rules
        self.orders = orders
        self.start = start
        self.log = []
        self.private = set()
        self.redeals = 0
        self.outcome = None
        self.play = None
        # What the first bout and the first throw round set; a copy may be asked for before.
        self.level = self.thrown = False
        self.round = ()
        self.at = 0
        deal(self)

    def legal(self) -> Sequence[Action]:
        """All legal actions of the seat to act, each once, in a stable order."""
        return self.listed

    def apply(self, action: Action | Mapping[str, object], seat: int | None = None) -> None:
        """Play an action, or its JSON form.  Refused actions leave the game as it was.

        `seat` may be given by a caller who heard the action from somebody in particular.
        """
        if seat is not None or action not in self.listed:
            action = self._judge(action, seat)
        # Whatever is listed is an action, and nothing is listed when nobody is asked.
        self.log.append((self.seat, action))  # type: ignore[arg-type]
        self.rules.moves[action.kind](self, action)  # type: ignore[union-attr, arg-type]

    def _judge(self, action: Action | Mapping[str, object], seat: int | None) -> Action:
        """Read the JSON form, or say why the action is refused."""
        if not isinstance(action, Action):
            try:
                action = self.rules.action(action)
            except MalformedAction as refused:
                raise MalformedAction(refused.reason, self.position()) from None
        if seat is not None and seat != self.seat:
            raise IllegalAction(f"It is not seat {seat}'s turn.", self.position())
        if action not in self.listed:
            raise refusal(self, action)
        return action

    def default_action(self) -> Action:
        """What the server plays for a seat that does not answer (1H)."""
        match self.phase:
            case "redeal":
                return NO_DEMAND
            case "defend":
                return TAKE
            case "open":
                lowest = min(in_card_order(self.hands[self.main]), key=self.beating.lowest_first)
                return action("attack", (lowest,), self.rules.pack.packs > 1)
            case "over":
                raise IllegalAction("The game is over; nobody has to act.", self.position())
            case _:
                return PASS

    def view(self, seat: int | None) -> View:
        """What a seat may know; None: what everybody may."""
        return view(self, seat)

    def reveal(self) -> dict[str, object]:
        """The whole truth, for tests, oracles and finished games."""
        return reveal(self)

    def position(self) -> str:
        """One line about what everybody can see."""
        return view(self, None).line()

    def log_to_json(self) -> list[list[object]]:
        """The log in its text form, which `replay` reads."""
        return log_to_json(self.log)
