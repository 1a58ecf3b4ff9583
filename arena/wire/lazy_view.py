"""Views that read a part of their message when somebody looks at it.

Most bots look at a few parts of a view; reading all of them would cost more than all the rest
between the wire and the bot.  In every other respect these are the engine's views: equal to one
with the same parts, hashed, copied and written like one, and just as little to be changed.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, ClassVar

from arena.protocol.v1.play_pb2 import Decision
from arena.wire.log import Log

Reader = Callable[[Any, Any], Any]
"""What a part is, from the eyes that look and the position's message."""


class LazyView:
    """Mixed in before a game's `View`; the class names the readers of its parts.

    An attribute that was never set is asked of `__getattr__`; what is read then is set for good.
    """

    __slots__ = ()

    PARTS: ClassVar[Mapping[str, Reader]]
    VIEW: ClassVar[type]
    """The game's own class."""
    _unread: "tuple[Any, Any, Log[Any], Decision]"
    """The eyes, the position, the log, and the message with which it was told last."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - of any part
        read = self.PARTS.get(name)
        if read is not None:
            eyes, position, _, _ = self._unread
            value = read(eyes, position)
        elif name == "log":
            _, _, log, message = self._unread
            value = log.entries(message)
        else:
            raise AttributeError(f"A view has no part {name!r}.", name=name, obj=self)
        object.__setattr__(self, name, value)
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, self.VIEW):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._names())

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self._names()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies are whole."""
        return _whole, (self.VIEW, {name: getattr(self, name) for name in self._names()})

    @classmethod
    def _names(cls) -> list[str]:
        return [field.name for field in fields(cls.VIEW)]


def _whole(view: Callable[..., Any], parts: Mapping[str, Any]) -> Any:  # noqa: ANN401
    return view(**parts)
