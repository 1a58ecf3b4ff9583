"""Series of Durak games between people: who was the durak, and what that is worth.

Durak has no winner, only a loser (RULES 1A.19), so a game is told by who lost it.  A *side* is
a person, or a team (1D).  How many points surviving is worth is a league's own business and
therefore a value, `DurakPointsRule`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from itertools import chain
from typing import Final, Self

from scoring.reading import SHAPE_TEMPLATES, Reader, join
from scoring.refusal import RefusedError

SCHEMA: Final = 1


class DurakRefusedError(RefusedError):
    """A points rule or a series cannot be read, or cannot have happened."""


class DurakCode(StrEnum):
    """Stable names of the reasons; the sentence stands in `DURAK_TEMPLATES`."""

    LOSING_PAYS = "losing_pays"
    TOO_FEW_SIDES = "too_few_sides"
    PLAYER_TWICE = "player_twice"
    PLAYER_NAMELESS = "player_nameless"
    TEAMS_UNEVEN = "teams_uneven"
    SIDE_TWICE = "side_twice"
    LOSER_NOT_PLAYING = "loser_not_playing"
    DRAW_WITH_LOSER = "draw_with_loser"
    LOSER_MISSING = "loser_missing"
    WRONG_NUMBER_OF_LOSERS = "wrong_number_of_losers"
    EPAULETTES_WITHOUT_DURAK = "epaulettes_without_durak"
    WEARER_MISSING = "wearer_missing"
    WEARER_DID_NOT_LOSE = "wearer_did_not_lose"
    WEARER_WITHOUT_EPAULETTES = "wearer_without_epaulettes"


DURAK_TEMPLATES: Final[dict[str, str]] = {
    **SHAPE_TEMPLATES,
    DurakCode.LOSING_PAYS: (
        "Give the durak no more than a draw, and a draw no more than a survivor gets."
    ),
    DurakCode.TOO_FEW_SIDES: "A game needs at least two sides.",
    DurakCode.PLAYER_TWICE: "This player is already in the series; name each player once.",
    DurakCode.PLAYER_NAMELESS: "Name the player.",
    DurakCode.TEAMS_UNEVEN: (
        "Teams play two against two, two against two against two, or three against three."
    ),
    DurakCode.SIDE_TWICE: "Name each side once.",
    DurakCode.LOSER_NOT_PLAYING: "This side did not play in this game, so it cannot have lost it.",
    DurakCode.DRAW_WITH_LOSER: "Nobody is the durak in a draw; remove the losers.",
    DurakCode.LOSER_MISSING: "Say who was the durak, or enter a draw.",
    DurakCode.WRONG_NUMBER_OF_LOSERS: "Here exactly %(expected)s sides lose; correct the losers.",
    DurakCode.EPAULETTES_WITHOUT_DURAK: (
        "Epaulettes come with the last attack on the durak; a draw or a stalled game has none."
    ),
    DurakCode.WEARER_MISSING: "Say which player of the losing side wears the epaulettes.",
    DurakCode.WEARER_DID_NOT_LOSE: "Only a player of a losing side can wear epaulettes.",
    DurakCode.WEARER_WITHOUT_EPAULETTES: (
        "Enter how many epaulettes this player wears, or name nobody."
    ),
}


class TeamEnd(StrEnum):
    """When a game between teams is over (1B O28, 1D TM4)."""

    LAST_TEAM_HOLDING = "last_team_holding"
    FIRST_OUT_WINS = "first_out_wins"


class Ending(StrEnum):
    """How a game ended: with a durak (1A.19), without one, or by the stall rule (1J.4)."""

    DURAK = "durak"
    DRAW = "draw"
    STALLED = "stalled"


@dataclass(frozen=True, slots=True, kw_only=True)
class DurakPointsRule:
    """What one game is worth to each side; epaulettes may cost the side that wears them.

    The defaults let survivors and draws relate as 2 to 1 and treat epaulettes as what S0 calls
    them: an insult without points.
    """

    survived: int = 2
    draw: int = 1
    lost: int = 0
    one_epaulette_costs: int = 0
    two_epaulettes_cost: int = 0
    team_end: TeamEnd = TeamEnd.LAST_TEAM_HOLDING

    def __post_init__(self) -> None:
        reader = Reader(DURAK_TEMPLATES)
        for name in POINT_NAMES:
            reader.number(name, getattr(self, name), *POINT_RANGE)
        reader.choice("team_end", self.team_end, TeamEnd)
        if not reader.errors and not self.lost <= self.draw <= self.survived:
            reader.refuse("lost", DurakCode.LOSING_PAYS)
        if reader.errors:
            raise DurakRefusedError(reader.errors.result())
        object.__setattr__(self, "team_end", TeamEnd(self.team_end))  # a plain string is as good

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data that `from_dict` reads back to an equal rule."""
        return {"schema": SCHEMA, **asdict(self), "team_end": self.team_end.value}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read what `as_dict` wrote; anything else is refused with all its errors."""
        reader = Reader(DURAK_TEMPLATES)
        values = reader.versioned(data, SCHEMA, [f.name for f in fields(cls)])
        points = {
            name: reader.number(name, values[name], *POINT_RANGE) or 0 for name in POINT_NAMES
        }
        team_end = reader.choice("team_end", values["team_end"], TeamEnd)
        if reader.errors or team_end is None:
            raise DurakRefusedError(reader.errors.result())
        return cls(team_end=team_end, **points)


POINT_RANGE: Final = (0, 1_000)
POINT_NAMES: Final = ("survived", "draw", "lost", "one_epaulette_costs", "two_epaulettes_cost")


@dataclass(frozen=True, slots=True, kw_only=True)
class DurakGame:
    """One game; sides are numbered as in the series.

    `losers` is one side, except that a stalled game may be lost by several (1J.4) and that all
    teams but one lose when the first seat out wins (1D TM6).  `wearer` is the player who was
    defending at the end and wears the epaulettes (1E).
    """

    sides: tuple[int, ...]
    ending: Ending
    losers: tuple[int, ...] = ()
    epaulettes: int = 0
    wearer: str | None = None


@dataclass(frozen=True, slots=True)
class DurakSeries:
    """The sides of a series, each a tuple of its players, and the games in order."""

    sides: tuple[tuple[str, ...], ...]
    games: tuple[DurakGame, ...]

    @property
    def has_teams(self) -> bool:
        """1D: teams have two or three players each."""
        return len(self.sides[0]) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTally:
    """What a side has to show for its games; `games` = survived + drawn + lost."""

    points: int = 0
    survived: int = 0
    drawn: int = 0
    lost: int = 0
    one_epaulette: int = 0
    two_epaulettes: int = 0

    @property
    def games(self) -> int:
        """Games the side took part in; an unplayed game is not a drawn one."""
        return self.survived + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """One tally per side, in the order of the sides."""

    tallies: tuple[SideTally, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides with the most points; several if level."""
        best = max(tally.points for tally in self.tallies)
        return tuple(side for side, tally in enumerate(self.tallies) if tally.points == best)


