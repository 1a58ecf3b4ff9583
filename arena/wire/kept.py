"""Messages that come again and again, read once."""

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

from google.protobuf.message import Message

MessageT = TypeVar("MessageT", bound=Message)
Value = TypeVar("Value")

MOST: Final = 20_000
"""A table of all that a rotation brings stays well below; whoever sends more starts it anew."""


class Kept(Generic[MessageT, Value]):
    """What each message means, by its bytes."""

    __slots__ = ("_read", "_values")

    def __init__(self, read: Callable[[MessageT], Value]) -> None:
        self._read = read
        self._values: dict[bytes, Value] = {}

    def all(self, messages: Iterable[MessageT]) -> tuple[Value, ...]:
        """What they mean, in order."""
        values = self._values
        try:
            return tuple([values[message.SerializeToString()] for message in messages])
        except KeyError:
            return tuple([self.one(message) for message in messages])

    def one(self, message: MessageT) -> Value:
        """What it means."""
        data = message.SerializeToString()
        try:
            return self._values[data]
        except KeyError:
            if len(self._values) >= MOST:
                self._values.clear()
            value = self._values[data] = self._read(message)
            return value
