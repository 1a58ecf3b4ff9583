"""A bot at a game server: one stream, as many games as come, until the server says goodbye."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from inspect import iscoroutinefunction
from threading import Thread
from typing import Final, Self

import grpc

from arena.games import profiles
from arena.protocol.v1.hello_pb2 import ClientHello, ProtocolVersion
from arena.protocol.v1.play_pb2 import Decision, Goodbye, PlayResponse, Welcome
from arena.protocol.v1.play_pb2_grpc import PlayServiceStub
from arena.sdk.bot import Bot, plays
from arena.sdk.choice import Choice
from arena.sdk.memory_use import GROWTH_LIMIT
from arena.sdk.outbox import Outbox
from arena.sdk.output import LIMIT as OUTPUT_LIMIT
from arena.sdk.output import capped
from arena.sdk.player import Player
from arena.sdk.trouble import Report
from arena.sdk.version import CLIENT
from arena.sdk.watching import Watcher

MAJOR: Final = 1
TOKEN: Final = "durako-token"  # noqa: S105 - the name of a metadata entry
TLS: Final = "https://"
CHANNEL_OPTIONS: Final = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
)
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
LOST: Final = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
}
"""The line is broken; the server may still be there."""


class PlayError(Exception):
    """The bot could not play, or not to the end; the text says why."""


class RefusedError(PlayError):
    """The server does not want this bot here."""


class LineLostError(PlayError):
    """The server cannot be reached, or not any more."""


@dataclass(frozen=True, slots=True)
class Played:
    """A rotation that is over for this seat."""

    seat: int
    boards: int
    games: int
    decisions: int
    points: tuple[int, ...]
    """The seat's points, board by board."""
    lost: int
    """How many boards the seat has lost."""
    aborted: str
    """Why the match was broken off; empty if it was not."""


def play(
    bot: type[Bot],
    *,
    address: str,
    token: str,
    report: Report,
    patience: float = 10.0,
    memory_limit: int = GROWTH_LIMIT,
) -> Played:
    """Play one seat of one rotation to its end.

    `patience`: how many seconds to wait for a server that is not there yet.  Once seated, a broken
    line is mended within the grace period that the server gives.  A bot that comes to hold more
    than `memory_limit` bytes is told so.
    """
    with (
        Watcher(memory_limit=memory_limit) as watcher,
        capped(OUTPUT_LIMIT, watcher.printed_too_much),
    ):
        return _Seat(bot, address, token, report, watcher).play(patience)


