"""Refilling the hands after a bout (rule 16, O25)."""

from typing import TYPE_CHECKING

from arena.games.durak.options import DurakOptions

if TYPE_CHECKING:
    from arena.games.durak.state import State


class Drawing:
    """Who draws first, and how many."""

    def __init__(self, options: DurakOptions) -> None:
        self._rule = options.draw_order
        self._hand_size = options.hand_size

    def refill(self, game: "State") -> bool:
        """Draw in turn, one seat completely before the next; whether anybody drew."""
        hands, talon, full = game.hands, game.talon, self._hand_size
        before = len(talon)
        for seat in self._order(game):
            missing = full - hands[seat].bit_count()
            if missing > 0:
                if missing + 2 < len(talon):  # nothing but face-down cards
                    if missing == 1:
                        hands[seat] |= talon.pop()
                    else:
                        hands[seat] |= sum(talon[-missing:])
                        del talon[-missing:]
                else:
                    game.draw(seat, missing)
                    if not talon:
                        break
        return len(talon) < before

    def _order(self, game: "State") -> tuple[int, ...]:
        if self._rule == "loser_first":  # two seats: the bout's loser, then the other
            both = (game.main, game.defender)
            return both[::-1] if game.failed else both
        first = game.opener if self._rule == "opener_first" else game.main
        return game.ring.draw_orders[first << 5 | game.defender << 1 | game.dir]
