"""The course of a bout (RULES 1I): who is asked next, and what follows from the answers."""

from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import PASS
from arena.games.durak.conflicts import MOST_PLAYERS
from arena.games.durak.listing import SWAP_ANSWERS, room
from arena.games.durak.outcome import Outcome
from arena.games.durak.seating import CLOCKWISE

if TYPE_CHECKING:
    from arena.games.durak.state import State

_PASSED: Final = tuple((seat, PASS) for seat in range(MOST_PLAYERS))
"""Entries of the log, ready made: most passes are the server's."""


# BOUT and OPEN


def begin_bout(game: "State") -> None:
    """Set the roles, ask about swaps, then for the opening."""
    clear_table(game)
    rules = game.rules
    for note in rules.notes:
        note(game)
    if rules.swaps and game.turned:
        seats = (game.main, *game.ring.around(game.main, game.dir))
        game.asking = [seat for seat in seats if game.can_swap(seat)]
        ask_swap(game)
        return
    game.phase = "open"
    game.seat = game.main
    game.listed = rules.list_openings(game)


def clear_table(game: "State") -> None:
    """An empty table, the main attacker as opener, his defender with his cap (rules 8, 11)."""
    game.opener = main = game.main
    game.table = game.match = 0
    game.failed = False
    game.attacks = game.owners = game.open = ()
    if game.defences:
        game.defences = {}
    game.defender, game.round, game.drawers = game.ring.roles[game.dir][main]
    game.cap = game.rules.cap_by_hand[game.hands[game.defender].bit_count()]


def pass_on(game: "State") -> None:
    """T2, T3, T7: the transferrer becomes main attacker, the next opponent defender."""
    game.main = game.defender
    game.defender, game.round, game.drawers = game.ring.roles[game.dir][game.main]
    game.cap = game.rules.cap_by_hand[game.hands[game.defender].bit_count()]
    if game.rules.opener_draws_first:  # O25
        game.drawers = game.ring.draw_order(game.opener, game.defender, game.dir)


def ask_swap(game: "State") -> None:
    """The window before a bout (SW1)."""
    if game.asking:
        game.phase = "swap"
        game.seat = game.asking.pop(0)
        game.listed = SWAP_ANSWERS
    else:
        ask_opener(game)


def ask_opener(game: "State") -> None:
    """OPEN: no pass; the attacker holds a card by rule 18."""
    game.phase = "open"
    game.seat = game.main
    game.listed = game.rules.list_openings(game)


# PRE, ADD, AFTER


def open_pre(game: "State") -> None:
    """After the opening and after each transfer (O14)."""
    if game.cap > len(game.attacks):
        ask_throwers(game, "pre")
    else:
        ask_defender(game)


def ask_throwers(game: "State", phase: str, start: int = 0) -> None:
    """Ask the next seat that can throw; the others pass, logged like any other.

    A throw round begins at the main attacker, who is at 0.
    """
    game.phase = phase
    if not start:
        game.thrown = False
    hands, match, order = game.hands, game.match, game.round
    watched = game.rules.cheating
    for seat in order[start:] if start else order:
        hand = hands[seat]
        if could_throw(game, seat) if watched else hand & match:
            game.at = order.index(seat)
            game.seat = seat
            game.listed = game.rules.list_throws(game)
            return
        if hand:  # seats without cards are not asked at all
            game.log.append(_PASSED[seat])
            if watched:
                game.strict = False
    # Everybody has been asked.
    if phase == "add":
        end_bout(game)
    elif phase == "pre":
        if game.thrown:
            ask_throwers(game, "pre")
        else:
            ask_defender(game)
    elif game.thrown and game.rules.single_throws:
        ask_throwers(game, "after")
    else:
        end_bout(game)


def could_throw(game: "State", seat: int) -> bool:
    """Whether this seat is asked in a throw round rather than passed by the server.

    With O40 a seat may be barred, and may lay what does not fit (1G).
    """
    hand = game.hands[seat]
    if not hand & game.match and (game.strict or not game.rules.cheating or not hand):
        return False
    return not game.barred >> seat & 1


def after_throw(game: "State") -> None:
    """In ADD the first throw stops the round."""
    game.thrown = True
    phase = game.phase
    if phase == "add":
        ask_defender(game)
    elif room(game) > 0:
        ask_throwers(game, phase, game.at + 1)
    elif phase == "pre":
        ask_defender(game)
    else:
        end_bout(game)


# DEFEND and the end of a bout


def ask_defender(game: "State") -> None:
    """DEFEND: beat, transfer, show or take."""
    game.phase = "defend"
    game.seat = game.defender
    game.listed = game.rules.list_defences(game)


def after_beat(game: "State") -> None:
    """ADD begins when nothing is open, unless nothing can be added."""
    if game.open:
        ask_defender(game)
    elif game.cap <= len(game.attacks) or not game.hands[game.defender]:
        end_bout(game)
    else:
        ask_throwers(game, "add")


def after_take(game: "State") -> None:
    """O24."""
    rules = game.rules
    if (rules.capped_after_take and game.cap > len(game.attacks)) or rules.uncapped_after_take:
        ask_throwers(game, "after")
    else:
        end_bout(game)


def end_bout(game: "State") -> None:
    """SUCCESS or FAILURE, then draw, put out, test for the end and a stall, go on (1I, 1J)."""
    defender, table, failed = game.defender, game.table, game.failed
    idle = failed and not game.penalty_drawn
    if failed:  # the defender takes every card (rule 15); all have seen them
        game.hands[defender] |= table
        game.known[defender] |= table
    else:  # the cards leave the game (rule 14)
        game.discard |= table
    rules = game.rules
    talon = game.talon if rules.draws else ()  # O37
    if talon and rules.drawing.refill(game):
        idle = False
    if not talon and rules.ending.eliminate(game):
        idle = False
        ended = rules.ending.after_bout(game)
        if ended is not None:
            finish(game, ended)
            return
    if idle:
        game.idle_bouts += 1
        stalled = rules.ending.by_stall(game)
        if stalled is not None:
            finish(game, stalled)
            return
    else:
        game.idle_bouts = 0
    if rules.resets_dir:  # T11: before the next attacker is named
        game.dir = CLOCKWISE
    neighbours = game.ring.next if failed else game.ring.stay  # rule 17
    game.main = neighbours[game.dir][defender]
    begin_bout(game)


def finish(game: "State", outcome: Outcome) -> None:
    """Nobody is asked any more."""
    game.outcome = outcome
    game.phase = "over"
    game.seat = None
    game.listed = ()
