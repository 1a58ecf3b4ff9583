"""What each action does.  Legality has been judged before; see `listing`.

A play lays its cards and goes on with what follows in its rule set, settled when that is built.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from arena.games.durak import bout, calling
from arena.games.durak.actions import CALL, DEMAND, Action
from arena.games.durak.opening import ask_redeal, deal
from arena.games.durak.transfer import SIDES

if TYPE_CHECKING:
    from arena.games.durak.options import DurakOptions
    from arena.games.durak.state import State

Move = Callable[["State", Action], None]
Step = Callable[["State"], None]


def attack(game: "State", action: Action) -> None:
    """The first cards of a bout."""
    main = game.main
    faces = action.faces
    game.table = laid = action.bits
    game.hands[main] ^= laid
    game.match = action.match
    game.attacks = faces
    if len(faces) == 1:
        game.owners = (main,)
        game.open = (0,)
    else:
        game.owners = (main,) * len(faces)
        game.open = tuple(range(len(faces)))
    game.rules.after_attack(game)


def lay(game: "State", action: Action, seat: int) -> None:
    """Further attack cards, in the order given (EP1)."""
    laid, faces, lying = action.bits, action.faces, len(game.attacks)
    game.hands[seat] ^= laid
    game.table |= laid
    game.match |= action.match
    game.attacks += faces
    if len(faces) == 1:
        game.owners += (seat,)
        game.open += (lying,)
    else:
        game.owners += (seat,) * len(faces)
        game.open += tuple(range(lying, lying + len(faces)))


def throw(game: "State", action: Action) -> None:
    lay(game, action, game.round[game.at])
    game.rules.after_throw(game)


def beat(game: "State", action: Action) -> None:
    target, laid = action.target, action.bits
    assert target is not None
    game.hands[game.defender] ^= laid
    game.table |= laid
    game.match |= action.match
    game.defences[target] = action.faces[0]
    still_open = game.open
    if len(still_open) == 1:
        game.open = ()
    else:
        place = still_open.index(target)
        game.open = still_open[:place] + still_open[place + 1 :]
    game.rules.after_beat(game)


def transfer(game: "State", action: Action) -> None:
    lay(game, action, game.defender)
    _pass_on(game, action)
    game.rules.after_transfer(game)


def show(game: "State", action: Action) -> None:
    game.known[game.defender] |= action.bits
    game.shown |= action.bits
    game.tickets[game.defender] += 1
    _pass_on(game, action)
    game.rules.after_show(game)


def _pass_on(game: "State", action: Action) -> None:
    """Towards the side chosen, if there is a choice (O20)."""
    if action.dir is not None:
        game.dir = SIDES[action.dir]  # T11
    bout.pass_on(game)


def take(game: "State", _action: Action) -> None:
    game.failed = True
    game.strict = False
    bout.after_take(game)


def pass_(game: "State", action: Action) -> None:
    if game.phase == "call":
        call(game, action)
    elif game.phase == "swap":
        game.private.add(len(game.log) - 1)
        bout.ask_swap(game)
    else:
        game.strict = False
        bout.ask_throwers(game, game.phase, game.at + 1)


def swap(game: "State", _action: Action) -> None:
    """A free action: the same question is asked again."""
    seat = game.log[-1][0]
    game.swap(seat)
    if game.phase == "swap":  # a swap closes the window
        game.asking = []
        bout.ask_swap(game)
    elif game.phase == "open":
        bout.ask_opener(game)
    elif game.phase == "defend":
        bout.ask_defender(game)
    elif game.phase == "call":
        calling.ask(game, seat)
    else:
        bout.ask_throwers(game, game.phase, game.at)


def redeal(game: "State", action: Action) -> None:
    if action is DEMAND:
        game.redeals += 1
        deal(game)
    else:
        game.private.add(len(game.log) - 1)
        ask_redeal(game)


def call(game: "State", action: Action) -> None:
    play = game.play
    assert play is not None
    if calling.answered(game, called=action is CALL):
        game.rules.steps[play.action.kind](game)


MOVES: Final[Mapping[str, Move]] = MappingProxyType(
    {
        "redeal": redeal,
        "swap": swap,
        "attack": attack,
        "throw": throw,
        "beat": beat,
        "transfer": transfer,
        "show": show,
        "take": take,
        "pass": pass_,
        "call": call,
    }
)


def moves_for(options: "DurakOptions") -> dict[str, Move]:
    """What the actions do in a rule set; with O40 it is noted first what a call would undo."""
    if options.cheating != "callable":
        return dict(MOVES)
    return {**MOVES, **{kind: partial(_noted, MOVES[kind]) for kind in steps_for(options)}}


def steps_for(options: "DurakOptions") -> dict[str, Step]:
    """What follows each play once it stands: an immediate win (O26), or the next state."""
    next_attack = bout.open_pre if options.pre_defence_window else bout.ask_defender  # O14
    steps: dict[str, Step] = {
        "attack": next_attack,
        "throw": bout.after_throw,
        "beat": bout.after_beat,
        "transfer": next_attack,
    }
    if options.last_card_win == "immediate":
        steps = {kind: partial(_unless_won, step) for kind, step in steps.items()}
    return {**steps, "show": next_attack}


def after_plays(options: "DurakOptions") -> dict[str, Step]:
    """What follows each play at once: the window to call it out (O40), or its step."""
    steps = steps_for(options)
    return dict.fromkeys(steps, _open_window) if options.cheating == "callable" else steps


def _unless_won(step: Step, game: "State") -> None:
    """O26: with an empty talon whoever plays his last card has won; SE1 comes first."""
    seat = game.seat
    assert seat is not None
    if not game.hands[seat] and not (game.talon and game.rules.draws):
        if not game.secrets[seat]:
            bout.finish(game, game.rules.ending.by_last_card(game, seat))
            return
        game.pick_up_secret(seat)
    step(game)


def _noted(move: Move, game: "State", action: Action) -> None:
    game.play = calling.before(game, action)
    move(game, action)


def _open_window(game: "State") -> None:
    assert game.play is not None
    calling.open_window(game, game.play)