def read_series(rule: DurakPointsRule, data: object) -> DurakSeries:
    """Read ``{"sides": [[player, ...], ...], "games": [...]}`` or refuse it with every reason.

    A game: ``ending`` (durak, draw, stalled), ``losers`` (numbers of sides), and where needed
    ``sides`` (those who played; all if left out), ``epaulettes`` (0, 1, 2) and ``wearer``.
    """
    reader = Reader(DURAK_TEMPLATES)
    values = reader.fields("", data, ("sides", "games"))
    sides = _read_sides(reader, values["sides"])
    items = reader.items("games", values["games"]) or []
    if reader.errors:
        raise DurakRefusedError(reader.errors.result())
    games = [
        _GameReader(rule, reader, join("games", number), sides).read(item)
        for number, item in enumerate(items)
    ]
    if reader.errors:
        raise DurakRefusedError(reader.errors.result())
    return DurakSeries(sides, tuple(game for game in games if game is not None))


def series_result(rule: DurakPointsRule, series: DurakSeries) -> SeriesResult:
    """Tally every side; a function of the games, so a correction is a recount."""
    return SeriesResult(tuple(_tally(rule, series, side) for side in range(len(series.sides))))


def game_points(rule: DurakPointsRule, series: DurakSeries, game: DurakGame) -> dict[int, int]:
    """What a game gives to each side that played in it."""
    points = {}
    for side in game.sides:
        if game.ending is Ending.DRAW:
            points[side] = rule.draw
        elif side in game.losers:
            cost = _epaulette_cost(rule, game) if game.wearer in series.sides[side] else 0
            points[side] = rule.lost - cost
        else:
            points[side] = rule.survived
    return points


def _epaulette_cost(rule: DurakPointsRule, game: DurakGame) -> int:
    return (0, rule.one_epaulette_costs, rule.two_epaulettes_cost)[game.epaulettes]


def _tally(rule: DurakPointsRule, series: DurakSeries, side: int) -> SideTally:
    games = [game for game in series.games if side in game.sides]
    lost = [game for game in games if side in game.losers]
    drawn = sum(game.ending is Ending.DRAW for game in games)
    worn = [game.epaulettes for game in lost if game.wearer in series.sides[side]]
    return SideTally(
        points=sum(game_points(rule, series, game)[side] for game in games),
        survived=len(games) - drawn - len(lost),
        drawn=drawn,
        lost=len(lost),
        one_epaulette=worn.count(1),
        two_epaulettes=worn.count(2),
    )


TEAM_SHAPES: Final = ((2, 2), (2, 2, 2), (3, 3))  # 1B O27


