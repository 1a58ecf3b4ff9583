"""A rotation without a server: sessions held by the test, and a log that is a list."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arena.games import rules
from arena.games.interface import AnyAction
from arena.gameserver.events import TableEvent
from arena.gameserver.outgoing import Ask, GameEnded, Notice, Outgoing
from arena.gameserver.rotation import Rotation
from arena.gameserver.seat import Session
from arena.wire.match_spec import FaultPolicy, MatchSpec, TimeControl
from arena.wire.results import Fault, Forfeit

SEED = bytes(range(32))


@dataclass
class ListLog:
    """What the journal would have been told."""

    games: list[tuple[int, int]] = field(default_factory=list)
    moves: list[tuple[int, int, str, float, Fault | None]] = field(default_factory=list)
    forfeits: list[tuple[int, Forfeit]] = field(default_factory=list)

    def game_began(self, game: int, board: int) -> None:
        self.games.append((game, board))

    def move(
        self, game: int, seat: int, action: AnyAction, think: float, fault: Fault | None
    ) -> None:
        self.moves.append((game, seat, str(action), round(think, 6), fault))

    def board_forfeited(self, board: int, forfeit: Forfeit) -> None:
        self.forfeits.append((board, forfeit))


def a_spec(profile: str = "durak/concise", players: int = 2, **changes: object) -> MatchSpec:
    """A small match; times are whole numbers of seconds so that sums are exact."""
    rule_set = rules(profile, players)
    values: dict[str, Any] = {
        "match_id": "a match",
        "rules": rule_set,
        "participants": tuple(f"p{seat}" for seat in range(players)),
        "boards": 1,
        "seed": SEED,
        "time_control": TimeControl(startup=8, bank=16, increment=2, bank_limit=32, grace=4),
        "fault_policy": FaultPolicy(),
    }
    return MatchSpec(**values | changes)


class Desk:
    """A rotation and everything that was told about it."""

    def __init__(self, spec: MatchSpec, *, gather: float = 0.0) -> None:
        self.log = ListLog()
        self.events: list[TableEvent] = []
        self.over = asyncio.Event()
        self.rotation = Rotation(
            spec,
            0,
            self.log,
            gather=gather,
            tell=self.events.append,
            over=lambda _: self.over.set(),
            guard=_just_run,
        )

    def sit(self, seat: int, client: str = "a test") -> "Chair":
        return Chair(self.rotation.seats[seat].attach(client))

    def sit_everybody(self) -> list["Chair"]:
        return [self.sit(seat.number) for seat in self.rotation.seats]


def _just_run(step: Callable[..., None], *arguments: object) -> None:
    step(*arguments)


class Chair:
    """One session: what came and is still to be answered."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.asks: dict[int, Ask] = {}
        self.letters: list[Outgoing] = []
        self.notices: list[Notice] = []
        self.games_over: list[GameEnded] = []

    async def next(self) -> Outgoing | None:
        """Wait for the next letter."""
        letter = await self.session.outgoing()
        if letter is not None:
            self.letters.append(letter)
            self.notices += letter.notices
            self.games_over += letter.games_over
            self.asks.update((ask.decision, ask) for ask in letter.asks)
        return letter

    async def next_ask(self) -> Ask:
        """Wait until something is asked; the oldest one."""
        while not self.asks:
            assert await self.next() is not None, "the rotation is over"
        return next(iter(self.asks.values()))

    def answer(self, ask: Ask, choice: object = None) -> None:
        """With the default action, if nothing else is said."""
        self.asks.pop(ask.decision, None)
        chosen = ask.game.default_action() if choice is None else choice
        self.session.answers([(ask.decision, chosen)])

    def answer_all(self) -> None:
        """Everything that is asked, in one message."""
        asks, self.asks = self.asks, {}
        self.session.answers([(ask.decision, ask.game.default_action()) for ask in asks.values()])

    async def play(self, *, thinks: float = 0.0) -> None:
        """Answer whatever is asked until the end."""
        while True:
            if self.asks:
                if thinks:
                    await asyncio.sleep(thinks)
                self.answer_all()
            if await self.next() is None:
                return
