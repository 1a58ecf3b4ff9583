"""Routes of the rounds, matches and standings of leagues."""

from django.urls import URLPattern, path

from tournaments.api.league_adjustments import LeagueAdjustmentViewSet
from tournaments.api.league_fixtures import LeagueFixtureViewSet
from tournaments.api.league_rounds import LeagueRoundViewSet
from tournaments.api.league_standing_today import LeagueTodayViewSet
from tournaments.api.league_standings import LeagueStandingsViewSet

_LEAGUE = "leagues/<token:public_id>/"
_ROUND = f"{_LEAGUE}rounds/<int:number>/"
_FIXTURE = f"{_LEAGUE}fixtures/<token:fixture_id>/"

_rounds: list[URLPattern] = [
    path(
        f"{_LEAGUE}rounds/",
        LeagueRoundViewSet.as_view({"get": "list", "post": "create"}),
        name="league_rounds",
    ),
    path(
        f"{_LEAGUE}rounds/dates/",
        LeagueRoundViewSet.as_view({"post": "dates"}),
        name="league_rounds_dates",
    ),
    path(
        _ROUND,
        LeagueRoundViewSet.as_view(
            {"get": "retrieve", "put": "edit", "patch": "change", "delete": "discard"}
        ),
        name="league_round",
    ),
    path(
        f"{_ROUND}publish/",
        LeagueRoundViewSet.as_view({"post": "publish"}),
        name="league_round_publish",
    ),
    path(
        f"{_ROUND}unpublish/",
        LeagueRoundViewSet.as_view({"post": "unpublish"}),
        name="league_round_unpublish",
    ),
]

_fixtures: list[URLPattern] = [
    path(
        f"{_LEAGUE}fixtures/",
        LeagueFixtureViewSet.as_view({"get": "list"}),
        name="league_fixtures",
    ),
    path(
        f"{_LEAGUE}fixtures.csv",
        LeagueStandingsViewSet.as_view({"get": "fixtures_csv"}),
        name="league_fixtures_csv",
    ),
    path(_FIXTURE, LeagueFixtureViewSet.as_view({"get": "retrieve"}), name="league_fixture"),
    *(
        path(
            f"{_FIXTURE}{verb}/",
            LeagueFixtureViewSet.as_view({"post": verb}),
            name=f"league_fixture_{verb}",
        )
        for verb in ("result", "answer", "decide", "move", "sheet")
    ),
]

_standings: list[URLPattern] = [
    path(
        f"{_LEAGUE}standings/",
        LeagueStandingsViewSet.as_view({"get": "retrieve"}),
        name="league_standings",
    ),
    path(
        f"{_LEAGUE}standings.csv",
        LeagueStandingsViewSet.as_view({"get": "standings_csv"}),
        name="league_standings_csv",
    ),
    path(
        f"{_LEAGUE}crosstable/",
        LeagueStandingsViewSet.as_view({"get": "crosstable"}),
        name="league_crosstable",
    ),
    path(
        f"{_LEAGUE}bracket/",
        LeagueStandingsViewSet.as_view({"get": "bracket"}),
        name="league_bracket",
    ),
    path(
        f"{_LEAGUE}today/",
        LeagueTodayViewSet.as_view({"get": "retrieve"}),
        name="league_today",
    ),
    path(
        f"{_LEAGUE}adjustments/",
        LeagueAdjustmentViewSet.as_view({"get": "list", "post": "create"}),
        name="league_adjustments",
    ),
    path(
        f"{_LEAGUE}adjustments/<int:adjustment_id>/",
        LeagueAdjustmentViewSet.as_view({"get": "retrieve", "delete": "cancel"}),
        name="league_adjustment",
    ),
]

urlpatterns: list[URLPattern] = [*_rounds, *_fixtures, *_standings]
