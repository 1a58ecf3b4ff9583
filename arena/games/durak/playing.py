"""What each action does.  Legality has been judged before; see `listing`."""

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


def place_attack(game: "State", action: Action) -> None:
    """The first cards of a bout."""
    main = game.main
    faces = action.faces
    game.table = laid = action.bits
    game.hands[main] ^= laid
    game.match = action.match
    game.attacks = [*faces]
    if len(faces) == 1:
        game.owners = [main]
        game.open = [0]
    else:
        game.owners = [main] * len(faces)
        game.open = [*range(len(faces))]


def lay(game: "State", action: Action, seat: int) -> None:
    """Further attack cards, in the order given (EP1)."""
    game.hands[seat] ^= action.bits
    game.table |= action.bits
    game.match |= action.match
    attacks = game.attacks
    for face in action.faces:
        game.open.append(len(attacks))
        attacks.append(face)
        game.owners.append(seat)


def place_throw(game: "State", action: Action) -> None:
    lay(game, action, game.round[game.at])


def place_beat(game: "State", action: Action) -> None:
    target = action.target
    assert target is not None
    game.hands[game.defender] ^= action.bits
    game.table |= action.bits
    game.match |= action.match
    game.defences[target] = action.faces[0]
    game.open.remove(target)


def place_transfer(game: "State", action: Action) -> None:
    lay(game, action, game.defender)
    _pass_on(game, action)


def place_show(game: "State", action: Action) -> None:
    game.known[game.defender] |= action.bits
    game.shown |= action.bits
    game.tickets[game.defender] += 1
    _pass_on(game, action)


def _pass_on(game: "State", action: Action) -> None:
    """Towards the side chosen, if there is a choice (O20)."""
    if action.dir is not None:
        game.dir = SIDES[action.dir]  # T11
    bout.pass_on(game)


def attack(game: "State", action: Action) -> None:
    place_attack(game, action)
    bout.open_pre(game)


def attack_without_pre(game: "State", action: Action) -> None:
    place_attack(game, action)
    bout.ask_defender(game)


def throw(game: "State", action: Action) -> None:
    lay(game, action, game.round[game.at])
    bout.after_throw(game)


def beat(game: "State", action: Action) -> None:
    place_beat(game, action)
    bout.after_beat(game)


def transfer(game: "State", action: Action) -> None:
    place_transfer(game, action)
    bout.open_pre(game)


def show(game: "State", action: Action) -> None:
    place_show(game, action)
    bout.open_pre(game)


def take(game: "State", _action: Action) -> None:
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
        bout.ask_throwers(game, game.at + 1)


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
        bout.ask_throwers(game, game.at)


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
        settle(game, play.action)


_PLACE: Final[Mapping[str, Move]] = {
    "attack": place_attack,
    "throw": place_throw,
    "beat": place_beat,
    "transfer": place_transfer,
    "show": place_show,
}
_NEXT: Final[Mapping[str, Callable[["State"], None]]] = {
    "attack": bout.open_pre,
    "throw": bout.after_throw,
    "beat": bout.after_beat,
    "transfer": bout.open_pre,
    "show": bout.open_pre,
}


def settle(game: "State", action: Action) -> None:
    """Test order after a play (1I): call (over by now), immediate win, secret, next state."""
    if not (game.rules.immediate and action.kind != "show" and _wins_at_once(game)):
        _NEXT[action.kind](game)


def _wins_at_once(game: "State") -> bool:
    """O26: with an empty talon whoever plays his last card has won; SE1 comes first."""
    seat = game.seat
    assert seat is not None
    if game.hands[seat] or (game.talon and game.rules.draws):
        return False
    if game.secrets[seat]:
        game.pick_up_secret(seat)
        return False
    bout.finish(game, game.rules.ending.by_last_card(game, seat))
    return True


def _place_and_settle(place: Move, game: "State", action: Action) -> None:
    place(game, action)
    settle(game, action)


def _place_and_ask(place: Move, game: "State", action: Action) -> None:
    before = calling.before(game, action)
    place(game, action)
    calling.open_window(game, before)


_PLAIN: Final[Mapping[str, Move]] = MappingProxyType(
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


def moves_for(options: "DurakOptions") -> Mapping[str, Move]:
    """What the actions do in a rule set: a play may be called out (O40) or win at once (O26)."""
    if options.cheating == "callable":
        wrap = _place_and_ask
    elif options.last_card_win == "immediate":
        wrap = _place_and_settle
    elif options.pre_defence_window:
        return _PLAIN
    else:
        return {**_PLAIN, "attack": attack_without_pre}
    return {**_PLAIN, **{kind: partial(wrap, place) for kind, place in _PLACE.items()}}
