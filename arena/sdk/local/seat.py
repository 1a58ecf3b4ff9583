"""A bot at one seat in this process: asked with a time limit, watched, its output kept apart."""

import asyncio
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from inspect import isawaitable
from random import Random
from typing import Any, Final, TextIO, cast

from arena.games.interface import AnyAction, Game, Rules
from arena.sdk.answer import NonsenseError, action_types, understood
from arena.sdk.bot import Bot, End, seated
from arena.sdk.clock import Clock
from arena.sdk.local.state import State
from arena.sdk.local.values import Limits
from arena.sdk.memory_use import MIB, peak_bytes
from arena.sdk.output import CappedOutput
from arena.sdk.trouble import Cause, Place, Report, Trouble, raised, where
from arena.wire.results import Fault
from arena.wire.views import AnyView

MOST_TROUBLES: Final = 20
"""So many of a seat in a job are told; a bot that fails always fails alike."""
AGAIN: Final = 1.0
"""Seconds after which a bot that swallowed the interruption is interrupted again."""
START: Final = 10.0
"""Seconds for a new game's instance, and for hearing how a game ended."""
LEAST: Final = 0.001
"""A timer of 0 seconds would be none."""


class OvertimeError(BaseException):
    """Raised inside a bot whose time is up; no bot should catch it."""


