"""Somebody who looks at the clock while a bot thinks, and at what it holds in memory.

A bot that never comes back cannot say so itself: this thread tells its author where it stands.
"""

import sys
from threading import Event, Thread
from typing import Final

from arena.sdk.memory_use import GROWTH_LIMIT, MIB, peak_bytes, resident_bytes
from arena.sdk.outbox import Outbox
from arena.sdk.output import LIMIT as OUTPUT_LIMIT
from arena.sdk.player import Player
from arena.sdk.trouble import Cause, standing_at

TICK: Final = 0.1


class Watcher:
    """Looks every moment; `player` and `outbox` are those of the stream that is open."""

    def __init__(self, *, memory_limit: int = GROWTH_LIMIT) -> None:
        self.player: Player | None = None
        self.outbox: Outbox | None = None
        self._late: set[int] = set()
        """Decisions whose time is known to be up."""
        self._at_start = resident_bytes()
        self._memory_limit = self._next_alarm = memory_limit
        self._over = Event()
        self._thread = Thread(target=self._run, name="durako-watcher", daemon=True)

    def __enter__(self) -> "Watcher":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def printed_too_much(self) -> None:
        """Whatever the bot prints from now on is not shown."""
        if self.player is not None:
            self._tell_of_the_moment(
                self.player,
                Cause.PRINTED,
                f"The bot has printed more than {OUTPUT_LIMIT} characters; what it prints from now "
                "on is not shown.",
            )

    def _run(self) -> None:
        while not self._over.wait(TICK):
            player, outbox = self.player, self.outbox
            if outbox is not None and player is not None and player.thinking:
                outbox.flush()  # whatever is thought about now, the others need not wait for it
            if player is not None:
                self._look_at_clocks(player)
                self._look_at_memory(player)

    def _look_at_clocks(self, player: Player) -> None:
        for playing in player.thinking:
            decision, clock = playing.asked, playing.clock
            if clock.left() < 0 and decision not in self._late:
                self._late.add(decision)
                method = "start()" if playing.bot is None else "choose()"
                player.tell(
                    Cause.TOO_SLOW,
                    playing,
                    decision,
                    f"{method} has been thinking for more than the {clock.allowed:.1f} s "
                    "that were left; the server plays for you. At this moment it is here:",
                    standing_at(sys._current_frames().get(player.thread)),  # noqa: SLF001 - documented
                )

    def _look_at_memory(self, player: Player) -> None:
        if peak_bytes() - self._at_start <= self._next_alarm:
            return  # costs next to nothing, and nearly always ends here
        grown = resident_bytes() - self._at_start
        if grown <= self._next_alarm:
            return
        self._next_alarm = 2 * grown
        self._tell_of_the_moment(
            player,
            Cause.MEMORY,
            f"The bot has come to hold {grown // MIB} MiB since it started. Hosted bots are "
            f"stopped beyond {self._memory_limit // MIB} MiB: keep less.",
        )

    @staticmethod
    def _tell_of_the_moment(player: Player, cause: Cause, text: str) -> None:
        """Something that has to do with the decision being thought about."""
        playing = next(iter(player.thinking), None)
        player.tell(cause, playing, playing.asked if playing else 0, text)
