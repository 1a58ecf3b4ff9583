"""All that a seat has seen of one game, as it is told bit by bit."""

from collections.abc import Iterable
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class EventsMissingError(ValueError):
    """Events were told that do not join on to those before."""


class Log(Generic[Entry]):
    """Grows with every decision; told from an earlier place on, it is put right from there."""

    __slots__ = ("told",)

    def __init__(self) -> None:
        self.told: list[Entry] = []

    def tell(self, first: int, entries: Iterable[Entry]) -> None:
        """The entries from place `first` on."""
        known = len(self.told)
        if first > known:
            raise EventsMissingError(
                f"Events from number {first} on were told, but only {known} before."
            )
        if first < known:
            del self.told[first:]
        self.told += entries
