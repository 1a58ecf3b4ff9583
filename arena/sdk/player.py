"""A bot at one seat for one rotation: an instance for every game, an answer for every decision.

No gRPC here: messages come in, choices go out.  Whatever a bot does wrong is reported to its author
and costs the one decision: it is then answered without an action, which the server takes as
malformed at once, so that neither the clock runs on nor another decision waits.
"""

import asyncio
from collections.abc import Sequence
from inspect import isawaitable
from threading import get_ident
from time import monotonic
from typing import Any, Final

from arena.games.interface import AnyAction, Rules
from arena.protocol.v1.play_pb2 import Decision, GameOver, Notice, Welcome
from arena.sdk.answer import NonsenseError, action_types, understood
from arena.sdk.bot import Bot, End, seated
from arena.sdk.choice import Choice, written
from arena.sdk.clock import Clock
from arena.sdk.trouble import Cause, Place, Report, Trouble, raised, where
from arena.wire.codec import codec_for
from arena.wire.matches import forfeit_from_wire
from arena.wire.rules import rules_from_wire
from arena.wire.views import AnyView, Eyes, Log, eyes_for

NOTICES: Final[dict[int, Cause]] = {
    Notice.CODE_TIMEOUT: Cause.TOO_SLOW,
    Notice.CODE_ILLEGAL: Cause.ILLEGAL,
    Notice.CODE_MALFORMED: Cause.REFUSED,
    Notice.CODE_UNKNOWN: Cause.REFUSED,
}
"""Notices that an author should see; a stale answer only came too late."""

NOTICED: Final = frozenset((Cause.RAISED, Cause.NONSENSE, Cause.TOO_SLOW))
"""Troubles about which the server will send a notice, too."""
UNLIMITED: Final = Clock()


class Playing:
    """One game at this seat; there is never more than one open decision in it."""

    __slots__ = (
        "answered", "asked", "board", "bot", "choice", "clock", "legal", "log", "number", "view"
    )  # fmt: skip

    def __init__(self, number: int, board: int, log: Log[Any]) -> None:
        self.number = number
        self.board = board
        self.bot: Bot | None = None
        """None if it could not even start."""
        self.log = log
        self.asked = 0
        """The number of the last decision."""
        self.view: AnyView = None
        self.legal: Sequence[AnyAction] = ()
        self.clock = UNLIMITED
        self.answered = 0
        """The number of the last decision that was answered."""
        self.choice: Choice = None
        """What it was answered with."""

    def close(self, choice: Choice) -> None:
        """The decision is answered."""
        self.choice = choice
        self.answered = self.asked
        self.view, self.legal = None, ()

    @property
    def is_open(self) -> bool:
        """Whether the last decision was not answered yet."""
        return self.answered != self.asked


