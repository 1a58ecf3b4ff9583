"""Answers on their way to the server: grouped while choices are quick, else one by one.

gRPC's cost is per message, so quick answers to decisions that came together go together.  But the
server charges all the time since the last answer arrived to the first one of a message, so no
answer may wait for another that takes long.
"""

import time
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Lock
from typing import Final

from arena.protocol.v1.hello_pb2 import ClientHello
from arena.protocol.v1.play_pb2 import PlayRequest
from arena.sdk.player import Choice
from arena.wire.codec import Codec

QUICK: Final = 0.02
"""Seconds that an answer may wait for others: next to nothing, as clocks go."""
MOST: Final = 64
"""Answers to a message, which keeps it well below what the server reads."""


class Outbox:
    """One stream's; gRPC takes messages out of it in a thread of its own."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[PlayRequest | None] = SimpleQueue()
        self._codec: Codec | None = None
        self._lock = Lock()
        self._waiting = PlayRequest()
        self._count = 0
        self._since = 0.0

    def say_hello(self, hello: ClientHello) -> None:
        """The first message."""
        self._queue.put(PlayRequest(hello=hello))

    def speak(self, codec: Codec) -> None:
        """The rules are known: actions can be written."""
        self._codec = codec

    def requests(self) -> Iterator[PlayRequest]:
        """What gRPC sends; ends when the outbox is closed."""
        return iter(self._queue.get, None)

    def begin(self) -> None:
        """Decisions have come: the bot begins to think."""
        self._since = time.monotonic()

    def put(self, decision: int, choice: Choice) -> None:
        """An answer is there; it is sent now or soon."""
        with self._lock:
            answer = self._waiting.answers.add()
            answer.decision = decision
            if type(choice) is int:
                answer.legal_index = choice
            elif choice is not None:
                assert self._codec is not None
                self._codec.fill_move(answer, choice)
            self._count += 1
            now = time.monotonic()
            if now - self._since > QUICK or self._count >= MOST:
                self._since = now
                self._send()

    def flush(self) -> None:
        """Send what is there."""
        with self._lock:
            if self._count:
                self._send()

    def close(self) -> None:
        """Nothing more will be sent; answers that wait are dropped."""
        with self._lock:
            self._waiting = PlayRequest()
            self._count = 0
            self._queue.put(None)

    def _send(self) -> None:
        self._queue.put(self._waiting)
        self._waiting = PlayRequest()
        self._count = 0
