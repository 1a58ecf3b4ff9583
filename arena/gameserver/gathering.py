"""When what a rotation has to say is sent: now, or in a moment together with more.

gRPC's cost is per message.  While somebody owes an answer, waiting briefly for it lets several
decisions travel together.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from arena.gameserver.seat import Seat

SLOW: Final = 0.02
"""Seconds to an answer from which on a seat really thinks, even on a busy machine."""


class Gathering:
    """Holds the seats' mail back for at most `seconds`."""

    def __init__(self, seats: Sequence[Seat], seconds: float, guard: Callable[..., None]) -> None:
        self._seats = seats
        self._seconds = seconds
        self._guard = guard
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._released_at = 0.0

    def flush(self) -> None:
        """Send what is held back, at once or when those who think have had a moment to answer.

        When nobody owes an answer, the seat with the most to decide is asked at once; the others
        wait for its answers, which give them more to decide, unless answers take so long that
        everybody had better think at the same time.
        """
        if not self._seconds:
            self._release()
        elif self._somebody_owes():
            if self._timer is None and self._somebody_has_mail():
                self._wait()
        else:
            now = self._loop.time()
            if now - self._released_at > SLOW:
                self._release()
            else:
                self._release_fullest(now)

    def _somebody_owes(self) -> bool:
        for seat in self._seats:  # noqa: SIM110 - asked at every answer
            if seat.asks:
                return True
        return False

    def _somebody_has_mail(self) -> bool:
        for seat in self._seats:  # noqa: SIM110 - asked at every answer
            if seat.has_mail:
                return True
        return False

    def stop(self) -> None:
        """Nothing is sent by the timer any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        self._timer = self._loop.call_later(self._seconds, self._guard, self._release)

    def _release_fullest(self, now: float) -> None:
        """Notices, and the decisions of one seat."""
        self.stop()
        self._released_at = now
        fullest, held = None, -1
        for seat in self._seats:
            if len(seat.held) > held:
                fullest, held = seat, len(seat.held)
        others = False
        for seat in self._seats:
            if seat.has_mail:
                if seat is fullest or seat.letter.notices:
                    seat.release(now)
                else:
                    others = True
        if others:
            self._wait()

    def _release(self) -> None:
        """Everything."""
        self.stop()
        self._released_at = now = self._loop.time()
        for seat in self._seats:
            if seat.has_mail:
                seat.release(now)
