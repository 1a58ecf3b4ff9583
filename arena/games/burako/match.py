"""A match (2F): hands one after the other until the kernel says that it is over."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.games.shuffle import Seed
from scoring.burako import MatchProgress, match_progress

if TYPE_CHECKING:
    from arena.games.burako.game import Game
    from arena.games.burako.ruleset import BurakoRules


class Match:
    """Deals one hand after the other; each must be over before the next.

    >>> for game in rules.match(seed=7):
    ...     play(game)
    """

    def __init__(self, rules: "BurakoRules", seed: Seed) -> None:
        self.rules = rules
        self.seed = seed
        self.game: Game | None = None
        self.number = -1
        """Which hand this is, from 0."""
        self._finished: list[tuple[int, int]] = []

    @property
    def totals_by_hand(self) -> tuple[tuple[int, int], ...]:
        """The points of both sides, hand by hand."""
        return tuple(self._hands())

    @property
    def progress(self) -> MatchProgress:
        """Totals, what is lacking, and the outcome once there is one (2F.25)."""
        return match_progress(
            self.rules.options,
            self._hands(),
            seats=self.rules.players,
            first_starter=self.rules.first_starter(self.seed),
        )

    @property
    def is_over(self) -> bool:
        """Whether no further hand is played."""
        return self.progress.is_over

    def next_game(self) -> "Game":
        """The next hand."""
        if self.game is not None and self.game.outcome is None:
            raise ValueError("Play the present hand to its end before dealing the next one.")
        if self.is_over:
            raise ValueError("The match is over; begin another one.")
        self._finished = self._hands()
        self.number += 1
        self.game = self.rules.deal_from(self.seed, self.number)
        return self.game

    def __iter__(self) -> Iterator["Game"]:
        while not self.is_over:
            yield self.next_game()

    def _hands(self) -> list[tuple[int, int]]:
        ended = None if self.game is None else self.game.outcome
        return [*self._finished, ended.totals] if ended is not None else list(self._finished)
