"""One rotation: seats come, boards are played at the same time, clocks run, results come out.

A plain state machine on the event loop: whatever happens (an answer, a timer, a stream that
closes) is one synchronous step, and afterwards every seat that has something to be told is told.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from arena.games.errors import GameError, MalformedAction
from arena.games.interface import AnyAction, Game
from arena.games.silence import silent_questions
from arena.gameserver.events import SeatChanged, SeatFault, TableEvent
from arena.gameserver.gathering import Gathering
from arena.gameserver.outgoing import Ask, GameEnded, Goodbye, NoticeCode
from arena.gameserver.running_board import RunningBoard
from arena.gameserver.seat import FLOODED, STRAY_LIMIT, Choice, Seat
from arena.wire.codec import codec_for
from arena.wire.match_spec import MatchSpec, OnFault
from arena.wire.results import BoardResult, Fault, Forfeit, ForfeitReason
from arena.wire.told import Told

MAX_LISTED = 256
"""How many legal actions a decision lists; nearly always all of them."""
TOO_LATE = "Your time was up."
DEALT = -1
"""The place in a game's log before the first decision."""


class Log(Protocol):
    """Where a rotation writes down what happened (`journal.Journal`)."""

    def game_began(self, game: int, board: int) -> None:
        """A game is dealt."""

    def move(
        self, game: int, seat: int, action: AnyAction, think: float, fault: Fault | None
    ) -> None:
        """A decision was made."""

    def board_forfeited(self, board: int, forfeit: Forfeit) -> None:
        """A board was broken off."""


