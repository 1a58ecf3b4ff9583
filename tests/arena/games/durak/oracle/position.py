"""Everything that is the case at one moment, as plain lists and dicts."""

from dataclasses import dataclass, field

from tests.arena.games.durak.oracle.beating import Trump
from tests.arena.games.durak.oracle.cards import physical

NO_CAP = 10_000
CLOCKWISE, COUNTER = 1, -1


@dataclass
class Laid:
    """An attack card on the table, who laid it, and what beat it."""

    card: str  # with its named suit
    seat: int
    defence: str | None = None


@dataclass
class Position:
    players: int
    dealer: int
    hands: list[list[str]]
    secret: list[list[str]]
    talon: list[str] = field(default_factory=list)  # face down, next drawn first
    face_up: str | None = None  # under the talon, drawn after it
    bottom: str | None = None  # under the face-up card with change_trump
    aside: str | None = None  # turned up but out of play (rule 4)
    trump: Trump = field(default_factory=Trump)
    coming_trump: Trump | None = None  # CT1: "from the next bout"
    active: list[int] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)  # rule 20 order
    known: list[set[str]] = field(default_factory=list)  # hand cards everybody has seen
    direction: int = CLOCKWISE
    discarded: int = 0
    idle_bouts: int = 0
    shows_in_game: dict[int, int] = field(default_factory=dict)
    # of the bout
    opener: int = 0
    main: int = 0
    defender: int = 0
    cap: int = 0
    taking: bool = False
    table: list[Laid] = field(default_factory=list)
    hands_at_start: dict[int, int] = field(default_factory=dict)
    shows_in_bout: dict[int, int] = field(default_factory=dict)
    shown_in_bout: set[str] = field(default_factory=set)
    last_play: dict[int, int] = field(default_factory=dict)  # seat -> when, for rule 20
    plays: int = 0
    barred: set[int] = field(default_factory=set)  # from throwing in, by CH3
    must_take: bool = False  # CH3, a defender caught with no card left to draw
    progress: bool = False  # 1J

    def open_targets(self) -> list[int]:
        return [at for at, laid in enumerate(self.table) if laid.defence is None]

    def table_cards(self) -> list[str]:
        attacks = [laid.card for laid in self.table]
        return attacks + [laid.defence for laid in self.table if laid.defence is not None]

    def give_up_card(self, seat: int, card: str) -> None:
        """The card leaves the hand for the table."""
        self.hands[seat].remove(physical(card))
        self.known[seat].discard(physical(card))
        self.plays += 1
        self.last_play[seat] = self.plays

    def receive(self, seat: int, card: str, *, seen: bool) -> None:
        self.hands[seat].append(card)
        if seen:
            self.known[seat].add(card)

    def stock(self) -> int:
        """Cards that can still be drawn."""
        return len(self.talon) + (self.face_up is not None) + (self.bottom is not None)
