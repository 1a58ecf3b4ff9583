"""Series of Durak games between people: who was the durak, and what that is worth.

Durak has no winner, only a loser (RULES 1A.19), so a game is told by who lost it.  A *side* is
a person, or a team (1D).  How many points surviving is worth is a league's own business and
therefore a value, `DurakPointsRule`.

series = read_series(rule, data)                      # or every objection, one per field
series_result(rule, series).tallies[0].points         # the evening's own table
standings_points(rule, series)                        # for a league's table
table_results(series)                                 # for the ratings
"""

from scoring.durak.codes import DURAK_TEMPLATES, DurakCode, DurakRefusedError
from scoring.durak.league import TableResult, standings_points, table_results
from scoring.durak.points_rule import DurakPointsRule, TeamEnd
from scoring.durak.read import LONGEST_NAME, MOST_PLAYERS, read_series
from scoring.durak.series import (
    DurakGame,
    DurakSeries,
    Ending,
    SeriesResult,
    SideTally,
    game_points,
    series_result,
)

__all__ = [
    "DURAK_TEMPLATES",
    "LONGEST_NAME",
    "MOST_PLAYERS",
    "DurakCode",
    "DurakGame",
    "DurakPointsRule",
    "DurakRefusedError",
    "DurakSeries",
    "Ending",
    "SeriesResult",
    "SideTally",
    "TableResult",
    "TeamEnd",
    "game_points",
    "read_series",
    "series_result",
    "standings_points",
    "table_results",
]
