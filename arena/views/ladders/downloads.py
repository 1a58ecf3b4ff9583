"""A leaderboard to calculate with: the rows of a page's wish, without the pages."""

import json
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.ladder_tables import BOARD_COLUMNS, board_values
from arena.selectors.leaderboards import board_of, board_rows
from arena.views.ladders.access import ladder_asked
from arena.views.ladders.board import board_form
from tournaments.downloads import Value, attachment, csv_attachment
from tournaments.leaderboards import LISTED_MOST
from tournaments.models import Ladder
from tournaments.rate_limits import TABLE_DOWNLOAD, rate_limit_note
from tournaments.selectors.leaderboards import ranks_of
from tournaments.views.htmx import HtmxRequest


@require_safe
def csv_file(request: HtmxRequest, slug: str) -> HttpResponse:
    """For spreadsheets."""
    found = ladder_asked(slug)
    if not rate_limit_note(request, TABLE_DOWNLOAD):
        return render(request, "429.html", status=429)
    rows = [list(row.values()) for row in _rows(request, found)]
    return csv_attachment(name=f"{found.slug}.csv", columns=BOARD_COLUMNS, rows=rows)


@require_safe
def json_file(request: HtmxRequest, slug: str) -> HttpResponse:
    """For programs."""
    found = ladder_asked(slug)
    if not rate_limit_note(request, TABLE_DOWNLOAD):
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
        yield board_values(row)
