"""The legal actions that a decision lists, each read when somebody looks at it."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, overload

from arena.wire.kept import Kept

Action = TypeVar("Action")


class Listed(Sequence[Action]):
    """A sequence like any other, which never changes."""

    __slots__ = ("_kept", "_last", "_messages", "_read")

    def __init__(self, messages: Sequence[Any], kept: Kept[Any, Action]) -> None:
        self._messages = messages
        self._kept = kept
        self._read: tuple[Action, ...] | None = None
        self._last: tuple[Action, int] | None = None
        """The one looked at last, which is often the one that is chosen, and its place."""

    def __len__(self) -> int:
        return len(self._messages)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, place: int | slice) -> Action | tuple[Action, ...]:
        if self._read is not None:
            return self._read[place]
        if isinstance(place, slice):
            return self._whole()[place]
        action = self._kept[self._messages[place].SerializeToString()]
        self._last = (action, place if place >= 0 else place + len(self._messages))
        return action

    def __iter__(self) -> Iterator[Action]:
        return iter(self._whole())

    def __contains__(self, action: object) -> bool:
        return action in self._whole()

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:  # noqa: ANN401
        """The place of an action; `ValueError` if it is not listed."""
        last = self._last
        if last is not None and last[0] is value and not start and stop is None:
            return last[1]
        whole = self._whole()
        return whole.index(value, start, len(whole) if stop is None else stop)

    def __eq__(self, other: object) -> bool:
        return self._whole() == (other._whole() if isinstance(other, Listed) else other)

    def __hash__(self) -> int:
        return hash(self._whole())

    def __repr__(self) -> str:
        return repr(self._whole())

    def _whole(self) -> tuple[Action, ...]:
        if self._read is None:
            self._read = self._kept.all(self._messages)
        return self._read
