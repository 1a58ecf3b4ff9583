"""Encoded pieces of messages, made once and kept.

What is encoded one after the other is read as one message: single fields are set, repeated ones
grow.  So a message that is needed for every decision of every game can be put together from pieces
that come again and again, which costs about a third less than setting its fields one by one.  What
is never the same is written here, number by number, as protobuf does it.

It counts how much memory that touches: a server that waits for bots most of the time finds the
processor's caches full of something else whenever it is its turn.
"""

from collections.abc import Callable
from typing import Any, Final

from google.protobuf.message import Message

from arena.protocol.v1.play_pb2 import Decision
from arena.wire.frames import SHORT, SHORTS, varint

_NUMBER, _LENGTH_FOLLOWS = 0, 2
KEPT: Final = 16_384
"""How many pieces of a kind that has no end are kept; a few megabytes."""


class Pieces(dict[Any, bytes]):
    """One field with each of its values, or one entry of a repeated field."""

    def __init__(self, message: Callable[..., Message], field: str) -> None:
        super().__init__()
        self._message = message
        self._field = field
        self._repeated = bool(message().DESCRIPTOR.fields_by_name[field].is_repeated)

    def __missing__(self, value: Any) -> bytes:  # noqa: ANN401 - of the field's type
        given = [value] if self._repeated else value
        made = self._message(**{self._field: given}).SerializeToString()
        self[value] = made
        return made


class Made(dict[Any, bytes]):
    """Pieces by what they tell, each made when it is needed for the first time.

    Nothing keeps account of what was asked for last, as `lru_cache` does: that would touch a few
    more places in memory for every piece.  When there are too many, all are forgotten.
    """

    def __init__(self, make: Callable[[Any], bytes]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, told: Any) -> bytes:  # noqa: ANN401 - whatever the piece is made of
        if len(self) >= KEPT:
            self.clear()
        made = self[told] = self._make(told)
        return made


FIRST_EVENT: Final = Pieces(Decision, "first_event")


def tag_of(message: type[Message], name: str) -> bytes:
    """What stands before a number, or before a message and its length, in this field."""
    field = message.DESCRIPTOR.fields_by_name[name]
    kind = _NUMBER if field.message_type is None else _LENGTH_FOLLOWS
    return varint(field.number << 3 | kind)


def inside(tag: bytes, body: bytes) -> bytes:
    """An encoded message as it stands in a field of another one."""
    size = len(body)
    return tag + (SHORT[size] if size < SHORTS else varint(size)) + body
