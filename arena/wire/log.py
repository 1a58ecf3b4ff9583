"""All that a seat has seen of one game, as it is told bit by bit; read only when somebody looks."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.wire.kept import Kept

Entry = TypeVar("Entry")
Telling = Decision | GameOver


class EventsMissingError(ValueError):
    """Events were told that do not join on to those before."""


class Log(Generic[Entry]):
    """Grows with every decision; told from an earlier place on, it is put right from there.

    What came before the last message and was not read is put away as bytes: a message holds on to
    all that travelled with it, and the memory of a game's messages costs more than this.
    """

    __slots__ = ("_events", "_kept", "_last", "_put_away", "_read")

    def __init__(self, events: Callable[[Telling], Sequence[Any]], kept: Kept[Any, Entry]) -> None:
        self._events = events
        """Those of a message."""
        self._kept = kept
        self._read: list[Entry] = []
        self._put_away: list[bytes] = []
        self._last: Telling | None = None

    def tell(self, message: Telling) -> None:
        """A message has come; a game's end is the last one."""
        if self._last is not None:
            self._put_away.append(self._last.SerializeToString())
        self._last = message

    def entries(self, message: Telling) -> tuple[Entry, ...]:
        """All up to those of this message, which was told."""
        if self._last is not None:
            for data in self._put_away:
                self._read_on(Decision.FromString(data))
            self._put_away.clear()
            self._read_on(self._last)
            self._last = None
        return tuple(self._read[: message.first_event + len(self._events(message))])

    def _read_on(self, message: Telling) -> None:
        first, read = message.first_event, self._read
        if first > len(read):
            raise EventsMissingError(
                f"Events from number {first} on were told, but only {len(read)} before."
            )
        read[first:] = self._kept.all(self._events(message))
