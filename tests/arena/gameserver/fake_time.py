"""An event loop whose time passes only when there is nothing else to do: clocks without waiting."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _JumpingSelector(selectors.SelectSelector):
    """Instead of sleeping until the next timer, it moves the loop's time there."""

    loop: "FakeTimeLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "nobody will ever wake this test up"
            self.loop.elapsed += timeout
        return ready


class FakeTimeLoop(asyncio.SelectorEventLoop):
    """`time()` is 0 at first and jumps from timer to timer."""

    def __init__(self) -> None:
        self.elapsed = 0.0
        selector = _JumpingSelector()
        super().__init__(selector)
        selector.loop = self

    def time(self) -> float:
        """Seconds since the loop was made."""
        return self.elapsed


def run_in_fake_time(main: Coroutine[Any, Any, T]) -> T:
    """Like asyncio.run, in no time."""
    with asyncio.Runner(loop_factory=FakeTimeLoop) as runner:
        return runner.run(main)
