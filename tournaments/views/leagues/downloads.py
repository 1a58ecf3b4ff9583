"""A league to calculate with."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.downloads import Value, csv_attachment
from tournaments.league_access import LeagueAccess
from tournaments.league_shown import ShownEntry, field_of
from tournaments.league_tables import (
    FIXTURES_COLUMNS,
    LEAGUE_DOWNLOAD,
    STANDINGS_COLUMNS,
    fixtures_rows,
    standings_rows,
)
from tournaments.rate_limits import rate_limit_note
from tournaments.views.leagues.access import readers_page

_ENTRIES: Final = ("name", "partner", "seed", "status", "group", "joined_round")

_View = Callable[[HttpRequest, LeagueAccess], HttpResponse]


def _file(view: _View) -> Callable[..., HttpResponse]:
    """For whoever may read the league, and not too often."""

    @readers_page
    @require_safe
    @wraps(view)
    def page(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
        if not rate_limit_note(request, LEAGUE_DOWNLOAD):
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
    rows: list[list[Value]] = [
        [
            *_both(one),
            one.entry.seed,
            one.entry.status,
            "" if one.entry.group is None else one.entry.group + 1,
            one.entry.joined_round,
        ]
        for one in field_of(access.league).entries.values()
    ]
    return csv_attachment(name="entries.csv", columns=_ENTRIES, rows=rows)


def _both(shown: ShownEntry) -> tuple[str, str]:
    """The names of a person, a pair or a bot; those of people without the numbers that tell them
    apart here."""
    competitor = shown.entry.competitor
    if competitor.pair is not None:
        return competitor.pair.first.public_name, competitor.pair.second.public_name
    return competitor.public_name if competitor.player is not None else shown.name, ""
