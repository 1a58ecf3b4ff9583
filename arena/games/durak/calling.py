"""Cheating and calling it out (1G, O40).  Unrated."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.games.durak.actions import Action
from arena.games.durak.seating import CLOCKWISE

if TYPE_CHECKING:
    from arena.games.durak.game import Game


@dataclass(frozen=True, slots=True)
class Play:
    """A play that may still be called out, and what is needed to undo it."""

    seat: int
    action: Action
    phase: str
    honest: bool
    injured: int
    match: int
    main: int
    defender: int
    cap: int
    dir: int


def open_window(game: "Game", before: Play) -> None:
    """CH2: every other active seat is asked, the injured one first, then clockwise.

    The defender is injured by attacks, and a transfer is an attack on its target; the main
    attacker is injured by defences.
    """
    others = (before.injured, *game.ring.around(before.injured, CLOCKWISE))
    game.play = before
    game.asking = [seat for seat in others if seat != before.seat]
    game.phase = "call"
    game.seat = game.asking.pop(0)


def answered(game: "Game", *, called: bool) -> bool:
    """Note an answer; True when all have answered and the play stands (CH3)."""
    play = game.play
    assert play is not None
    assert game.seat is not None
    if called and not play.honest:
        _uphold(game, play, caller=game.seat)
        return False
    if called:
        game.barred |= 1 << game.seat  # a false call: no throwing in for this bout
    if game.asking:
        game.seat = game.asking.pop(0)
        return False
    game.play = None
    game.phase = play.phase
    game.seat = play.seat
    return True


def _uphold(game: "Game", play: Play, caller: int) -> None:
    """CH3: the play is undone and its player chooses again, now by the rules."""
    _undo(game, play)
    game.play = None
    game.asking = []
    game.phase = play.phase
    game.seat = play.seat
    game.strict = True
    if caller == play.injured:
        _punish(game, play)
    if play.phase != "defend":
        game.ask_throwers(game.at)


def _punish(game: "Game", play: Play) -> None:
    """One talon card, from the idle talon with quicky; none left: no more throws, or take."""
    if game.talon:
        game.draw(play.seat, 1)
        game.penalty_drawn = True
    elif play.phase == "defend":
        game.must_take = True
    else:
        game.barred |= 1 << play.seat


def _undo(game: "Game", play: Play) -> None:
    laid = play.action
    game.hands[play.seat] |= laid.bits
    game.known[play.seat] |= laid.bits  # everybody has seen them
    game.table &= ~laid.bits
    game.match = play.match
    game.main, game.defender = play.main, play.defender
    game.cap, game.dir = play.cap, play.dir
    if laid.target is not None:
        game.defences[laid.target] = None
        game.open = sorted([*game.open, laid.target])
    else:
        kept = len(game.attacks) - len(laid.faces)
        del game.attacks[kept:], game.owners[kept:], game.defences[kept:]
        game.open = [number for number in game.open if number < kept]