def _read_sides(reader: Reader, value: object) -> tuple[tuple[str, ...], ...]:
    seen: set[str] = set()
    sides: list[tuple[str, ...]] = []
    for number, item in enumerate(reader.items("sides", value) or []):
        players: list[str] = []
        for index, player in enumerate(reader.items(join("sides", number), item) or []):
            path = f"sides.{number}.{index}"
            if not isinstance(player, str) or not player.strip():
                reader.refuse(path, DurakCode.PLAYER_NAMELESS)
            elif player in seen:
                reader.refuse(path, DurakCode.PLAYER_TWICE)
            else:
                seen.add(player)
                players.append(player)
        sides.append(tuple(players))
    if len(sides) < 2:
        reader.refuse("sides", DurakCode.TOO_FEW_SIDES)
    shape = tuple(len(side) for side in sides)
    if not reader.errors and set(shape) != {1} and shape not in TEAM_SHAPES:
        reader.refuse("sides", DurakCode.TEAMS_UNEVEN)
    return tuple(sides)


@dataclass(frozen=True)
class _GameReader:
    """Reads the game at `path`, noting whatever cannot have happened."""

    rule: DurakPointsRule
    reader: Reader
    path: str
    sides: Sequence[tuple[str, ...]]

    def read(self, data: object) -> DurakGame | None:
        optional = ("losers", "sides", "epaulettes", "wearer")
        values = self.reader.fields(self.path, data, ("ending",), optional)
        ending = self.reader.choice(join(self.path, "ending"), values["ending"], Ending)
        everybody = list(range(len(self.sides)))
        playing = self._numbers("sides", values.get("sides", everybody))
        losers = self._numbers("losers", values.get("losers", []))
        epaulettes = self.reader.number(
            join(self.path, "epaulettes"), values.get("epaulettes", 0), 0, 2
        )
        if ending is None or playing is None or losers is None or epaulettes is None:
            return None
        self._check_losers(ending, playing, losers)
        wearer = self._wearer(ending, losers, epaulettes, values.get("wearer"))
        return DurakGame(
            sides=playing, ending=ending, losers=losers, epaulettes=epaulettes, wearer=wearer
        )

    def _refuse(self, field: str, code: DurakCode, **params: int | str) -> None:
        self.reader.refuse(join(self.path, field), code, **params)

    def _numbers(self, field: str, value: object) -> tuple[int, ...] | None:
        """Numbers of sides, each once."""
        at = join(self.path, field)
        items = self.reader.items(at, value)
        if items is None:
            return None
        most = len(self.sides) - 1
        read = [self.reader.number(join(at, i), item, 0, most) for i, item in enumerate(items)]
        numbers = tuple(number for number in read if number is not None)
        if len(set(numbers)) != len(numbers):
            self.reader.refuse(at, DurakCode.SIDE_TWICE)
        return numbers if len(numbers) == len(items) else None

    def _check_losers(
        self, ending: Ending, playing: tuple[int, ...], losers: tuple[int, ...]
    ) -> None:
        if len(playing) < 2:
            self._refuse("sides", DurakCode.TOO_FEW_SIDES)
        elif not set(losers) <= set(playing):
            self._refuse("losers", DurakCode.LOSER_NOT_PLAYING)
        elif ending is Ending.DRAW:
            if losers:
                self._refuse("losers", DurakCode.DRAW_WITH_LOSER)
        elif not losers:
            self._refuse("losers", DurakCode.LOSER_MISSING)
        elif ending is Ending.DURAK and len(losers) != self._losing_sides(playing):
            self._refuse(
                "losers", DurakCode.WRONG_NUMBER_OF_LOSERS, expected=self._losing_sides(playing)
            )

    def _losing_sides(self, playing: tuple[int, ...]) -> int:
        """1A.19, TM4: one side loses; TM6: all but one if the first seat out wins for its team."""
        teams = len(self.sides[0]) > 1
        first_out_wins = self.rule.team_end is TeamEnd.FIRST_OUT_WINS
        return len(playing) - 1 if teams and first_out_wins else 1

    def _wearer(
        self, ending: Ending, losers: tuple[int, ...], epaulettes: int, named: object
    ) -> str | None:
        """1E: the player named, or the only one who lost."""
        if epaulettes and ending is not Ending.DURAK:
            self._refuse("epaulettes", DurakCode.EPAULETTES_WITHOUT_DURAK)
            return None
        losing = list(chain.from_iterable(self.sides[side] for side in losers))
        if named is not None:
            if not epaulettes:
                self._refuse("wearer", DurakCode.WEARER_WITHOUT_EPAULETTES)
            elif not isinstance(named, str) or named not in losing:
                self._refuse("wearer", DurakCode.WEARER_DID_NOT_LOSE)
            else:
                return named
            return None
        if epaulettes and len(losing) > 1:
            self._refuse("wearer", DurakCode.WEARER_MISSING)
        return losing[0] if epaulettes and losing else None