class Player:
    """The seat's player; told of everything in the order in which it came."""

    def __init__(self, bot_class: type[Bot], welcome: Welcome, report: Report) -> None:
        self.name = bot_class.__name__
        self.rules: Rules[Any] = rules_from_wire(welcome.rules)
        self.seat = welcome.seat
        self.decisions = 0
        self.games = 0
        self.thread = get_ident()
        """The thread that thinks."""
        self._bot_class = bot_class
        self._report = report
        self._eyes: Eyes = eyes_for(self.rules, self.seat)
        self._question = self._eyes.question
        self._codec = codec_for(self.rules)
        self._types = action_types(self.rules)
        self._usual: frozenset[type] = frozenset((int, *self._types))
        self._games: dict[int, Playing] = {}
        self._blamed: set[int] = set()
        """Decisions whose trouble was reported: the server's notice will say nothing new."""
        self._runner: asyncio.Runner | None = None

    @property
    def thinking(self) -> list[Playing]:
        """The games that the bot thinks about at this moment, for whoever watches the time."""
        return [playing for playing in list(self._games.values()) if playing.is_open]

    def close(self) -> None:
        """Nothing more will come."""
        if self._runner is not None:
            self._runner.close()

    def answer(self, message: Decision, now: float) -> Choice:
        """What the bot answers to a decision about which it begins to think now."""
        playing = self._open(message, now)
        if playing.answered != playing.asked:
            assert playing.bot is not None
            try:
                chosen = playing.bot.choose(playing.view, playing.legal, playing.clock)
                if type(chosen) not in self._usual and isawaitable(chosen):
                    chosen = self._finished(chosen)
                self._understand(chosen, playing)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
                self._failed(error, playing)
        return playing.choice

    async def answer_async(self, message: Decision) -> Choice:
        """The same for a bot whose `choose` is a coroutine; many of them think at once."""
        playing = self._open(message, monotonic())
        if playing.answered != playing.asked:
            assert playing.bot is not None
            try:
                chosen = await playing.bot.choose(playing.view, playing.legal, playing.clock)
                self._understand(chosen, playing)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
                self._failed(error, playing)
        return playing.choice

    def game_over(self, message: GameOver) -> None:
        """Tell the game's instance, and let go of it."""
        playing = self._games.pop(message.game, None)
        if playing is None or playing.bot is None:  # never asked, or never started
            return
        if self._bot_class.over is Bot.over:  # nobody wants to know, so nothing is counted again
            return
        forfeit = forfeit_from_wire(message.forfeit) if message.HasField("forfeit") else None
        outcome = self._eyes.ended(message, playing.log)
        end = End(outcome=outcome, forfeit=forfeit, scores=outcome.scores if outcome else ())
        try:
            playing.bot.over(end)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
            self.tell(Cause.RAISED, playing, 0, f"over(): {raised(error)}", where(error))

    def notice(self, message: Notice) -> None:
        """The server did not take an answer."""
        cause = NOTICES.get(message.code)
        if cause is None or message.decision in self._blamed:
            self._blamed.discard(message.decision)
            return
        asked_in = [p for p in self._games.values() if p.asked == message.decision]
        self.tell(
            cause,
            asked_in[0] if asked_in else None,
            message.decision,
            f"{message.text} The server played for you; strikes on this board: {message.strikes}.",
        )

    def tell(
        self, cause: Cause, playing: Playing | None, decision: int, text: str, detail: str = ""
    ) -> None:
        """Report something; about a decision that the server will complain of, once is enough."""
        place = Place(
            board=None if playing is None else playing.board,
            game=None if playing is None else playing.number,
            seat=self.seat,
            decision=decision or None,
        )
        if decision and cause in NOTICED:
            self._blamed.add(decision)
        self._report(Trouble(bot=self.name, cause=cause, place=place, text=text, detail=detail))

    def _open(self, message: Decision, now: float) -> Playing:
        """A decision in the engine's terms.

        It is answered already if it was asked before and the line broke before the answer arrived,
        or if nobody is there to answer.
        """
        playing = self._games.get(message.game)
        if playing is None:
            playing = self._begin(message, now)  # which takes from the first decision's time
        number = message.decision
        if playing.answered != number:
            playing.clock = Clock(message.allowed_ms / 1000, now)
            playing.asked = number
            if playing.bot is None:
                playing.answered = number
                self._blamed.add(number)
            else:
                playing.view, playing.legal = self._question(message, playing.log)
                self.decisions += 1
        return playing

    def _begin(self, message: Decision, now: float) -> Playing:
        playing = Playing(message.game, message.board, self._eyes.new_log())
        totals = tuple(message.burako.match_totals) if message.HasField("burako") else ()
        self.games += 1
        playing.asked = message.decision
        playing.clock = Clock(message.allowed_ms / 1000, now)
        self._games[message.game] = playing
        try:
            bot = seated(
                self._bot_class,
                rules=self.rules,
                seat=self.seat,
                board=message.board,
                game_number=message.game,
                totals=totals,
            )
            bot.start()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
            text = f"The bot could not start the game: {raised(error)}"
            self.tell(Cause.RAISED, playing, message.decision, text, where(error))
        else:
            playing.bot = bot
        return playing

    def _understand(self, chosen: object, playing: Playing) -> None:
        legal = playing.legal
        if type(chosen) not in self._types:
            chosen = understood(chosen, legal, self._types)
        if type(chosen) is int:
            playing.close(chosen)
            return
        try:
            playing.close(legal.index(chosen))
        except ValueError:
            playing.close(written(chosen, self._codec))  # not listed: the server judges it

    def _finished(self, chosen: Any) -> Any:  # noqa: ANN401 - whatever it comes to
        """The value of a coroutine that a synchronous `choose` has returned."""
        if self._runner is None:
            self._runner = asyncio.Runner()

        async def value() -> object:
            return await chosen

        return self._runner.run(value())

    def _failed(self, error: BaseException, playing: Playing) -> None:
        playing.close(None)
        if isinstance(error, NonsenseError):
            self.tell(Cause.NONSENSE, playing, playing.asked, str(error))
        else:
            text = f"choose(): {raised(error)}"
            self.tell(Cause.RAISED, playing, playing.asked, text, where(error))
