"""Telling any number of readers that something has been added, however slowly they read."""

from asyncio import Future, get_running_loop


class Signal:
    """A version that only grows, and those who wait for the next one.

    A reader remembers the version it has seen, so what happens while it is busy is never missed.
    Notifying is cheap when nobody waits, and nothing is left behind by a reader who gives up.
    """

    __slots__ = ("_waiting", "version")

    def __init__(self) -> None:
        self.version = 0
        self._waiting: set[Future[None]] = set()

    @property
    def waiting(self) -> int:
        """How many wait at this moment."""
        return len(self._waiting)

    def notify(self) -> None:
        """Something is new: wake everybody."""
        self.version += 1
        if self._waiting:
            woken, self._waiting = self._waiting, set()
            for waiter in woken:
                if not waiter.done():  # it may have been cancelled in this very moment
                    waiter.set_result(None)

    async def wait(self, seen: int) -> int:
        """The version, as soon as it is later than the one seen."""
        while self.version <= seen:
            waiter: Future[None] = get_running_loop().create_future()
            self._waiting.add(waiter)
            try:
                await waiter
            finally:
                self._waiting.discard(waiter)
        return self.version