class _Seat:
    """What stays when the line breaks."""

    def __init__(
        self, bot: type[Bot], address: str, token: str, report: Report, watcher: Watcher
    ) -> None:
        self._bot = bot
        self._address = address
        self._token = token
        self._report = report
        self._watcher = watcher
        self._player: Player | None = None
        self._outbox = Outbox()
        self._welcome: Welcome | None = None
        """Of the line that is open, or was last."""
        self._goodbye: Goodbye | None = None

    def play(self, patience: float) -> Played:
        """Until the goodbye, line after line."""
        follow: _Follow
        with ExitStack() as stack:
            stack.callback(self._leave)
            if iscoroutinefunction(self._bot.choose):
                follow = stack.enter_context(_ManyAtOnce(self)).follow
            else:
                follow = self._one_after_the_other
            deadline = time.monotonic() + patience
            pause = FIRST_PAUSE
            while self._goodbye is None:
                self._welcome = None
                error = self._one_line(follow)
                if self._goodbye is not None:
                    break
                if self._welcome is not None:  # seated, but the line broke
                    deadline = time.monotonic() + self._welcome.time_control.grace_ms / 1000
                    pause = FIRST_PAUSE
                if time.monotonic() > deadline or not self._may_come_back(error):
                    raise self._explained(error)
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        return self._played(self._goodbye)

    def _one_line(self, follow: "_Follow") -> grpc.RpcError | None:
        """From hello until the stream ends, and with what error it did."""
        self._outbox = outbox = self._watcher.outbox = Outbox()
        outbox.say_hello(
            ClientHello(
                version=ProtocolVersion(major=MAJOR),
                profiles=[name for name in profiles() if plays(self._bot, name)],
                client=CLIENT,
            )
        )
        with _channel(self._address) as channel:
            try:
                follow(
                    PlayServiceStub(channel).Play(
                        outbox.requests(), metadata=((TOKEN, self._token),)
                    )
                )
            except grpc.RpcError as error:
                return error
            finally:
                outbox.close()
        return None

    def _one_after_the_other(self, responses: "_Responses") -> None:
        """Answer whatever comes, in the thread that asked us to play."""
        outbox = self._outbox
        for response in responses:
            decisions = self.read(response)
            if decisions:
                answer = self.player.answer
                now = time.monotonic()
                outbox.begin(now)
                for message in decisions:
                    choice = answer(message, now)
                    now = time.monotonic()  # when the next one begins
                    outbox.put(message.decision, choice, now)
                outbox.flush()

    @property
    def player(self) -> Player:
        """The seat's player, who is there after the welcome."""
        assert self._player is not None, "the first message of a stream is the welcome"
        return self._player

    def read(self, response: PlayResponse) -> "Sequence[Decision]":
        """Take everything but the decisions, which are left to the caller."""
        if response.HasField("welcome"):
            self._be_welcome(response.welcome)
        for notice in response.notices:
            self.player.notice(notice)
        for ended in response.games_over:
            self.player.game_over(ended)
        if response.HasField("goodbye"):
            self._goodbye = response.goodbye
        return response.decisions

    def answered(self, message: Decision, choice: Choice) -> None:
        """Send an answer over whatever line is open now."""
        self._outbox.put(message.decision, choice, time.monotonic())

    def flush(self) -> None:
        """Send all of them."""
        self._outbox.flush()

    def _be_welcome(self, welcome: Welcome) -> None:
        self._welcome = welcome
        if self._player is None:
            self._player = self._watcher.player = Player(self._bot, welcome, self._report)

    def _leave(self) -> None:
        if self._player is not None:
            self._player.close()

    def _may_come_back(self, error: grpc.RpcError | None) -> bool:
        if error is None:
            return True
        code = error.code()
        seated_before = self._player is not None and code is grpc.StatusCode.ALREADY_EXISTS
        return code in LOST or seated_before  # the server may not have noticed yet that we left

    def _explained(self, error: grpc.RpcError | None) -> PlayError:
        code = grpc.StatusCode.UNAVAILABLE if error is None else error.code()
        said = "" if error is None else error.details()
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return RefusedError(f"What answers at {self._address} is no game server of Durako.")
        if code not in LOST:
            return RefusedError(f"The server refused: {said} ({code.name})")
        if self._player is None:
            return LineLostError(
                f"No game server answers at {self._address}; look at the address and whether the "
                f"server runs. ({said})"
            )
        return LineLostError(
            f"The line to {self._address} was lost and could not be mended in time, so the boards "
            f"not finished are forfeited. ({said})"
        )

    def _played(self, goodbye: Goodbye) -> Played:
        player = self.player
        return Played(
            seat=player.seat,
            boards=len(goodbye.boards),
            games=player.games,
            decisions=player.decisions,
            points=tuple(board.points[player.seat] for board in goodbye.boards),
            lost=sum(player.seat in board.losers for board in goodbye.boards),
            aborted=goodbye.aborted,
        )


class _ManyAtOnce:
    """For coroutines: every decision is a task, and messages are read in a thread of their own."""

    def __init__(self, seat: _Seat) -> None:
        self._seat = seat
        self._runner = asyncio.Runner()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """By decision; they go on when the line breaks."""
        self._flushing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.close()

    def follow(self, responses: "_Responses") -> None:
        """Answer whatever comes until the stream ends."""
        self._runner.run(self._follow(responses))

    async def _follow(self, responses: "_Responses") -> None:
        loop = asyncio.get_running_loop()
        came: asyncio.Queue[PlayResponse | grpc.RpcError | None] = asyncio.Queue()

        def read() -> None:
            end = None
            try:
                for response in responses:
                    loop.call_soon_threadsafe(came.put_nowait, response)
            except grpc.RpcError as error:
                end = error
            loop.call_soon_threadsafe(came.put_nowait, end)

        reading = Thread(target=read, name="durako-reader", daemon=True)
        reading.start()
        while isinstance(item := await came.get(), PlayResponse):
            for message in self._seat.read(item):
                if message.decision not in self._tasks:  # else it was asked again
                    task = loop.create_task(self._answer(message))
                    self._tasks[message.decision] = task
        reading.join()
        if item is not None:
            raise item

    async def _answer(self, message: Decision) -> None:
        try:
            choice = await self._seat.player.answer_async(message)
        finally:
            del self._tasks[message.decision]
        self._seat.answered(message, choice)
        if not self._flushing:  # all that end in this moment go together
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        self._seat.flush()


_Responses = Iterable[PlayResponse]
_Follow = Callable[[_Responses], None]


def _channel(address: str) -> grpc.Channel:
    if address.startswith(TLS):
        credentials = grpc.ssl_channel_credentials()
        return grpc.secure_channel(address.removeprefix(TLS), credentials, CHANNEL_OPTIONS)
    return grpc.insecure_channel(address, CHANNEL_OPTIONS)
