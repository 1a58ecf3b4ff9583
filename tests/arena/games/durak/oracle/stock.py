"""The talon: drawing from it, and when it counts as empty (rule 16, CT1, O37)."""

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.beating import trump_of
from tests.arena.games.durak.oracle.position import Position


def talon_counts_as_empty(options: DurakOptions, position: Position) -> bool:
    return options.quicky != "off" or position.stock() == 0


def draw_one(options: DurakOptions, position: Position, seat: int) -> None:
    """Face-down cards first, then the face-up card, then the one hidden below it."""
    position.progress = True
    if position.talon:
        position.receive(seat, position.talon.pop(0), seen=False)
    elif position.face_up is not None:
        position.receive(seat, position.face_up, seen=True)
        position.face_up = None
    else:
        assert position.bottom is not None
        position.receive(seat, position.bottom, seen=True)
        position.coming_trump = trump_of(options, position.bottom)
        position.bottom = None


def refill(options: DurakOptions, position: Position, order: list[int]) -> None:
    """Rule 16: one seat completely before the next."""
    if options.quicky != "off":
        return
    for seat in order:
        while len(position.hands[seat]) < options.hand_size and position.stock():
            draw_one(options, position, seat)
