"""The position of a game: plain fields, and the few moves of cards that change them.

Kept apart from the state machine so that the parts (drawing, ending, calling, views) can be
read against one list of fields.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from arena.games.durak.actions import Action
from arena.games.durak.beating import Beating
from arena.games.durak.calling import Play
from arena.games.durak.outcome import Outcome
from arena.games.durak.seating import Ring
from arena.games.durak.trumps import Trump

if TYPE_CHECKING:
    from arena.games.durak.dealing import Orders
    from arena.games.durak.ruleset import DurakRules
    from arena.games.durak.start import Start

LogEntry = tuple[int, Action]


class State:
    """All that a game remembers.  Masks of cards are ints, see `cards`."""

    __slots__ = (
        "active", "asking", "at", "attacks", "barred", "beaters", "beating", "cap", "dealer",
        "defences", "defender", "dir", "discard", "drawers", "failed", "hands", "idle_bouts",
        "known", "level", "listed", "log", "main", "match", "must_take", "new_trump", "open",
        "opener", "orders", "out", "outcome", "owners", "penalty_drawn", "phase", "play",
        "private", "redeals", "ring", "round", "rules", "seat", "secrets", "shown", "start",
        "strict", "table", "talon", "thrown", "tickets", "trump_card", "turned",
    )  # fmt: skip

    rules: "DurakRules"
    start: "Start"
    orders: "Orders"
    log: list[LogEntry]
    """Every answer in order, passes made by the server included."""
    private: set[int]
    """Places in the log that only the seat itself may see: declined redeals and swaps (1I)."""
    redeals: int
    outcome: Outcome | None

    # Cards
    hands: list[int]
    secrets: list[int]
    known: list[int]
    """Cards that everybody saw go to a seat; those of them still in its hand are public."""
    talon: list[int]
    """As bits, the next card to be drawn last."""
    discard: int
    turned: int
    """The bit of the face-up card while it lies in the talon, else 0."""
    trump_card: int | None
    """The card that fixed trump."""
    new_trump: int | None
    """CT1: the bit of the card drawn that makes trump from the next bout."""
    beating: Beating
    beaters: tuple[int, ...]
    """Per attack card the faces that beat it, as `beating` has it."""

    # Seats
    dealer: int
    dir: int
    active: int
    ring: Ring
    out: list[int]
    opener: int
    main: int
    defender: int
    idle_bouts: int

    # The bout
    cap: int
    attacks: tuple[int, ...]
    """The faces lying; with `owners` and `open` replaced, not changed, as most bouts are short."""
    owners: tuple[int, ...]
    defences: dict[int, int]
    """What beat each attack card, by its number."""
    open: tuple[int, ...]
    """The numbers of the attack cards not beaten."""
    table: int
    match: int
    """All faces of the ranks on the table."""
    level: bool
    """O23: two seats with equal hands at the start of the bout."""
    shown: int
    """Cards shown in this bout; none twice (O19)."""
    tickets: list[int]
    """Shows per seat, in this bout or game (O19)."""
    barred: int
    """CH3: seats that may not throw in for this bout."""
    must_take: bool
    penalty_drawn: bool

    drawers: tuple[int, ...]
    """Who draws after the bout, in order."""
    failed: bool
    """Whether the defender has lost the bout: he takes."""

    # The question
    phase: str
    seat: int | None
    round: tuple[int, ...]
    """Who may throw in, in the order of a throw round."""
    at: int
    thrown: bool
    """Whether anybody threw in this round."""
    asking: list[int]
    """Who is still to be asked about a redeal, a swap or a call."""
    play: Play | None
    strict: bool
    """CH3: this decision accepts legal actions only."""
    listed: Sequence[Action]
    """The answers the seat may give; see `listing`."""

    def copy(self) -> Self:
        """An independent game in the same position."""
        twin = object.__new__(type(self))
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list | set | dict) else value)
        return twin

    def draw(self, seat: int, count: int) -> None:
        """Take cards from the talon; the last ones are public when they lie face up or turn."""
        talon = self.talon
        drawn = talon[-count:]
        del talon[-count:]
        self.hands[seat] |= sum(drawn)
        if len(talon) > 1:
            return
        if self.turned in drawn:
            self.known[seat] |= self.turned
            self.turned = 0
        if not talon and self.rules.hides_trump:  # CT1
            self.known[seat] |= drawn[0]
            self.new_trump = drawn[0]

    def pick_up_secret(self, seat: int) -> None:
        """SE1: the hand is empty, so the secret cards become the hand."""
        self.hands[seat] = self.secrets[seat]
        self.secrets[seat] = 0

    def can_swap(self, seat: int) -> bool:
        """SW1: the seat holds the pack's lowest trump, and another card lies face up."""
        low = self.beating.swap_cards
        return bool(self.turned) and not self.turned & low and bool(self.hands[seat] & low)

    def swap(self, seat: int) -> None:
        """Exchange the lowest trump (of several packs: the lowest copy) for the face-up card."""
        low = self.hands[seat] & self.beating.swap_cards
        laid = low & -low
        self.hands[seat] ^= laid | self.turned
        self.known[seat] |= self.turned
        self.talon[self.talon.index(self.turned)] = laid
        self.turned = laid

    @property
    def trump(self) -> Trump:
        """The suit, and with number trumps the rank, that is trump now."""
        return self.beating.trump

    def set_trump(self, card: int | None) -> None:
        """Make the suit of the card with this bit, and with number trumps its rank, trump."""
        self.trump_card = None if card is None else card.bit_length() - 1
        self.beating = self.rules.beating(card)
        self.beaters = self.beating.beaters
