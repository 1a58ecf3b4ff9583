"""Where a league stands: its tables with the reasons, its cross-table, its bracket, as files."""

from typing import ClassVar, Final

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.callers import LINK
from tournaments.api.league_calls import LeagueCallsViewSet
from tournaments.api.league_round_words import side_told
from tournaments.api.league_standing_forms import (
    BracketShown,
    CrossTablesShown,
    StandingsShown,
    bracket_told,
    cross_table_told,
    reached_told,
    table_told,
)
from tournaments.downloads import csv_attachment
from tournaments.league_access import LeagueAccess
from tournaments.league_bracket import ShownBracket, bracket_shown, has_bracket
from tournaments.league_crosstable import cross_tables, has_cross_table
from tournaments.league_scene import Scene, how_it_stands, scene_of
from tournaments.league_standings import tables_shown
from tournaments.league_tables import (
    FIXTURES_COLUMNS,
    STANDINGS_COLUMNS,
    fixtures_rows,
    standings_rows,
)
from tournaments.rate_limits import TABLE_DOWNLOAD
from tournaments.selectors.league_rows import adjustments_in_force

_WHO: Final = {
    "entry": "12",
    "name": "Ana Fernández",
    "status": "active",
    "is_mine": False,
    "page": "",
}
_STANDINGS: Final = {
    "revision": 34,
    "text": "Round 2 is being played: 3 matches are open.",
    "tables": [
        {
            "group": None,
            "title": "",
            "goes_on": 0,
            "rows": [
                {
                    "rank": 1,
                    "who": _WHO,
                    "points": 2.0,
                    "played": 2,
                    "won": 2,
                    "drawn": 0,
                    "lost": 0,
                    "byes": 0,
                    "forfeit_wins": 0,
                    "forfeit_losses": 0,
                    "points_for": 6130.0,
                    "points_against": 4300.0,
                    "adjusted": 0.0,
                    "trail": [{"metric": "points", "name": "points", "value": 2.0}],
                    "why": {
                        "code": "standings.ahead",
                        "text": "Ana Fernández stands above Bea Ruiz: ahead on points (2 to 1).",
                        "values": [
                            {
                                "name": "above",
                                "text": "Ana Fernández",
                                "number": None,
                                "entry": "12",
                            },
                            {"name": "mine", "text": "2", "number": 2.0, "entry": None},
                        ],
                    },
                }
            ],
        }
    ],
    "reached": [],
    "adjustments": [],
}
_CROSS: Final = {
    "revision": 34,
    "tables": [
        {
            "group": None,
            "title": "",
            "rows": [
                {
                    "rank": 1,
                    "who": _WHO,
                    "points": 2.0,
                    "meetings": [
                        {
                            "opponent": "15",
                            "fixture": "Zs81Tak3Jx0cPq2m",
                            "outcome": "won",
                            "worth": 1.0,
                            "text": "3010 : 2450",
                        }
                    ],
                }
            ],
        }
    ],
}
_SIDE: Final = {"text": "Ana Fernández", "seed": 1, "score": "3010", "won": True}
_BRACKET: Final = {
    "revision": 34,
    "rounds": [
        {
            "number": 1,
            "title": "Final",
            "matches": [
                {
                    "number": 1,
                    "fixture": "Zs81Tak3Jx0cPq2m",
                    "sides": [{"who": _WHO, **_SIDE}],
                    "text": "",
                }
            ],
        }
    ],
    "third_place": None,
    "reached": [],
}
_CSV: Final = {(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "For spreadsheets.")}


class LeagueStandingsViewSet(LeagueCallsViewSet):
    """Worked out from published rounds only, for everybody who may read the league."""

    tag: ClassVar[str] = "Standings of leagues"
    thing: ClassVar[str] = "league_standings"

    @extend_schema(
        summary="The standings",
        parameters=[LINK],
        responses=StandingsShown,
        examples=[OpenApiExample("After two rounds", value=_STANDINGS, response_only=True)],
    )
    def retrieve(self, request: Request, public_id: str) -> Response:
        """Everybody's place, the comparisons that led to it (`trail`), and in a sentence why each
        line stands above the next."""
        scene = self._scene(public_id)
        self.asked()
        league, people = scene.league, scene.people
        found = bracket_shown(league, people) if has_bracket(league) else ShownBracket()
        told = {
            "revision": league.revision,
            "text": how_it_stands(scene),
            "tables": [table_told(one, people) for one in tables_shown(league, people)],
            "reached": reached_told(found, people),
            "adjustments": [
                {
                    "who": side_told(people[one.entry_id]),
                    "points": float(one.points),
                    "reason": one.reason,
                }
                for one in adjustments_in_force(league=league)
            ],
        }
        return self.tell(StandingsShown, told)

    @extend_schema(
        summary="The cross-table",
        parameters=[LINK],
        responses=CrossTablesShown,
        examples=[OpenApiExample("A win", value=_CROSS, response_only=True)],
    )
    def crosstable(self, request: Request, public_id: str) -> Response:
        """Who met whom with which result, where everybody meets everybody; 404 elsewhere."""
        scene = self._scene(public_id)
        self.asked()
        if not has_cross_table(scene.league):
            raise Http404
        found = cross_tables(scene.league, scene.people)
        told = {
            "revision": scene.league.revision,
            "tables": [cross_table_told(one) for one in found],
        }
        return self.tell(CrossTablesShown, told)

    @extend_schema(
        summary="The bracket",
        parameters=[LINK],
        responses=BracketShown,
        examples=[OpenApiExample("A final", value=_BRACKET, response_only=True)],
    )
    def bracket(self, request: Request, public_id: str) -> Response:
        """Of a knockout, or of the play-offs; 404 where there is none. A round's matches stand in
        the order in which their winners meet."""
        scene = self._scene(public_id)
        self.asked()
        if not has_bracket(scene.league):
            raise Http404
        found = bracket_shown(scene.league, scene.people)
        told = {
            "revision": scene.league.revision,
            **bracket_told(found, scene.people),
        }
        return self.tell(BracketShown, told)

    @extend_schema(summary="The standings as a file", parameters=[LINK], responses=_CSV)
    def standings_csv(self, request: Request, public_id: str) -> HttpResponse:
        """Who stands where, and who came how far in the bracket."""
        scene = self._file(public_id)
        rows = standings_rows(scene.league, scene.people)
        return csv_attachment(name="standings.csv", columns=STANDINGS_COLUMNS, rows=rows)

    @extend_schema(summary="The matches as a file", parameters=[LINK], responses=_CSV)
    def fixtures_csv(self, request: Request, public_id: str) -> HttpResponse:
        """Every match of the published rounds; what is not played has no points."""
        scene = self._file(public_id)
        rows = fixtures_rows(scene.league, scene.people)
        return csv_attachment(name="fixtures.csv", columns=FIXTURES_COLUMNS, rows=rows)

    def _scene(self, public_id: str) -> Scene:
        access: LeagueAccess = self.league(public_id)
        return scene_of(access)

    def _file(self, public_id: str) -> Scene:
        scene = self._scene(public_id)
        self.asked()
        self.count(TABLE_DOWNLOAD)
        return scene
