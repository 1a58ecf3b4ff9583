"""A league to calculate with. The columns' names are for programs: never translated or changed."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.downloads import Value, csv_attachment
from tournaments.league_access import LeagueAccess
from tournaments.league_entry_tables import ENTRIES_COLUMNS, entries_rows
from tournaments.league_shown import Field, field_of
from tournaments.models import Fixture, FixtureResult, League, LeagueRound
from tournaments.rate_limits import rate_limit_note
from tournaments.selectors.league_rows import fixtures_published
from tournaments.selectors.leagues import league_book, league_standings
from tournaments.views.leagues.access import readers_page

LEAGUE_DOWNLOAD: Final = "ladder_download"  # a name in RATE_LIMITS: tables of numbers, all alike
_STANDINGS: Final = (
    "group", "place", "name", "status", "points", "played", "won", "drawn", "lost", "byes",
    "forfeit_wins", "forfeit_losses", "points_for", "points_against", "adjustments",
)  # fmt: skip
_FIXTURES: Final = (
    "round", "stage", "match", "table", "first", "second", "state", "kind", "winner",
    "points_first", "points_second", "starts_at",
)  # fmt: skip

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
    """Who stands where, and who came how far in the bracket, whose group is called `play_offs` if
    there were groups before; those whose results were annulled have no place."""
    people = field_of(access.league)
    rows: list[list[Value]] = [
        [
            "" if number is None else number + 1,
            row.rank,
            people[int(row.competitor)].name,
            people[int(row.competitor)].entry.status,
            float(row.points),
            row.played,
            row.wins,
            row.draws,
            row.losses,
            row.byes,
            row.forfeit_wins,
            row.forfeit_losses,
            float(row.points_for),
            float(row.points_against),
            float(sum(one.points for one in row.adjustments)),
        ]
        for number, table in league_standings(league=access.league).items()
        for row in table.rows
    ]
    rows += _reached(access.league, people)
    return csv_attachment(name="standings.csv", columns=_STANDINGS, rows=rows)


@_file
def fixtures_csv(_request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Every match of the published rounds; what is not played has no points."""
    people = field_of(access.league)
    rows = [_fixture(one, people) for one in fixtures_published(league=access.league)]
    return csv_attachment(name="fixtures.csv", columns=_FIXTURES, rows=rows)


@_file
def entries_csv(_request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Who is or was entered, as a list that can be entered in another league."""
    rows = entries_rows(field_of(access.league))
    return csv_attachment(name="entries.csv", columns=ENTRIES_COLUMNS, rows=rows)


def _reached(league: League, people: Field) -> list[list[Value]]:
    """Places in a bracket: nobody has points there."""
    if league.format not in (League.Format.KNOCKOUT, League.Format.GROUPS):
        return []
    group = LeagueRound.Stage.PLAY_OFFS.value if league.format == League.Format.GROUPS else ""
    nothing = [""] * (len(_STANDINGS) - 4)
    return [
        [
            group,
            "" if one.rank is None else one.rank,
            people[one.entry].name,
            people[one.entry].entry.status,
            *nothing,
        ]
        for one in league_book(league=league).final_ranking()
    ]


def _fixture(fixture: Fixture, people: Field) -> list[Value]:
    result = fixture.result if fixture.state == Fixture.State.CONFIRMED else None
    starts_at = fixture.starts_at or fixture.round.starts_at
    return [
        fixture.round.number,
        fixture.round.stage,
        fixture.place,
        fixture.table or "",
        people[fixture.first_id].name,
        people[fixture.second_id].name,
        fixture.state,
        *_result(result),
        "" if starts_at is None else starts_at.isoformat(timespec="minutes"),
    ]


def _result(result: FixtureResult | None) -> list[Value]:
    if result is None:
        return ["", "", "", ""]
    return [result.kind, result.winner, result.points_first, result.points_second]
