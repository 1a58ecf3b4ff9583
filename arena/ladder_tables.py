"""A leaderboard to calculate with: what every row of it tells programs and spreadsheets."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from scoring.elo import elo_points
from tournaments.downloads import Value
from tournaments.leaderboards import BoardRow
from tournaments.templatetags.ratings import elo_margin

BOARD_COLUMNS: Final[dict[str, Callable[[BoardRow], Value]]] = {
    "place": lambda row: row.rank,
    "name": lambda row: row.name,
    "author": lambda row: row.author,
    "version": lambda row: row.version,
    "rating": lambda row: round(float(elo_points(row.rating.value)), 2),
    "error_95": lambda row: elo_margin(row.rating),
    "provisional": lambda row: row.rating.is_provisional,
    "deal_sets": lambda row: row.rating.results,
    "won": lambda row: row.rating.won,
    "level": lambda row: row.rating.level,
    "lost": lambda row: row.rating.lost,
    "games": lambda row: row.rating.games,
    "points": lambda row: row.rating.points,
    "first_seen": lambda row: _moment(row, row.rating.first_at),
    "last_seen": lambda row: _moment(row, row.rating.last_at),
    "plays": lambda row: not row.away,
    "page": lambda row: row.address,
}
"""Names that programs may rely on: they are never translated or changed."""


def board_values(row: BoardRow) -> dict[str, Value]:
    """A row by its columns."""
    return {name: column(row) for name, column in BOARD_COLUMNS.items()}


def _moment(row: BoardRow, at: datetime) -> str:
    """Of those without a name the day only: a known opponent's history would tell the rest."""
    return at.isoformat(timespec="seconds") if row.name else at.date().isoformat()
