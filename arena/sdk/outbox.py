"""Answers on their way to the server: grouped while choices are quick, else one by one.

gRPC's cost is per message, so quick answers to decisions that came together go together.  But the
server charges all the time since the last answer arrived to the first one of a message, so no
answer may wait for another that takes long.
"""

from collections import deque
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Lock
from typing import Final

from arena.protocol.v1.hello_pb2 import ClientHello
from arena.protocol.v1.play_pb2 import PlayRequest
from arena.sdk.choice import Choice

QUICK: Final = 0.02
"""Seconds that an answer may wait for others: next to nothing, as clocks go."""
MOST: Final = 64
"""Answers to a message, which keeps it well below what the server reads."""


class Outbox:
    """One stream's; gRPC takes messages out of it in a thread of its own."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[PlayRequest | None] = SimpleQueue()
        self._sending = Lock()
        self._waiting: deque[tuple[int, Choice]] = deque()
        self._since = 0.0

    def say_hello(self, hello: ClientHello) -> None:
        """The first message."""
        self._queue.put(PlayRequest(hello=hello))

    def requests(self) -> Iterator[PlayRequest]:
        """What gRPC sends; ends when the outbox is closed."""
        return iter(self._queue.get, None)

    def begin(self, now: float) -> None:
        """Decisions have come: the bot begins to think."""
        self._since = now

    def put(self, decision: int, choice: Choice, now: float) -> None:
        """An answer is there; it is sent now or soon."""
        self._waiting.append((decision, choice))
        if now - self._since > QUICK:
            self._since = now
            self.flush()

    def flush(self) -> None:
        """Send what is there; any thread may ask for it."""
        with self._sending:
            waiting = self._waiting
            while waiting:
                request = PlayRequest()
                add = request.answers.add
                for _ in range(min(len(waiting), MOST)):
                    decision, choice = waiting.popleft()
                    answer = add()
                    if isinstance(choice, int):
                        answer.legal_index = choice
                    elif choice is not None:
                        answer.MergeFrom(choice)
                    answer.decision = decision
                self._queue.put(request)

    def close(self) -> None:
        """Nothing more will be sent; answers that wait are dropped."""
        with self._sending:
            self._waiting.clear()
            self._queue.put(None)
