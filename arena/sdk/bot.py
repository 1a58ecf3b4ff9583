"""The class that a bot author extends.

The SDK makes one instance for every game, fills in what is known before the first card, calls
`start`, then `choose` for every decision and at last `over`.  A bot may keep in `self` whatever
it wants to remember of this game; nothing else of it meets another game's instance.
"""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from arena.sdk.clock import Clock

if TYPE_CHECKING:
    from arena.games.burako.actions import Action as BurakoAction
    from arena.games.burako.ruleset import BurakoRules
    from arena.games.burako.view import View as BurakoView
    from arena.games.durak.actions import Action as DurakAction
    from arena.games.durak.ruleset import DurakRules
    from arena.games.durak.view import View as DurakView
    from arena.games.interface import Outcome
    from arena.wire.results import Forfeit

DurakAnswer: TypeAlias = "DurakAction | int | Awaitable[DurakAction | int]"
BurakoAnswer: TypeAlias = "BurakoAction | int | Awaitable[BurakoAction | int]"


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How a game ended, as `Bot.over` is told."""

    outcome: "Outcome | None"
    """None if the game was broken off."""
    forfeit: "Forfeit | None" = None
    """Who broke it off and why, if somebody did."""
    scores: tuple[int, ...] = ()
    """The points of each seat in this game; empty if it was broken off."""


class Bot:
    """A player of one seat in one game; override `choose`, and the others if you need them.

    In a bot for one game only, extend `DurakBot` or `BurakoBot` instead: they do the same, and an
    editor knows what `view`, `legal` and `self.rules` are.
    """

    profiles: ClassVar[tuple[str, ...]] = ()
    """What the bot can play: profiles ("durak/volga") or whole games ("durak"); empty: all."""

    # Set by the SDK before `start`.
    rules: Any
    """The rules of this game, as `arena.games.rules` makes them."""
    seat: int
    """Your seat, from 0."""
    board: int
    """The board (shuffle) of the match that this game belongs to."""
    game_number: int
    """The number of this game at your seat, from 0."""
    totals: tuple[int, ...]
    """Burako: the points of both sides before this hand; empty where no points are added up."""

    @cached_property
    def random(self) -> Random:
        """Use this instead of the module `random`, and offline games can be repeated exactly."""
        return Random()  # noqa: S311 - for play, not for secrets

    def start(self) -> None:
        """Called once, before the first decision."""

    def choose(
        self,
        view: Any,  # noqa: ANN401 - a view of the game that is played
        legal: Sequence[Any],
        clock: Clock,
    ) -> Any:  # noqa: ANN401 - an action of it
        """Answer with an action, or with the place of one in `legal`; may be an `async def`.

        `legal` can be very long in some rule sets, and is made while you read it: do not turn it
        into a list without need.
        """
        raise TypeError(
            f"{type(self).__name__} must have a method choose(self, view, legal, clock)."
        )

    def over(self, end: End) -> None:
        """Called once, after the last decision."""


class DurakBot(Bot):
    """A bot for Durak, with precise types."""

    profiles = ("durak",)
    rules: "DurakRules"

    def choose(
        self, view: "DurakView", legal: "Sequence[DurakAction]", clock: Clock
    ) -> DurakAnswer:
        """Answer with an action, or with the place of one in `legal`."""
        return super().choose(view, legal, clock)  # type: ignore[no-any-return]


class BurakoBot(Bot):
    """A bot for Burako, with precise types."""

    profiles = ("burako",)
    rules: "BurakoRules"

    def choose(
        self, view: "BurakoView", legal: "Sequence[BurakoAction]", clock: Clock
    ) -> BurakoAnswer:
        """Answer with an action, or with the place of one in `legal`."""
        return super().choose(view, legal, clock)  # type: ignore[no-any-return]


def seated(
    bot_class: type[Bot],
    *,
    rules: Any,  # noqa: ANN401 - of any game
    seat: int,
    random: Random | None = None,
    board: int = 0,
    game_number: int = 0,
    totals: tuple[int, ...] = (),
) -> Bot:
    """A new instance that knows its game, `start` not yet called.

    Without `random` it gets a generator of its own when it first asks for it.
    """
    bot = bot_class()
    bot.rules = rules
    bot.seat = seat
    if random is not None:
        bot.random = random
    bot.board = board
    bot.game_number = game_number
    bot.totals = totals
    return bot


def plays(bot_class: type[Bot], profile: str) -> bool:
    """Whether the bot says that it can play by this profile."""
    return not bot_class.profiles or any(
        profile == name or profile.startswith(f"{name}/") for name in bot_class.profiles
    )
