"""What makes two rule sets the same: name, players and options, nothing worked out from them."""

from typing import ClassVar, Generic, Protocol, TypeVar


class Options(Protocol):
    """The options of a game, as one frozen value."""

    def as_dict(self) -> dict[str, object]:
        """Plain data, complete."""


OptionsT = TypeVar("OptionsT", bound=Options)


class RuleSetIdentity(Generic[OptionsT]):
    """The part of a rule set by which it is compared, hashed and written down."""

    __slots__ = ()

    schema: ClassVar[int]  # of the text form; families may come to differ
    name: str
    players: int
    options: OptionsT

    def to_json(self) -> dict[str, object]:
        """All that is needed to play by the same rules for ever: nothing is left to defaults."""
        return {
            "schema": self.schema,
            "name": self.name,
            "players": self.players,
            "options": self.options.as_dict(),
        }

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} for {self.players}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSetIdentity) or type(other) is not type(self):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        return self.name, self.players, self.options
