"""DEAL and REDEAL of RULES 1I: from a shuffled pack to the first bout."""

from typing import TYPE_CHECKING

from arena.games.durak.bout import begin_bout, clear_table
from arena.games.durak.dealing import MAX_REDEALS, lowest_trump_seat
from arena.games.durak.listing import REDEAL_ANSWERS
from arena.games.durak.seating import CLOCKWISE

if TYPE_CHECKING:
    from arena.games.durak.state import State


def deal(game: "State") -> None:
    """Deal until nobody's hand forces a redeal, name the attacker, ask about redeals."""
    rules = game.rules
    dealing = rules.dealing
    players = rules.players
    game.dealer = game.start.dealer
    while True:
        order = game.orders(game.redeals)
        assert order is not None
        dealt = dealing.deal(order, game.dealer)
        if not (dealing.must_redeal(dealt.hands) and can_redeal(game)):
            break
        game.redeals += 1
    game.hands, game.secrets, game.talon = dealt.hands, dealt.secrets, dealt.talon
    game.known = [0] * players
    game.discard = 0
    game.set_trump(dealt.turned)
    game.new_trump = None
    game.turned = 0 if dealt.shown_by_dealer or dealing.out_of_play else dealt.turned or 0
    if dealt.shown_by_dealer:  # rule 5: it stays in his hand, and all have seen it
        game.known[game.dealer] = dealt.turned or 0
    game.dir = CLOCKWISE
    game.active = (1 << players) - 1
    game.ring = rules.seating.ring(game.active)
    game.out = []
    game.idle_bouts = 0
    game.tickets = [0] * players
    game.defences = {}
    game.shown = game.barred = 0
    game.must_take = game.penalty_drawn = game.strict = False
    game.level = game.failed = game.thrown = False
    game.at = 0
    game.main = _first_attacker(game)
    game.asking = dealing.may_demand(game.hands, game.dealer)
    if game.asking:
        clear_table(game)
        if not can_redeal(game):
            game.asking = []
    ask_redeal(game)


def can_redeal(game: "State") -> bool:
    """O11: at most 50 redeals, then play on; stacked orders may be fewer."""
    return game.redeals < MAX_REDEALS and game.orders(game.redeals + 1) is not None


def _first_attacker(game: "State") -> int:
    """Rule 7 with O9 and O10."""
    first = game.start.first
    if isinstance(first, int):
        return first
    if first == "lowest_trump":
        return lowest_trump_seat(game)
    return game.ring.next[CLOCKWISE][game.dealer]


def ask_redeal(game: "State") -> None:
    """Eligible seats from the dealer's left (O11 demand_s2); then the first bout begins."""
    if game.asking:
        game.phase = "redeal"
        game.seat = game.asking.pop(0)
        game.listed = REDEAL_ANSWERS
    else:
        begin_bout(game)
