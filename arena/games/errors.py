"""How the engines say no: malformed and illegal are different mistakes.

A malformed action cannot be read at all; an illegal one can be read but is against the rules.
Both carry the position, as far as everybody at the table may know it, so that whoever reads
the message can see what was wrong without a replay at hand.
"""

from collections.abc import Iterable

from scoring.refusal import FieldError, RefusedError


class GameError(ValueError):
    """An action was refused; the game is as it was before."""

    def __init__(self, reason: str, position: str = "") -> None:
        super().__init__(f"{reason} [{position}]" if position else reason)
        self.reason = reason
        self.position = position


class MalformedAction(GameError):  # noqa: N818 - the issue's own name
    """This is not the text form of any action."""


class IllegalAction(GameError):  # noqa: N818 - the issue's own name
    """This action exists, but the rules do not allow it now."""


class ReplayMismatch(GameError):  # noqa: N818 - one family of names
    """A log does not fit the game it is said to come from; `entry` says where."""

    def __init__(self, reason: str, entry: int, position: str = "") -> None:
        super().__init__(f"Entry {entry} of the log does not fit: {reason}", position)
        self.entry = entry


class RulesRefused(RefusedError):  # noqa: N818 - the issue's own name
    """No game can be played by these rules; `errors` holds every reason."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        super().__init__(errors)
