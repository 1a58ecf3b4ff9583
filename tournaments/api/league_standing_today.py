"""What needs the organizers of a league now."""

from typing import ClassVar, Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Shown
from tournaments.api.league_calls import LeagueCallsViewSet
from tournaments.api.league_fixture_forms import FixtureShown, fixture_told
from tournaments.api.league_round_words import Told
from tournaments.league_access import LeagueAction
from tournaments.league_shown import field_of, fixture_shown
from tournaments.league_todo import Todo, TodoKind, todo_list, why_quiet
from tournaments.selectors.league_rows import own_entries
from tournaments.selectors.league_today import today

_EXAMPLE: Final = {
    "todo": [
        {
            "kind": "dispute",
            "text": "Round 1: Ana Fernández \N{EN DASH} Bea Ruiz",
            "detail": "A side says that the result is wrong. Decide, with a note.",
            "count": 1,
            "fixture": "Zs81Tak3Jx0cPq2m",
            "round": 1,
            "entry": None,
            "page": "/leagues/k3Jx0cPq2mZs81Ta/matches/Zs81Tak3Jx0cPq2m/",
        }
    ],
    "playing": [],
    "playing_in_all": 0,
    "text": "",
}


class TodoShown(Shown):
    """One thing to do."""

    kind = serializers.ChoiceField(choices=[one.value for one in TodoKind])
    text = serializers.CharField()
    detail = serializers.CharField(help_text="What can be done about it.")
    count = serializers.IntegerField(help_text="Of those that are told in one line.")
    fixture = serializers.CharField(allow_null=True, help_text="An id of `/fixtures/`.")
    round = serializers.IntegerField(allow_null=True)
    entry = serializers.CharField(allow_null=True, help_text="An id of `/entries/`.")
    page = serializers.CharField()


class LeagueTodayShown(Shown):
    """What needs you, and what is played today."""

    todo = TodoShown(many=True, help_text="The most urgent first.")
    playing = FixtureShown(many=True, help_text="Planned for today: good to know.")
    playing_in_all = serializers.IntegerField(help_text="More than 30 are not listed.")
    text = serializers.CharField(help_text="Why nothing can be drawn, if so.")


class LeagueTodayViewSet(LeagueCallsViewSet):
    """The organizers' first page of the day."""

    tag: ClassVar[str] = "Standings of leagues"
    thing: ClassVar[str] = "league_today"
    own_actions: ClassVar[frozenset[str]] = frozenset({"retrieve"})

    @extend_schema(
        summary="What needs the organizers now",
        responses=LeagueTodayShown,
        examples=[OpenApiExample("A dispute", value=_EXAMPLE, response_only=True)],
    )
    def retrieve(self, request: Request, public_id: str) -> Response:
        """Disputes, results that wait, overdue matches, rounds to draw or publish, people who ask
        to take part. For organizers only."""
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        self.asked()
        league = access.league
        found = today(league=league)
        people = field_of(league, own_entries(league=league, account=access.account))
        told = {
            "todo": [_todo(one) for one in todo_list(league, found, people)],
            "playing": [
                fixture_told(fixture_shown(league, one, people)) for one in found.playing.listed
            ],
            "playing_in_all": found.playing.count,
            "text": why_quiet(league, found, people),
        }
        return self.tell(LeagueTodayShown, told)


def _todo(one: Todo) -> Told:
    return {
        "kind": one.kind.value,
        "text": one.sentence,
        "detail": one.detail,
        "count": one.count,
        "fixture": None if one.fixture is None else one.fixture.public_id,
        "round": one.round,
        "entry": None if one.entry is None else str(one.entry),
        "page": one.url,
    }
