"""A series of games as values, and what each side has to show for it."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.durak.points_rule import DurakPointsRule


class Ending(StrEnum):
    """How a game ended: with a durak (1A.19), without one, or by the stall rule (1J.4)."""

    DURAK = "durak"
    DRAW = "draw"
    STALLED = "stalled"


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

    @property
    def is_draw(self) -> bool:
        """Nobody was the durak, or all were: a loss that all share (1J.4) parts nobody."""
        return self.ending is Ending.DRAW or set(self.losers) == set(self.sides)

    def is_lost_by(self, side: int) -> bool:
        """Whether this side lost while another survived."""
        return side in self.losers and not self.is_draw


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


def series_result(rule: DurakPointsRule, series: DurakSeries) -> SeriesResult:
    """Tally every side; a function of the games, so a correction is a recount."""
    return SeriesResult(tuple(_tally(rule, series, side) for side in range(len(series.sides))))


def game_points(rule: DurakPointsRule, series: DurakSeries, game: DurakGame) -> dict[int, int]:
    """What a game gives to each side that played in it."""
    points = {}
    for side in game.sides:
        if game.is_draw:
            points[side] = rule.draw
        elif game.is_lost_by(side):
            cost = _epaulette_cost(rule, game) if game.wearer in series.sides[side] else 0
            points[side] = rule.lost - cost
        else:
            points[side] = rule.survived
    return points


def _epaulette_cost(rule: DurakPointsRule, game: DurakGame) -> int:
    return (0, rule.one_epaulette_costs, rule.two_epaulettes_cost)[game.epaulettes]


def _tally(rule: DurakPointsRule, series: DurakSeries, side: int) -> SideTally:
    games = [game for game in series.games if side in game.sides]
    lost = [game for game in games if game.is_lost_by(side)]
    drawn = sum(game.is_draw for game in games)
    worn = [game.epaulettes for game in lost if game.wearer in series.sides[side]]
    return SideTally(
        points=sum(game_points(rule, series, game)[side] for game in games),
        survived=len(games) - drawn - len(lost),
        drawn=drawn,
        lost=len(lost),
        one_epaulette=worn.count(1),
        two_epaulettes=worn.count(2),
    )
