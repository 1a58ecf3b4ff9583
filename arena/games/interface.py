"""What every game of the arena offers; the game server, the replays and the SDK need no more.

Games differ in their actions, options and starts, so these are left open here; who knows which
game it is asks the family itself (`arena.games.durak.family`, `arena.games.burako.family`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from arena.games.shuffle import Seed
from scoring.messages import Message

AnyAction = Any
"""An `Action` of the game at hand; no game takes another game's."""
AnyRules = Any
"""The `Rules` of a game known by name only: annotate what you keep as `Rules[Any]`, or as the rules
of the one game it must be."""
AnyStart = Any
"""What a game needs to know about where in a series it stands."""


class Action(Protocol):
    """A frozen value; `str` gives the short human notation."""

    @property
    def kind(self) -> str:
        """The name that stands in its JSON form under "a"."""

    def to_json(self) -> dict[str, object]:
        """The stable text form."""


class View(Protocol):
    """What one seat may know."""

    def to_json(self) -> dict[str, object]:
        """Plain data for the wire."""


class Outcome(Protocol):
    """How a game ended."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that lost; empty after a draw."""

    @property
    def order(self) -> tuple[int, ...]:
        """Seats, the better ones first."""

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""

    @property
    def reason(self) -> str:
        """What ended the game."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Remarks without effect on the result."""

    def to_json(self) -> dict[str, object]:
        """Plain data for the wire and for replays."""


class Game(Protocol):
    """One game in progress."""

    @property
    def rules(self) -> "Rules[Any]":
        """The rules it is played by."""

    @property
    def seat(self) -> int | None:
        """Who is to act; None when the game is over."""

    @property
    def phase(self) -> str:
        """What is being asked."""

    @property
    def log(self) -> Sequence[tuple[int, AnyAction]]:
        """Seats and their actions so far."""

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    def legal(self) -> Sequence[AnyAction]:
        """The legal actions."""

    def apply(self, action: AnyAction, /, seat: int | None = None) -> None:
        """Play an action or its JSON form; `seat`: from whom it was heard."""

    def default_action(self) -> AnyAction:
        """What the server plays for a seat that says nothing."""

    def view(self, seat: int | None, /) -> View:
        """What this seat may know; None: everybody."""

    def reveal(self) -> dict[str, object]:
        """The whole truth."""

    def position(self) -> str:
        """One line that everybody may read."""

    def log_to_json(self) -> list[list[object]]:
        """The log in its text form, which `replay` reads."""

    def copy(self) -> Self:
        """The same game, to be played on its own."""


GameT = TypeVar("GameT", bound=Game)
GameT_co = TypeVar("GameT_co", bound=Game, covariant=True)


class Series(Protocol[GameT_co]):
    """Consecutive games."""

    def next_game(self) -> GameT_co:
        """The next one, once the present one is over."""

    def __iter__(self) -> Iterator[GameT_co]: ...


class Section(Protocol):
    """A heading and what is said under it."""

    @property
    def code(self) -> str:
        """A stable name."""

    @property
    def title(self) -> Message:
        """The heading."""

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The text."""


class Profile(Protocol):
    """A named rule set as it is listed."""

    @property
    def name(self) -> str:
        """Such as "durak/volga"."""

    @property
    def title(self) -> str:
        """In English, for the site to translate."""

    @property
    def summary(self) -> str:
        """One sentence, in English."""

    @property
    def seed(self) -> str:
        """The code of the document it comes from."""

    @property
    def changes(self) -> Mapping[str, object]:
        """The options that differ from a bare game."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players allowed."""

    @property
    def default_players(self) -> int:
        """How many if nothing is said."""

    @property
    def rated(self) -> bool:
        """Whether its games may count for ratings."""


class Rules(Protocol[GameT_co]):
    """A rule set, ready to deal."""

    @property
    def name(self) -> str:
        """The profile it started from."""

    @property
    def players(self) -> int:
        """How many seats there are."""

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; where everybody plays alone, each seat its own."""

    @property
    def rated(self) -> bool:
        """Whether games by these rules may count for ratings."""

    def deal(self, seed: Seed) -> GameT_co:
        """The game of this seed."""

    def deal_from(self, seed: Seed, start: AnyStart, /) -> GameT_co:
        """A later game of a series."""

    def series(self, seed: Seed) -> Series[GameT_co]:
        """Consecutive games."""

    def action(self, data: object) -> AnyAction:
        """Read an action's JSON form."""

    def view_from_json(self, data: object) -> View:
        """Read what a view's `to_json` wrote; anything else is a `ValueError`."""

    def notation(self, action: AnyAction, /) -> str:
        """An action in the short human notation."""

    def explain(self) -> tuple[Section, ...]:
        """The rules in words."""

    def to_json(self) -> dict[str, object]:
        """Everything needed to play by the same rules for ever."""

    def __hash__(self) -> int: ...
