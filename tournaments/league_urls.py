"""Routes of leagues: their public pages, and their organizers'.

Public pages are called `list`, `league`, `round` (with `number`) and `match` (with `fixture_id`).
"""

from django.urls import URLPattern, path

from tournaments.views.leagues import (
    bracket,
    crosstable,
    downloads,
    events,
    league,
    lists,
    match,
    match_actions,
    rounds,
)

app_name = "leagues"

_LEAGUE = "leagues/<token:public_id>/"
_MATCH = f"{_LEAGUE}matches/<token:fixture_id>/"

_public: list[URLPattern] = [
    path("leagues/", lists.league_list, name="list"),
    path(_LEAGUE, league.league, name="league"),
    path(f"{_LEAGUE}about/", league.about, name="about"),
    path(f"{_LEAGUE}matches/", rounds.matches, name="matches"),
    path(f"{_LEAGUE}rounds/<int:number>/", rounds.round_, name="round"),
    path(f"{_LEAGUE}crosstable/", crosstable.crosstable, name="crosstable"),
    path(f"{_LEAGUE}bracket/", bracket.bracket, name="bracket"),
    path(_MATCH, match.match, name="match"),
    path(f"{_MATCH}enter/", match_actions.enter, name="match_enter"),
    path(f"{_MATCH}answer/", match_actions.answer, name="match_answer"),
    path(f"{_MATCH}decide/", match_actions.decide, name="match_decide"),
    path(f"{_MATCH}move/", match_actions.move, name="match_move"),
    path(f"{_MATCH}sheet/", match_actions.sheet, name="match_sheet"),
    path(f"{_LEAGUE}events/", events.events, name="events"),
    path(f"{_LEAGUE}standings.csv", downloads.standings_csv, name="standings_csv"),
    path(f"{_LEAGUE}fixtures.csv", downloads.fixtures_csv, name="fixtures_csv"),
    path(f"{_LEAGUE}entries.csv", downloads.entries_csv, name="entries_csv"),
]

urlpatterns: list[URLPattern] = [*_public]
