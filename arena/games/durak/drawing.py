"""Refilling the hands after a bout (rule 16, O25, O37)."""

from typing import TYPE_CHECKING

from arena.games.durak.options import DurakOptions

if TYPE_CHECKING:
    from arena.games.durak.game import Game


class Drawing:
    """Who draws first, and how many."""

    def __init__(self, options: DurakOptions) -> None:
        self._order = options.draw_order
        self._hand_size = options.hand_size
        self._never = options.quicky != "off"

    def talon_is_done(self, game: "Game") -> bool:
        """Whether the talon is empty or counts as empty (O37: for rule 18, O26 and SE1)."""
        return self._never or not game.talon

    def refill(self, game: "Game", *, failed: bool) -> bool:
        """Draw in turn, one seat completely before the next; whether anybody drew."""
        if self._never or not game.talon:
            return False
        before = len(game.talon)
        for seat in self._seats(game, failed=failed):
            missing = self._hand_size - game.hands[seat].bit_count()
            if missing > 0:
                game.draw(seat, missing)
                if not game.talon:
                    break
        return len(game.talon) < before

    def _seats(self, game: "Game", *, failed: bool) -> tuple[int, ...]:
        match self._order:
            case "opener_first":
                return game.ring.draw_order(game.opener, game.defender, game.dir)
            case "main_first":
                return game.ring.draw_order(game.main, game.defender, game.dir)
            case "loser_first":  # two seats: the bout's loser, then the other
                loser = game.defender if failed else game.main
                return (loser, game.main + game.defender - loser)
