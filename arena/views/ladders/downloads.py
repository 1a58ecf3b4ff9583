"""A leaderboard to calculate with: the rows of a page's wish, without the pages."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.selectors.leaderboards import board_of, board_rows
from arena.views.ladders.access import ladder_asked
from arena.views.ladders.board import board_form
from scoring.elo import elo_points
from tournaments.leaderboards import LISTED_MOST, BoardRow
from tournaments.models import Ladder
from tournaments.rate_limits import rate_limit_note
from tournaments.selectors.leaderboards import ranks_of
from tournaments.templatetags.ratings import elo_margin
from tournaments.views.downloads import Value, attachment, csv_attachment
from tournaments.views.htmx import HtmxRequest

LADDER_DOWNLOAD: Final = "ladder_download"  # a name in RATE_LIMITS
_COLUMNS: Final[dict[str, Callable[[BoardRow], Value]]] = {
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


@require_safe
def csv_file(request: HtmxRequest, slug: str) -> HttpResponse:
    """For spreadsheets."""
    found = ladder_asked(slug)
    if not rate_limit_note(request, LADDER_DOWNLOAD):
        return render(request, "429.html", status=429)
    rows = [list(row.values()) for row in _rows(request, found)]
    return csv_attachment(name=f"{found.slug}.csv", columns=_COLUMNS, rows=rows)


@require_safe
def json_file(request: HtmxRequest, slug: str) -> HttpResponse:
    """For programs."""
    found = ladder_asked(slug)
    if not rate_limit_note(request, LADDER_DOWNLOAD):
        return render(request, "429.html", status=429)
    rows = list(_rows(request, found))
    told: dict[str, Any] = {
        "ladder": found.slug,
        "profile": found.profile,
        "players": found.players,
        "hosting": found.hosting,
        "results": found.results_count,
        "rated": found.ratings_count,
        "rows_max": LISTED_MOST,
        "rows": rows,
        "is_cut": len(rows) == LISTED_MOST,
    }
    answer = attachment(json.dumps(told).encode(), f"{found.slug}.json", "application/json")
    del answer["Content-Disposition"]  # programs and browsers show it as it is
    return answer


def _rows(request: HtmxRequest, found: Ladder) -> Iterator[dict[str, Value]]:
    wish = board_form(request, found).wish()
    board = board_of(ladder=found, wish=wish, reader=request.user)
    rows = board_rows(
        ladder=found,
        competitors=board.competitors,
        ranks=ranks_of(ladder=found),
        reader=request.user,
    )
    for row in rows:
        yield {name: column(row) for name, column in _COLUMNS.items()}


def _moment(row: BoardRow, at: datetime) -> str:
    """Of those without a name the day only: a known opponent's history would tell the rest."""
    return at.isoformat(timespec="seconds") if row.name else at.date().isoformat()
