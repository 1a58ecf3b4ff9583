"""Routes of leagues: their public pages, and their organizers'.

Public pages are called `list`, `league`, `round` (with `number`) and `match` (with `fixture_id`).
"""

from django.urls import URLPattern, path

from tournaments.views.leagues import (
    adjustments,
    bracket,
    crosstable,
    downloads,
    draw,
    draw_edit,
    entries,
    entry,
    entry_import,
    events,
    league,
    link,
    links,
    lists,
    log,
    match,
    match_actions,
    new,
    officials,
    rounds,
    seeds,
    settings,
    states,
    today,
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
    path(f"{_LEAGUE}join/", link.join, name="join"),
    path(f"{_LEAGUE}join/thanks/", link.joined, name="joined"),
    path("l/<str:token>/", link.link, name="link"),
    path(f"{_LEAGUE}events/", events.events, name="events"),
    path(f"{_LEAGUE}standings.csv", downloads.standings_csv, name="standings_csv"),
    path(f"{_LEAGUE}fixtures.csv", downloads.fixtures_csv, name="fixtures_csv"),
    path(f"{_LEAGUE}entries.csv", downloads.entries_csv, name="entries_csv"),
]

_organizers: list[URLPattern] = [
    path("leagues/new/", new.league_new, name="new"),
    path(f"{_LEAGUE}today/", today.league_today, name="today"),
    path(f"{_LEAGUE}settings/", settings.settings, name="settings"),
    path(f"{_LEAGUE}settings/<slug:step>/", states.state, name="state"),
    path(f"{_LEAGUE}entries/", entries.entries, name="entries"),
    path(f"{_LEAGUE}entries/import/", entry_import.entries_import_page, name="entries_import"),
    path(f"{_LEAGUE}entries/seeds/", seeds.seeds, name="entries_seed"),
    path(f"{_LEAGUE}entries/<int:entry_id>/", entry.entry, name="entry"),
    path(f"{_LEAGUE}applications/<int:application_id>/", entries.application, name="application"),
    path(f"{_LEAGUE}draw/", draw.draw, name="draw"),
    path(f"{_LEAGUE}draw/<int:number>/", draw.draw_round, name="draw_round"),
    path(f"{_LEAGUE}draw/<int:number>/edit/", draw_edit.draw_edit, name="draw_edit"),
    path(f"{_LEAGUE}adjustments/", adjustments.adjustments, name="adjustments"),
    path(
        f"{_LEAGUE}adjustments/<int:adjustment_id>/cancel/",
        adjustments.adjustment_drop,
        name="adjustment_drop",
    ),
    path(f"{_LEAGUE}links/", links.links, name="links"),
    path(f"{_LEAGUE}links/<int:link_id>/off/", links.link_drop, name="link_drop"),
    path(f"{_LEAGUE}officials/", officials.officials, name="officials"),
    path(
        f"{_LEAGUE}officials/<int:account_id>/remove/",
        officials.official_drop,
        name="official_drop",
    ),
    path(f"{_LEAGUE}officials/<int:account_id>/hand-over/", officials.hand_over, name="hand_over"),
    path(f"{_LEAGUE}log/", log.log, name="log"),
]

# The organizers' first: `new` is no league.
urlpatterns: list[URLPattern] = [*_organizers, *_public]
