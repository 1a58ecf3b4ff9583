"""Messages that come again and again, read once."""

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

from google.protobuf.message import Message

MessageT = TypeVar("MessageT", bound=Message)
Value = TypeVar("Value")

MOST: Final = 20_000
"""A table of all that a rotation brings stays well below; whoever sends more starts it anew."""


class Kept(dict[bytes, Value], Generic[MessageT, Value]):
    """What each message means, by its bytes; what is asked for the first time is read."""

    def __init__(self, message: type[MessageT], read: Callable[[MessageT], Value]) -> None:
        super().__init__()
        self._message = message
        self._read = read

    def all(self, messages: Iterable[MessageT]) -> tuple[Value, ...]:
        """What they mean, in order."""
        return tuple([self[message.SerializeToString()] for message in messages])

    def __missing__(self, data: bytes) -> Value:
        if len(self) >= MOST:
            self.clear()
        value = self[data] = self._read(self._message.FromString(data))
        return value
