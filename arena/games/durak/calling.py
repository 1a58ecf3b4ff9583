"""Cheating and calling it out (1G, O40).  Unrated."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.games.durak import bout
from arena.games.durak.actions import Action
from arena.games.durak.listing import CALL_ANSWERS, with_swap
from arena.games.durak.seating import CLOCKWISE
from arena.games.durak.transfer import SIDES

if TYPE_CHECKING:
    from arena.games.durak.state import State


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
    round: tuple[int, ...]
    drawers: tuple[int, ...]


def before(game: "State", action: Action) -> Play:
    """Judge a play about to be made, and note what a call would go back to (CH3)."""
    assert game.seat is not None
    strict, game.strict = game.strict, True
    honest = strict or action in _lawful(game)
    game.strict = False
    return Play(
        seat=game.seat,
        action=action,
        phase=game.phase,
        honest=honest,
        injured=_injured(game, action),
        match=game.match,
        main=game.main,
        defender=game.defender,
        cap=game.cap,
        dir=game.dir,
        round=game.round,
        drawers=game.drawers,
    )


def _lawful(game: "State") -> Sequence[Action]:
    rules = game.rules
    if game.phase == "open":
        return rules.list_openings(game)
    return rules.list_defences(game) if game.phase == "defend" else rules.list_throws(game)


def _injured(game: "State", action: Action) -> int:
    """CH2: the defender by attacks (a transfer attacks its target), else the main attacker."""
    if action.kind == "beat":
        return game.main
    if action.kind in {"transfer", "show"}:
        side = game.dir if action.dir is None else SIDES[action.dir]
        return game.ring.foe[side][game.defender]
    return game.defender


def open_window(game: "State", play: Play) -> None:
    """CH2: every other active seat is asked, the injured one first, then clockwise."""
    others = (play.injured, *game.ring.around(play.injured, CLOCKWISE))
    game.play = play
    game.phase = "call"
    game.asking = [seat for seat in others if seat != play.seat]
    ask(game, game.asking.pop(0))


def ask(game: "State", seat: int) -> None:
    """Call or pass; a swap is possible at any own decision (SW1)."""
    game.seat = seat
    game.listed = with_swap(game, seat, CALL_ANSWERS)


def answered(game: "State", *, called: bool) -> bool:
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
        ask(game, game.asking.pop(0))
        return False
    _close(game, play)
    return True


def _close(game: "State", play: Play) -> None:
    game.play = None
    game.asking = []
    game.phase = play.phase
    game.seat = play.seat


def _uphold(game: "State", play: Play, caller: int) -> None:
    """CH3: the play is undone and its player chooses again, now by the rules."""
    _undo(game, play)
    _close(game, play)
    game.strict = True
    if caller == play.injured:
        _punish(game, play)
    if play.phase == "defend":
        bout.ask_defender(game)
    else:
        bout.ask_throwers(game, game.phase, game.at)


def _punish(game: "State", play: Play) -> None:
    """One talon card, from the idle talon with quicky; none left: no more throws, or take."""
    if game.talon:
        game.draw(play.seat, 1)
        game.penalty_drawn = True
    elif play.phase == "defend":
        game.must_take = True
    else:
        game.barred |= 1 << play.seat


def _undo(game: "State", play: Play) -> None:
    laid = play.action
    game.hands[play.seat] |= laid.bits
    game.known[play.seat] |= laid.bits  # everybody has seen them
    game.table &= ~laid.bits
    game.match = play.match
    game.main, game.defender, game.round = play.main, play.defender, play.round
    game.cap, game.dir, game.drawers = play.cap, play.dir, play.drawers
    if laid.target is not None:
        del game.defences[laid.target]
        game.open = tuple(sorted((*game.open, laid.target)))
    else:
        kept = len(game.attacks) - len(laid.faces)
        game.attacks, game.owners = game.attacks[:kept], game.owners[:kept]
        game.open = tuple(number for number in game.open if number < kept)