class Rotation:
    """All boards once, with these seats."""

    def __init__(
        self,
        spec: MatchSpec,
        number: int,
        log: Log,
        *,
        gather: float,
        tell: Callable[[TableEvent], None],
        over: Callable[["Rotation"], None],
        guard: Callable[..., None],
    ) -> None:
        self.spec = spec
        self.number = number
        self.seats = tuple(Seat(self, seat) for seat in range(spec.rules.players))
        self.results: list[BoardResult] = []
        self.is_over = False
        self._log = log
        self._tell = tell
        self._tell_over = over
        self._guard = guard
        """Runs a step; an error of ours in it must end this table and no other."""
        self._loop = asyncio.get_running_loop()
        self.now = self._loop.time
        """The clock that decides."""
        self._gathering = Gathering(self.seats, gather, guard)
        self._clocks = spec.time_control
        self._codec = codec_for(spec.rules)
        self._passed_over = silent_questions(spec.rules) if spec.veiled else None
        self._waiting = deque(range(spec.boards))
        self._running: set[RunningBoard] = set()
        self._games = 0
        self._playing = False
        self._random = Random()  # noqa: S311 - nobody gains anything by guessing a pause
        self._gone: dict[int, ForfeitReason] = {}
        """Seats that do not play any more."""
        self._opened_at = self.now()
        self._startup = self._loop.call_later(self._clocks.startup, guard, self._start_anyway)

    # Seats come and go

    def seated(self, seat: Seat, client: str) -> None:
        """A stream plays this seat from now on."""
        now = self.now()
        if seat.grace is not None:
            seat.grace.cancel()
            seat.grace = None
        if seat.startup is None:
            seat.startup = now - self._opened_at
        for running in self._running:  # whoever comes back is told everything again
            running.told[seat.number].forget()
        self._tell(SeatChanged(seat.number, connected=True, detail=client))
        if not self._playing and self._everybody_is_here():
            self._loop.call_soon(self._guard, self._start)

    def left(self, seat: Seat, detail: str) -> None:
        """The seat's stream is closed; during play it has some time to come back."""
        if self.is_over or seat.closed:
            return
        self._tell(SeatChanged(seat.number, connected=False, detail=detail))
        if self._playing:
            seat.grace = self._loop.call_later(
                self._clocks.grace, self._guard, self._dismiss, seat, ForfeitReason.DISCONNECTED
            )

    def _everybody_is_here(self) -> bool:
        """Whoever has forfeited everything before the start is not waited for."""
        return all(seat.session or seat.number in self._gone for seat in self.seats)

    def _start(self) -> None:
        """Everybody is here, unless somebody has just left again."""
        if not self._playing and not self.is_over and self._everybody_is_here():
            self._play()

    def _start_anyway(self) -> None:
        """The time to start is up: whoever is not here has forfeited everything."""
        if self._playing or self.is_over:
            return
        for seat in self.seats:
            if seat.session is None and seat.number not in self._gone:
                self._gone[seat.number] = ForfeitReason.NO_START
                seat.closed = "This seat did not start in time; its boards are forfeited."
        self._play()

    def _play(self) -> None:
        self._playing = True
        self._startup.cancel()
        self._fill()
        self._flush()

    # Boards

    def _fill(self) -> None:
        """Begin boards until enough run at the same time, or none is left."""
        while self._waiting and len(self._running) < self.spec.boards_at_once:
            running = RunningBoard(self.spec, self._waiting.popleft())
            if self._gone:
                self._forfeit(running, self._forfeit_of_the_gone())
            else:
                self._running.add(running)
                self._begin_game(running)
        if not self._running and not self._waiting and not self.is_over:
            self._close("")

    def _begin_game(self, running: RunningBoard) -> None:
        running.begin_game(self._games)
        self._games += 1
        self._log.game_began(running.game_number, running.number)
        self._ask(running, self._pause(running, DEALT))

    def _ask(self, running: RunningBoard, pause: float = 0.0) -> None:
        number = running.game.seat
        assert number is not None, "every game asks somebody first"
        seat = self.seats[number]
        clocks = self._clocks
        allowed = min(running.banks[number] + clocks.increment, clocks.bank_limit)
        running.ask = ask = Ask(running, number, allowed)
        if pause:
            self._loop.call_later(pause, self._guard, self._ask_now, ask)
        else:
            seat.held.append(ask)

    def _ask_now(self, ask: Ask) -> None:
        """The pause before a decision is over, if its board still is in play."""
        if ask.running.ask is ask and not self.is_over:
            self.seats[ask.seat].held.append(ask)
            self._flush()

    def _pause(self, running: RunningBoard, place: int) -> float:
        """Wait where the server passed for seats that could only pass, or did not ask those who
        could only decline, as long as they might have thought: else the time until the next
        decision would tell who holds a card that fits.
        """
        game = running.game
        passed = game.log[place + 1 :]
        unasked = () if self._passed_over is None else self._passed_over(game, place)
        if not (passed or unasked) or not self.spec.veiled:
            return 0.0
        seats = [*(seat for seat, _ in passed), *unasked]
        return sum(self._some_pause(self.seats[seat]) for seat in seats)

    def _some_pause(self, passed: Seat) -> float:
        """How long the seat might have thought: as it lately did, or others before it began to."""
        known = passed.pauses or [pause for seat in self.seats for pause in seat.pauses]
        return self._random.choice(known) if known else 0.0

    def _advance(self, running: RunningBoard, place: int) -> None:
        """The decision at this place of the log was made: ask the next one, deal the next game,
        or end the board.
        """
        if running.game.seat is not None:
            self._ask(running, self._pause(running, place))
        elif running.board.is_over:
            self._end(running, None)
        else:
            self._tell_game_over(running, board_over=False, forfeit=None)
            running.deal_next()
            self._begin_game(running)

    def _end(self, running: RunningBoard, forfeit: Forfeit | None) -> None:
        """The board is over."""
        running.ask = None
        self._running.discard(running)
        if running.game_numbers:
            self._tell_game_over(running, board_over=True, forfeit=forfeit)
        result = running.result(self.number, forfeit)
        self.results.append(result)
        self._tell(result)

    def _tell_game_over(
        self, running: RunningBoard, *, board_over: bool, forfeit: Forfeit | None
    ) -> None:
        for seat, told in zip(self.seats, running.told, strict=True):
            seat.letter.games_over.append(
                GameEnded(
                    number=running.game_number,
                    board=running.number,
                    board_over=board_over,
                    game=running.game,
                    told=told,
                    totals=running.board.totals,
                    forfeit=forfeit,
                )
            )

    def _forfeit(self, running: RunningBoard, forfeit: Forfeit) -> None:
        """Break the board off."""
        if running.ask is not None:
            self.seats[running.ask.seat].withdraw(running.ask)
        self._log.board_forfeited(running.number, forfeit)
        self._end(running, forfeit)

    def _forfeit_of_the_gone(self) -> Forfeit:
        """With one reason for all: whoever never came hears it nowhere else, whoever broke the
        protocol has heard it from its stream.
        """
        reasons = list(self._gone.values())
        never_came = ForfeitReason.NO_START in reasons
        return Forfeit(
            tuple(sorted(self._gone)), ForfeitReason.NO_START if never_came else reasons[0]
        )

    def _dismiss(self, seat: Seat, reason: ForfeitReason) -> None:
        """The seat plays no more: everything it has not finished is forfeited.

        Before the start the others still have their time to come: whoever does not has not won.
        """
        if self.is_over or seat.number in self._gone:
            return
        self._gone[seat.number] = reason
        seat.closed = "This seat has forfeited its boards."
        if not self._playing:
            self._start()
            return
        forfeit = Forfeit((seat.number,), reason)
        for running in sorted(self._running, key=lambda board: board.number):
            self._forfeit(running, forfeit)
        self._fill()
        self._flush()

    # Answers

    def take(self, seat: Seat, answers: Sequence[tuple[int, Choice]]) -> None:
        """Answers have come from this seat; they count from when they arrived."""
        self._guard(self._take, seat, answers)

    def _take(self, seat: Seat, answers: Sequence[tuple[int, Choice]]) -> None:
        if self.is_over:
            return
        now = self.now()
        if not answers:
            seat.strays += 1
        for decision, choice in answers:
            ask = seat.take_out(decision)
            if ask is None:
                seat.stray(decision)
            else:
                self._decide(seat, ask, choice, now)
        if seat.strays > STRAY_LIMIT:
            self._expel(seat, FLOODED)
            return
        if self._playing and (self._waiting or not self._running):
            self._fill()
        self._flush()

    def breach(self, seat: Seat, why: str) -> None:
        """The seat broke the protocol."""
        self._guard(self._expel, seat, why)

    def _expel(self, seat: Seat, why: str) -> None:
        if seat.session is not None:
            seat.session.expel(why)
        self._dismiss(seat, ForfeitReason.PROTOCOL)

    def _decide(self, seat: Seat, ask: Ask, choice: Choice, now: float) -> None:
        used = now - max(ask.sent_at, seat.last_answer)
        seat.last_answer = now
        if used > ask.allowed:
            self._fault(seat, ask, Fault.TIMEOUT, TOO_LATE, ask.allowed, choice)
            return
        running = ask.running
        game = running.game
        try:
            action = _chosen(game, choice)
            place = len(game.log)
            game.apply(action)
        except MalformedAction as refused:
            self._fault(seat, ask, Fault.MALFORMED, str(refused), used, choice)
        except GameError as refused:
            self._fault(seat, ask, Fault.ILLEGAL, str(refused), used, choice)
        else:
            seat.pauses.append(used)
            self._note(seat, ask, action, used, None)
            self._advance(running, place)

    def _note(
        self, seat: Seat, ask: Ask, action: AnyAction, used: float, fault: Fault | None
    ) -> None:
        """A decision is made: the clock has run, the log knows."""
        ask.running.banks[seat.number] = ask.allowed - used
        seat.think += used
        seat.longest = max(seat.longest, used)
        self._log.move(ask.running.game_number, seat.number, action, used, fault)

    def _fault(  # noqa: PLR0917 - all of what happened
        self,
        seat: Seat,
        ask: Ask,
        fault: Fault,
        text: str,
        used: float,
        choice: Choice | None = None,
    ) -> None:
        """The seat's own mistake, by the match's policy."""
        running = ask.running
        running.ask = None
        policy = self.spec.fault_policy
        seat.strikes += 1
        running.strikes[seat.number] += 1
        strikes = running.strikes[seat.number]
        seat.notice(ask.decision, NoticeCode(fault.value), text, strikes)
        self._tell(
            SeatFault(
                seat=seat.number,
                game=ask.number,
                decision=ask.decision,
                fault=fault,
                detail=text,
                board=running.number,
                allowed=ask.allowed,
                strikes=strikes,
                question=self._codec.question(
                    running.game, seat.number, Told(), MAX_LISTED, running.board.totals
                ),
                choice=None if isinstance(choice, MalformedAction) else choice,
            )
        )
        struck_out = Forfeit((seat.number,), ForfeitReason.STRIKES)
        if policy.on_fault is OnFault.FORFEIT:
            self._forfeit(running, struck_out)
            return
        action = running.game.default_action()
        place = len(running.game.log)
        running.game.apply(action)
        self._note(seat, ask, action, used, fault)
        if strikes >= policy.strikes:
            self._forfeit(running, struck_out)
        else:
            self._advance(running, place)

    # Clocks

    def arm(self, seat: Seat, when: float) -> None:
        """Look at the seat's clocks then; answers in between only make it too early."""
        if seat.timer is not None:
            seat.timer.cancel()
        seat.timer = self._loop.call_at(when, self._guard, self._look_at_clocks, seat)

    def _look_at_clocks(self, seat: Seat) -> None:
        seat.timer = None
        now = self.now()
        for ask in [ask for ask in seat.asks.values() if seat.deadline(ask) <= now]:
            seat.withdraw(ask)
            self._fault(seat, ask, Fault.TIMEOUT, TOO_LATE, ask.allowed)
        self._fill()
        self._flush()
        if seat.asks and not self.is_over:
            earliest = min(map(seat.deadline, seat.asks.values()))
            if seat.timer is None or earliest < seat.timer.when():
                self.arm(seat, earliest)

    # What is sent

    def _flush(self) -> None:
        """After every step: whoever is to be told something is told."""
        if not self.is_over:
            self._gathering.flush()

    # The end

    def abort(self, reason: str) -> None:
        """Break everything off; what is not over has no result."""
        if not self.is_over:
            self._close(reason)

    def _close(self, aborted: str) -> None:
        self.is_over = True
        self._startup.cancel()
        self._gathering.stop()
        self.results.sort(key=lambda result: result.board)
        goodbye = Goodbye(tuple(self.results), aborted)
        for seat in self.seats:
            seat.stop_clocks()
            seat.say_goodbye(goodbye)
        self._tell_over(self)


def _chosen(game: Game, choice: Choice) -> AnyAction:
    """The action that was meant; the engine judges it."""
    if isinstance(choice, int):
        legal = game.legal()
        listed = min(MAX_LISTED, len(legal))
        if not 0 <= choice < listed:
            raise MalformedAction(f"Choose a place from 0 to {listed - 1}, or name an action.")
        return legal[choice]
    if isinstance(choice, MalformedAction):
        raise choice
    return choice
