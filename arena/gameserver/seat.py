"""A seat in one rotation, and the stream that plays it."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.games.errors import MalformedAction
from arena.games.interface import AnyAction
from arena.gameserver.events import SeatUsage
from arena.gameserver.outgoing import Ask, Goodbye, Notice, NoticeCode, Outgoing

if TYPE_CHECKING:
    from arena.gameserver.rotation import Rotation

STRAY_LIMIT: Final = 64
"""So many answers to nothing, or empty messages, end a seat's play."""
PAUSES_KEPT: Final = 64
FLOODED: Final = (
    f"You sent more than {STRAY_LIMIT} messages that answer nothing; "
    "answer each decision once, with its own number."
)
Choice = int | AnyAction | MalformedAction
"""A place in the list of legal actions, an action, or why it could not be read."""


class SeatRefusedError(Exception):
    """Nobody can sit down here now; the text says why."""


class SeatBusyError(SeatRefusedError):
    """A stream is open."""


class SeatClosedError(SeatRefusedError):
    """The seat's play has not begun or is over."""


class Seat:
    """What is open, what is to be sent, and how the clock stands."""

    def __init__(self, rotation: "Rotation", number: int) -> None:
        self.rotation = rotation
        self.number = number
        self.session: Session | None = None
        self.was_here = False
        self.closed = ""
        """Why nobody can sit down here any more."""
        self.asks: dict[int, Ask] = {}
        """Released and not yet answered."""
        self.held: list[Ask] = []
        """Asked, but held back for a moment so that several travel together."""
        self.letter = Outgoing()
        """What is to be sent next."""
        self.asked = 0
        self.excused: set[int] = set()
        """Decisions taken from the seat; an answer may still be on its way."""
        self.strays = 0
        self.last_answer = 0.0
        self.pauses: deque[float] = deque(maxlen=PAUSES_KEPT)
        """How long it thought lately."""
        self.timer: asyncio.TimerHandle | None = None
        self.grace: asyncio.TimerHandle | None = None
        # For the host.
        self.think = self.longest = 0.0
        self.strikes = 0
        self.startup: float | None = None

    @property
    def has_mail(self) -> bool:
        """Whether there is something to send that was not released yet."""
        return bool(self.held or self.letter.games_over or self.letter.notices)

    def deadline(self, ask: Ask) -> float:
        """The clock of a decision starts when it was sent or the last answer arrived."""
        return max(ask.sent_at, self.last_answer) + ask.allowed

    def release(self, now: float) -> None:
        """Send what was held back: its clock starts, whether anybody listens or not."""
        if self.held:
            shortest = self.held[0].allowed
            for ask in self.held:
                self.asked += 1
                ask.decision = self.asked
                ask.sent_at = now
                self.asks[ask.decision] = ask
                shortest = min(shortest, ask.allowed)
            self.letter.asks += self.held
            self.held = []
            if self.timer is None or now + shortest < self.timer.when():
                self.rotation.arm(self, now + shortest)
        if self.session is not None:
            self.session.wake()

    def take_out(self, decision: int) -> Ask | None:
        """The open decision of this number, which is open no more; None: there is none.

        Nor will it be sent: its game goes on, and another seat's legal actions would be listed.
        """
        ask = self.asks.pop(decision, None)
        if ask is not None and ask in self.letter.asks:
            self.letter.asks.remove(ask)
        return ask

    def withdraw(self, ask: Ask) -> None:
        """No answer is needed any more: its board is over, or its time."""
        if self.take_out(ask.decision) is not None:
            self.excused.add(ask.decision)
        elif ask in self.held:
            self.held.remove(ask)

    def attach(self, client: str) -> "Session":
        """Sit down, for the first time or again; what is open is asked again from its start."""
        if self.closed:
            raise SeatClosedError(self.closed)
        if self.session is not None:
            raise SeatBusyError("This seat is taken: its stream is still open. Close it first.")
        session = self.session = Session(self, resumed=self.was_here)
        self.was_here = True
        self.rotation.seated(self, client)
        self.letter.asks = list(self.asks.values())
        for ask in self.letter.asks:
            ask.left = max(0.0, self.deadline(ask) - self.rotation.now())
        for ended in self.letter.games_over:
            ended.told.forget()
        if self.letter:
            session.wake()
        return session

    def notice(self, decision: int, code: NoticeCode, text: str, strikes: int = 0) -> None:
        """Tell the seat with its next message."""
        self.letter.notices.append(Notice(decision, code, text, strikes))

    def stray(self, decision: int) -> None:
        """An answer to nothing: late ones are nobody's fault, others are counted."""
        if decision in self.excused:
            self.excused.remove(decision)
            self.notice(decision, NoticeCode.STALE, "The server has already decided this one.")
        elif 0 < decision <= self.asked:
            self.strays += 1
            self.notice(decision, NoticeCode.STALE, "This decision was answered before.")
        else:
            self.strays += 1
            self.notice(decision, NoticeCode.UNKNOWN, "You were never asked such a decision.")

    def say_goodbye(self, goodbye: Goodbye) -> None:
        """Nothing more will come."""
        self.closed = self.closed or "This rotation is over."
        self.asks.clear()
        self.held.clear()
        self.letter.asks = []
        self.letter.goodbye = goodbye
        if self.session is not None:
            self.session.wake()

    def stop_clocks(self) -> None:
        """No timer may go off any more."""
        for handle in (self.timer, self.grace):
            if handle is not None:
                handle.cancel()
        self.timer = self.grace = None

    def usage(self) -> SeatUsage:
        """What the clocks saw."""
        return SeatUsage(
            rotation=self.rotation.number,
            seat=self.number,
            decisions=self.asked,
            think=self.think,
            longest=self.longest,
            strikes=self.strikes,
            startup=self.startup,
        )


class Session:
    """One stream at a seat."""

    def __init__(self, seat: Seat, *, resumed: bool) -> None:
        self.seat = seat
        self.resumed = resumed
        self.expelled = ""
        """Why the server ends the stream, if the seat broke the protocol."""
        self._loop = asyncio.get_running_loop()
        self._done = False
        self._ready = False
        self._waiter: asyncio.Future[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing that the bot may still send can count."""
        return self._done or bool(self.seat.closed)

    def wake(self) -> None:
        """There is something to send."""
        self._ready = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def outgoing(self) -> Outgoing | None:
        """What to send next; None: nothing more will come, end the stream."""
        while True:
            while not self._ready and not self._done:
                self._waiter = self._loop.create_future()
                await self._waiter
            if self._done:
                return None
            self._ready = False
            seat = self.seat
            if letter := seat.letter:  # what it was woken for may have been withdrawn
                seat.letter = Outgoing()
                self._done = letter.goodbye is not None
                return letter

    def answers(self, answers: Sequence[tuple[int, Choice]]) -> None:
        """Take answers to decisions; whatever is wrong with them costs the seat, nobody else."""
        if self.seat.session is self:
            self.seat.rotation.take(self.seat, answers)

    def breach(self, why: str) -> None:
        """The bot sent what is no message here: its stream and its play end."""
        if self.seat.session is self:
            self.seat.rotation.breach(self.seat, why)

    def expel(self, why: str) -> None:
        """End the stream, and with it the seat's play."""
        self.expelled = why
        self._done = True
        self.wake()

    def close(self, detail: str) -> None:
        """The stream has ended, however."""
        self._done = True
        self.wake()
        if self.seat.session is self:
            self.seat.session = None
            self.seat.rotation.left(self.seat, detail)