class SeatGoneError(Exception):
    """The seat cannot play on."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class Scales:
    """What this process holds in memory at most so far, weighed after every choice."""

    def __init__(self) -> None:
        self._peak = peak_bytes()

    def growth(self) -> int:
        """Bytes since the last weighing."""
        peak = peak_bytes()
        grown = peak - self._peak
        self._peak = peak
        return grown


class Choice:
    """What came of asking: an action or a place in the list, or what was wrong."""

    __slots__ = ("chosen", "fault", "used")

    def __init__(self, chosen: AnyAction | int, fault: Fault | None, used: float) -> None:
        self.chosen = chosen
        self.fault = fault
        self.used = used


class LocalSeat:
    """One seat of one rotation, in the process that plays it."""

    def __init__(
        self,
        *,
        rules: Rules[Any],
        number: int,
        bot_class: type[Bot],
        name: str,
        rotation: int,
        limits: Limits,
        output: TextIO,
        scales: Scales,
        state: State,
        report: Report,
    ) -> None:
        self.number = number
        self.decisions = 0
        self._rules = rules
        self._types = action_types(rules)
        self._bot_class = bot_class
        self._name = name
        self._rotation = rotation
        self._limits = limits
        self._state = state
        self._report = report
        self._told = 0
        self._bot: Bot | None = None
        self._board = self._game = 0
        self._in_game = 0
        self._out = cast("TextIO", CappedOutput(output, limits.output, self._printed_too_much))
        self._scales = scales
        self._held = 0
        self._runner: asyncio.Runner | None = None

    def begin(self, board: int, game: int, totals: tuple[int, ...], random: Random) -> None:
        """A new game: a new instance."""
        self._board, self._game = board, game
        self._in_game = 0
        self._bot = None
        self._works_outside_of_decisions()
        with redirect_stdout(self._out), redirect_stderr(self._out):
            try:
                bot = seated(
                    self._bot_class,
                    rules=self._rules,
                    seat=self.number,
                    random=random,
                    board=board,
                    game_number=game,
                    totals=totals,
                )
                bot.start()
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
                self.tell(Cause.RAISED, f"The bot could not start the game: {raised(error)}", error)
            else:
                self._bot = bot
        self._state.rests()

    def ask(self, game: Game, allowed: float) -> Choice:
        """Let the bot choose."""
        self.decisions += 1
        self._in_game += 1
        if self._bot is None:
            return Choice(0, Fault.MALFORMED, 0.0)
        view, legal = game.view(self.number), game.legal()
        out, err = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = self._out
        started = time.monotonic()
        clock = Clock(allowed, started=started)
        self._state.thinks(
            (self._rotation, self._board, self._game, self.number, self._in_game, started, allowed)
        )
        fault: Fault | None = None
        chosen: AnyAction | int = 0
        try:
            chosen = self._choose(self._bot, view, legal, clock)
        except OvertimeError as overtime:
            signal.setitimer(signal.ITIMER_REAL, 0)  # it may have struck while it was being stopped
            fault = Fault.TIMEOUT
            self._too_slow(allowed, overtime)
        except NonsenseError as nonsense:
            fault = Fault.MALFORMED
            self.tell(Cause.NONSENSE, str(nonsense))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
            fault = Fault.MALFORMED
            self.tell(Cause.RAISED, f"choose(): {raised(error)}", error)
        used = clock.spent()
        self._state.rests()
        sys.stdout, sys.stderr = out, err
        if used > allowed:
            if fault is not Fault.TIMEOUT:
                fault = Fault.TIMEOUT
                self._too_slow(allowed)
            used = allowed
        self._weigh()
        return Choice(chosen, fault, used)

    def over(self, end: End) -> None:
        """The game is over for the bot."""
        bot, self._bot = self._bot, None
        if bot is None:
            return
        self._works_outside_of_decisions()
        with redirect_stdout(self._out), redirect_stderr(self._out):
            try:
                bot.over(end)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
                self.tell(Cause.RAISED, f"over(): {raised(error)}", error)
        self._state.rests()

    def _works_outside_of_decisions(self) -> None:
        """In `start` or `over`: not interrupted, but whoever never comes back is stopped."""
        now = time.monotonic()
        self._state.thinks((self._rotation, self._board, self._game, self.number, 0, now, START))

    def tell(self, cause: Cause, text: str, error: BaseException | None = None) -> None:
        """Report something about the decision being made."""
        self._told += 1
        if self._told > MOST_TROUBLES:
            return
        place = Place(
            rotation=self._rotation,
            board=self._board,
            game=self._game,
            seat=self.number,
            decision=self._in_game or None,
        )
        detail = "" if error is None else where(error)
        self._report(Trouble(bot=self._name, cause=cause, place=place, text=text, detail=detail))

    def _choose(
        self, bot: Bot, view: AnyView, legal: Sequence[AnyAction], clock: Clock
    ) -> AnyAction | int:
        signal.setitimer(signal.ITIMER_REAL, max(clock.allowed, LEAST), AGAIN)
        try:
            chosen = bot.choose(view, legal, clock)
            if isawaitable(chosen):
                chosen = self._finished(chosen)
            return understood(chosen, legal, self._types)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _finished(self, chosen: Any) -> Any:  # noqa: ANN401 - whatever it comes to
        """The value of a coroutine."""
        if self._runner is None:
            self._runner = asyncio.Runner()

        async def value() -> object:
            return await chosen

        try:
            return self._runner.run(value())
        except OvertimeError:
            self._runner = None  # whatever state its loop is in
            raise

    def _too_slow(self, allowed: float, overtime: OvertimeError | None = None) -> None:
        self.tell(
            Cause.TOO_SLOW,
            f"choose() took longer than the {allowed:.2f} s it had; look at `clock.left()`.",
            overtime,
        )

    def _printed_too_much(self) -> None:
        self.tell(
            Cause.PRINTED,
            f"The bot has printed more than {self._limits.output} characters; what it prints from "
            "now on is thrown away.",
        )

    def _weigh(self) -> None:
        """Whoever made the process grow holds it; too much ends the seat's play, as when hosted."""
        self._held += self._scales.growth()
        if self._held > self._limits.memory:
            self.tell(
                Cause.MEMORY,
                f"The bot has come to hold {self._held // MIB} MiB; the limit is "
                f"{self._limits.memory // MIB} MiB, so its process is stopped and the boards it "
                "has not finished are forfeited.",
            )
            raise SeatGoneError(self.number)
