"""Refilling the hands after a bout (rule 16, O25)."""

from typing import TYPE_CHECKING

from arena.games.durak.options import DurakOptions

if TYPE_CHECKING:
    from arena.games.durak.state import State


class Drawing:
    """Draws in the order settled with the roles (`opener_first`, `main_first`), or turns it."""

    def __init__(self, options: DurakOptions) -> None:
        self._hand_size = options.hand_size
        self._loser_first = options.draw_order == "loser_first"

    def refill(self, game: "State") -> bool:
        """Draw in turn, one seat completely before the next; whether anybody drew."""
        hands, talon, full, order = game.hands, game.talon, self._hand_size, game.drawers
        if self._loser_first and game.failed:  # two seats: the defender lost the bout
            order = order[::-1]
        drew = False
        for seat in order:
            missing = full - hands[seat].bit_count()
            if missing > 0:
                game.draw(seat, missing)
                drew = True
                if not talon:
                    break
        return drew
