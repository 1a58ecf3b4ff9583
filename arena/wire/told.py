"""How far somebody has been told what happened in a game."""


class Told:
    """Of one game, one seat's share, or the public's; it moves on when something is told."""

    __slots__ = ("count", "place")

    def __init__(self) -> None:
        self.place = 0
        """How far into the game's log."""
        self.count = 0
        """How many events were told; some entries of the log are not for everybody."""

    def forget(self) -> None:
        """Begin anew: somebody who remembers nothing has come."""
        self.place = self.count = 0
