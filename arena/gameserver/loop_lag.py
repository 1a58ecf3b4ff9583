"""How late the event loop comes to what is due: that much of a bot's time is the server's."""

import asyncio
from typing import Final

from arena.gameserver.statistics import Histogram

LOOK_SECONDS: Final = 1.0


class LoopLag:
    """A timer that notes by how much it was late, once a second."""

    def __init__(self, noted: Histogram) -> None:
        self._noted = noted
        self._loop = asyncio.get_running_loop()
        self._wait()

    def stop(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def _wait(self) -> None:
        self._due = self._loop.time() + LOOK_SECONDS
        self._timer = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        self._noted.add(max(0.0, self._loop.time() - self._due))
        self._wait()
