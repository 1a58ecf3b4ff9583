"""What some rule sets note down when a bout begins."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.durak.options import DurakOptions
    from arena.games.durak.state import State

Note = Callable[["State"], None]


def new_trump(game: "State") -> None:
    """CT1: trump changes from the next bout."""
    if game.new_trump is not None:
        game.set_trump(game.new_trump)
        game.new_trump = None


def level_hands(game: "State") -> None:
    """O23: whether attacker and defender begin with equally many cards."""
    hands = game.hands
    game.level = hands[game.main].bit_count() == hands[game.defender].bit_count()


def no_shows(game: "State") -> None:
    """No card has been shown in this bout yet; none is shown twice in it (O19)."""
    game.shown = 0


def new_tickets(game: "State") -> None:
    """O19: every seat may show again."""
    game.tickets = [0] * game.rules.players


def no_calls(game: "State") -> None:
    """CH3: what a call brought about lasts for one bout."""
    game.barred = 0
    game.must_take = game.penalty_drawn = game.strict = False


def notes_for(options: "DurakOptions") -> tuple[Note, ...]:
    """Those that this rule set needs; most need none."""
    shows = options.transfer == "play_or_show"
    needed = (
        (new_trump, options.change_trump),
        (level_hands, options.transfer_two_left == "equal_hands"),
        (no_shows, shows),
        (new_tickets, shows and options.show_limit == "per_bout"),
        (no_calls, options.cheating == "callable"),
    )
    return tuple(note for note, wanted in needed if wanted)
