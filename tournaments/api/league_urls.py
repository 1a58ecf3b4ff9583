"""Routes of leagues: themselves, who takes part, who helps."""

from django.urls import URLPattern, path

from tournaments.api.league_applications import LeagueApplicationsViewSet
from tournaments.api.league_entries import LeagueEntriesViewSet, LeagueEntryViewSet
from tournaments.api.league_leagues import LeagueEventsViewSet, LeagueViewSet
from tournaments.api.league_links import LeagueLinksViewSet
from tournaments.api.league_log import LeagueLogViewSet
from tournaments.api.league_officials import LeagueOfficialsViewSet

_LEAGUE = "leagues/<token:public_id>/"
_ENTRIES = f"{_LEAGUE}entries/"
_ENTRY = f"{_ENTRIES}<int:entry_id>/"
_APPLICATIONS = f"{_LEAGUE}applications/"
_APPLICATION = f"{_APPLICATIONS}<int:application_id>/"
_OFFICIALS = f"{_LEAGUE}officials/"
_OFFICIAL = f"{_OFFICIALS}<int:account_id>/"
_LINKS = f"{_LEAGUE}links/"

_league: list[URLPattern] = [
    path("leagues/", LeagueViewSet.as_view({"get": "list", "post": "create"}), name="leagues"),
    path(_LEAGUE, LeagueViewSet.as_view({"get": "retrieve", "patch": "change"}), name="league"),
    path(f"{_LEAGUE}start/", LeagueViewSet.as_view({"post": "start"}), name="league_start"),
    path(f"{_LEAGUE}finish/", LeagueViewSet.as_view({"post": "finish"}), name="league_finish"),
    path(f"{_LEAGUE}reopen/", LeagueViewSet.as_view({"post": "reopen"}), name="league_reopen"),
    path(
        f"{_LEAGUE}call-off/", LeagueViewSet.as_view({"post": "call_off"}), name="league_call_off"
    ),
    path(f"{_LEAGUE}log/", LeagueLogViewSet.as_view({"get": "list"}), name="league_log"),
    path(f"{_LEAGUE}events/", LeagueEventsViewSet.as_view({"get": "follow"}), name="league_events"),
]

_entries: list[URLPattern] = [
    path(
        _ENTRIES,
        LeagueEntriesViewSet.as_view({"get": "list", "post": "create"}),
        name="league_entries",
    ),
    path(
        f"{_LEAGUE}entries.csv",
        LeagueEntriesViewSet.as_view({"get": "entries_csv"}),
        name="league_entries_csv",
    ),
    path(
        f"{_ENTRIES}import/",
        LeagueEntriesViewSet.as_view({"post": "import_list"}),
        name="league_entries_import",
    ),
    path(
        f"{_ENTRIES}seeds/",
        LeagueEntriesViewSet.as_view({"put": "seed"}),
        name="league_entries_seed",
    ),
    path(
        _ENTRY,
        LeagueEntryViewSet.as_view({"get": "retrieve", "patch": "change", "delete": "remove"}),
        name="league_entry",
    ),
    path(
        f"{_ENTRY}withdraw/",
        LeagueEntryViewSet.as_view({"post": "withdraw"}),
        name="league_entry_withdraw",
    ),
    path(
        f"{_ENTRY}disqualify/",
        LeagueEntryViewSet.as_view({"post": "disqualify"}),
        name="league_entry_disqualify",
    ),
    path(
        f"{_ENTRY}return/",
        LeagueEntryViewSet.as_view({"post": "come_back"}),
        name="league_entry_return",
    ),
    path(
        _APPLICATIONS,
        LeagueApplicationsViewSet.as_view({"get": "list", "post": "create"}),
        name="league_applications",
    ),
    path(
        _APPLICATION,
        LeagueApplicationsViewSet.as_view({"get": "retrieve"}),
        name="league_application",
    ),
    path(
        f"{_APPLICATION}accept/",
        LeagueApplicationsViewSet.as_view({"post": "accept"}),
        name="league_application_accept",
    ),
    path(
        f"{_APPLICATION}decline/",
        LeagueApplicationsViewSet.as_view({"post": "decline"}),
        name="league_application_decline",
    ),
]

_helpers: list[URLPattern] = [
    path(
        _OFFICIALS,
        LeagueOfficialsViewSet.as_view({"get": "list", "post": "create"}),
        name="league_officials",
    ),
    path(
        _OFFICIAL,
        LeagueOfficialsViewSet.as_view({"get": "retrieve", "delete": "remove"}),
        name="league_official",
    ),
    path(
        f"{_OFFICIAL}hand-over/",
        LeagueOfficialsViewSet.as_view({"post": "hand_over"}),
        name="league_official_hand_over",
    ),
    path(
        _LINKS,
        LeagueLinksViewSet.as_view({"get": "list", "post": "create"}),
        name="league_links",
    ),
    path(
        f"{_LINKS}<int:link_id>/",
        LeagueLinksViewSet.as_view({"get": "retrieve", "delete": "remove"}),
        name="league_link",
    ),
]

urlpatterns: list[URLPattern] = [*_league, *_entries, *_helpers]
