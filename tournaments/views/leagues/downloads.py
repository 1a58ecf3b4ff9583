"""A league to calculate with."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.downloads import csv_attachment
from tournaments.league_access import LeagueAccess
from tournaments.league_entry_tables import ENTRIES_COLUMNS, entries_rows
from tournaments.league_shown import field_of
from tournaments.league_tables import (
    FIXTURES_COLUMNS,
    STANDINGS_COLUMNS,
    fixtures_rows,
    standings_rows,
)
from tournaments.rate_limits import TABLE_DOWNLOAD, rate_limit_note
from tournaments.views.leagues.access import readers_page

_View = Callable[[HttpRequest, LeagueAccess], HttpResponse]


def _file(view: _View) -> Callable[..., HttpResponse]:
    """For whoever may read the league, and not too often."""

    @readers_page
    @require_safe
    @wraps(view)
    def page(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
        if not rate_limit_note(request, TABLE_DOWNLOAD):
            return render(request, "429.html", status=429)
        return view(request, access)

    return page


@_file
def standings_csv(_request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Who stands where, and who came how far in the bracket."""
    rows = standings_rows(access.league, field_of(access.league))
    return csv_attachment(name="standings.csv", columns=STANDINGS_COLUMNS, rows=rows)


@_file
def fixtures_csv(_request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Every match of the published rounds."""
    rows = fixtures_rows(access.league, field_of(access.league))
    return csv_attachment(name="fixtures.csv", columns=FIXTURES_COLUMNS, rows=rows)


@_file
def entries_csv(_request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Who is or was entered, as a list that can be entered in another league."""
    rows = entries_rows(field_of(access.league))
    return csv_attachment(name="entries.csv", columns=ENTRIES_COLUMNS, rows=rows)
