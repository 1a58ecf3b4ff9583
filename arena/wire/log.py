"""All that a seat has seen of one game, as it is told bit by bit; read only when somebody looks."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

Entry = TypeVar("Entry")
MOST_UNREAD: Final = 256
"""So many messages wait to be read; each holds on to what came with it."""


class EventsMissingError(ValueError):
    """Events were told that do not join on to those before."""


class Log(Generic[Entry]):
    """Grows with every decision; told from an earlier place on, it is put right from there."""

    __slots__ = ("_read", "_told", "_unread", "count")

    def __init__(self, read: Callable[[Iterable[Any]], Iterable[Entry]]) -> None:
        self._read = read
        self._told: list[Entry] = []
        self._unread: list[tuple[int, Sequence[Any]]] = []
        self.count = 0
        """How many entries it has."""

    def tell(self, first: int, events: Sequence[Any]) -> None:
        """The messages from place `first` on."""
        if first > self.count:
            raise EventsMissingError(
                f"Events from number {first} on were told, but only {self.count} before."
            )
        self._unread.append((first, events))
        self.count = first + len(events)
        if len(self._unread) > MOST_UNREAD:
            self._read_on()

    def entries(self, count: int) -> tuple[Entry, ...]:
        """The first so many entries."""
        if self._unread:
            self._read_on()
        return tuple(self._told[:count])

    def _read_on(self) -> None:
        for first, events in self._unread:
            del self._told[first:]
            self._told += self._read(events)
        self._unread.clear()
