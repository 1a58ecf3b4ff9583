"""Games played to find worked bouts in: sensible enough to read, and cut into bouts.

Nothing here is made up: every bout is a part of a game that the engine dealt and judged.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import Action
from arena.games.durak.cards import RANK_OF

if TYPE_CHECKING:
    from arena.games.durak.game import Game

MANY: Final = 100


@dataclass(frozen=True, slots=True)
class Move:
    """One answer, with the position it was given in."""

    seat: int
    action: Action
    before: "Game"


@dataclass(slots=True)
class Bout:
    """Everything from an opening to the cards' leaving the table."""

    start: "Game"
    moves: list[Move] = field(default_factory=list)
    end: "Game | None" = None

    def of_kind(self, *kinds: str) -> Iterator[Move]:
        """Its moves of these kinds, in order."""
        return (move for move in self.moves if move.action.kind in kinds)

    @property
    def is_played(self) -> bool:
        """Whether it was opened; else only redeals were asked about."""
        return any(self.of_kind("attack"))


def bouts(game: "Game", choices: random.Random) -> Iterator[Bout]:
    """Play a game to its end, bout by bout."""
    cut = cut_into_bouts(game, lambda asked: chosen(asked, choices))
    return (bout for bout in cut if bout.is_played)


def cut_into_bouts(game: "Game", choose: "Callable[[Game], Action | None]") -> Iterator[Bout]:
    """Play a game bout by bout until it is over, or nothing is chosen any more: then the last bout
    has no end.  What is answered about redeals stands apart, before the first bout."""
    bout = Bout(game.copy())
    while game.seat is not None and (action := choose(game)) is not None:
        bout.moves.append(Move(game.seat, action, game.copy()))
        game.apply(action)
        is_over = game.outcome is not None or _between_bouts(game)
        if is_over and (bout.is_played or action.kind == "redeal"):
            bout.end = game.copy()
            yield bout
            bout = Bout(bout.end)
    if bout.moves:
        yield bout


def _between_bouts(game: "Game") -> bool:
    """Nothing lies on the table; an opening that was called out and undone does not count."""
    return not game.attacks and not game.strict and game.phase in {"swap", "open"}


def chosen(game: "Game", choices: random.Random) -> Action:
    """What a player might do: beat cheaply, pass on gladly, throw in now and then."""
    legal = game.legal()
    likely = choices.random()
    match game.phase:
        case "redeal":
            return game.default_action()
        case "swap":
            return _of_kind(legal, "swap")[0]
        case "open":
            return game.default_action() if likely < 0.5 else _any(legal, choices)
        case "defend":
            return _defence(game, legal, likely, choices)
        case "call":
            return _call(game, legal, likely)
    return legal[0] if likely < 0.4 else _any(legal, choices)


def _defence(
    game: "Game", legal: Sequence[Action], likely: float, choices: random.Random
) -> Action:
    if len(legal) > MANY:  # cheats, nearly all of them: not worth looking through
        return _any(legal, choices)
    passing = _of_kind(legal, "transfer", "show")
    if passing and likely < 0.6:
        return _any(passing, choices)
    beats = _of_kind(legal, "beat")
    if not beats or likely > 0.9:
        return game.default_action()
    if likely < 0.2:
        return _any(beats, choices)
    trumps = game.beating.trump_order

    def cost(beat: Action) -> tuple[bool, int]:
        return bool(trumps(beat.bits)), RANK_OF[beat.faces[0]]

    return min(beats, key=cost)


def _call(game: "Game", legal: Sequence[Action], likely: float) -> Action:
    """Whoever looks closely calls a cheat; now and then somebody is wrong."""
    honest = game.play is None or game.play.honest
    wanted = "call" if likely < (0.02 if honest else 0.5) else "pass"
    return _of_kind(legal, wanted)[0]


def _of_kind(legal: Sequence[Action], *kinds: str) -> list[Action]:
    return [action for action in legal if action.kind in kinds]


def _any(actions: Sequence[Action], choices: random.Random) -> Action:
    # `random` alone is promised to give the same numbers in every version of Python.
    return actions[int(choices.random() * len(actions))]
