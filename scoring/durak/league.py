"""From a series to a league: points for the standings, and results for the ratings."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.durak.points_rule import DurakPointsRule
from scoring.durak.series import DurakSeries, series_result
from scoring.elo import PairScores


def standings_points(rule: DurakPointsRule, series: DurakSeries) -> dict[str, int]:
    """What each player takes home for the league's table.

    The standings' results are between two sides, and a Durak game has none: nobody beat
    anybody, one of many lost.  So an evening enters a table as points::

        evening = [
            Adjustment(player, points, "Durak, 3 May")
            for player, points in standings_points(rule, series).items()
        ]
        standings(entries, [], metrics=metrics_by_code(["points"]), adjustments=season + evening)

    Each member of a team gets the team's points, since a team loses together (1D TM4); a league
    whose entries are the teams takes `series_result`, side by side.  Two sides only may also be
    entered as one match, ``Played(a, b, winner, points_a, points_b)``, by the same tally.
    Whoever sat out every game is not named: unplayed is not a score of 0.
    """
    tallies = series_result(rule, series).tallies
    return {
        player: tally.points
        for side, tally in zip(series.sides, tallies, strict=True)
        if tally.games
        for player in side
    }


@dataclass(frozen=True, slots=True)
class TableResult:
    """One rated result: who sat at the table, and their scores in the same order."""

    sides: tuple[int, ...]
    scores: PairScores


def table_results(series: DurakSeries) -> tuple[TableResult, ...]:
    """The series as results that `scoring.elo.rate_sides` can rate.

    Only those who sat down together can be compared, so there is one result for each group
    of sides that played, in the order in which the groups first met, its games averaged as
    those of a deal set are.  A league that would rather rate game by game passes series of
    one game each.  Two who both lost, or both survived, are level (`PairScores.of_losers`).
    """
    games: defaultdict[tuple[int, ...], list[list[int]]] = defaultdict(list)
    for game in series.games:
        table = tuple(sorted(game.sides))
        games[table].append([table.index(side) for side in game.losers])
    return tuple(
        TableResult(table, PairScores.of_losers(len(table), losers))
        for table, losers in games.items()
    )
