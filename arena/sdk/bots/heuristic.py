"""The heuristic players of both games under one name."""

from collections.abc import Sequence
from typing import Any

from arena.games.burako.ruleset import BurakoRules
from arena.sdk.bot import Bot, End, seated
from arena.sdk.bots.heuristic_burako import HeuristicBurako
from arena.sdk.bots.heuristic_durak import HeuristicDurak
from arena.sdk.clock import Clock


class HeuristicBot(Bot):
    """Plays Durak or Burako, whichever it is."""

    def start(self) -> None:
        """Seat the player of this game in its own place."""
        player = HeuristicBurako if isinstance(self.rules, BurakoRules) else HeuristicDurak
        self._player = seated(
            player,
            rules=self.rules,
            seat=self.seat,
            random=self.random,
            board=self.board,
            game_number=self.game_number,
            totals=self.totals,
        )
        self._player.start()

    def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:  # noqa: ANN401
        """Let the player answer."""
        return self._player.choose(view, legal, clock)

    def over(self, end: End) -> None:
        """Tell the player."""
        self._player.over(end)
