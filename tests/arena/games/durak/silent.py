"""Who might be asked about a redeal or a swap, from what everybody sees; for single packs."""

from arena.games.durak.game import Game
from arena.games.durak.view import View

LAYS = {"attack", "throw", "beat", "transfer"}


def might_be_asked(game: Game, *, dealt: bool) -> list[int]:
    """Before the opening of the bout that begins now, in order; `dealt`: the first of a game."""
    options = game.rules.options
    view = game.view(None)
    redeals = _order(view, view.dealer + 1, 1) if dealt and options.redeal == "demand_s2" else []
    return redeals + (_swaps(view) if options.trump_swap and view.face_up else [])


def _swaps(view: View) -> list[int]:
    low = f"6{view.trump_suit}"
    order = _order(view, view.main, 1 if view.direction == "L" else -1)
    holders = [seat for seat in order if low in view.known[seat]]
    laid = any(low in action.cards for _, action in view.log if action.kind in LAYS)
    if view.face_up == low or holders or laid:
        return holders if view.face_up != low else []
    hidden = [count - len(known) for count, known in zip(view.hand_counts, view.known, strict=True)]
    return [seat for seat in order if seat in view.active and hidden[seat]]


def _order(view: View, first: int, turn: int) -> list[int]:
    players = len(view.hand_counts)
    return [(first + turn * step) % players for step in range(players)]
