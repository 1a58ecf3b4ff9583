"""The log of a league: who changed what, when, and what else that changed."""

from typing import Any, ClassVar, Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import PageQuery, Shown, page_of
from tournaments.api.league_calls import LeagueCallsViewSet
from tournaments.league_access import LeagueAction, LeagueRole
from tournaments.league_acts import LeagueAct
from tournaments.league_log import KINDS, ShownEvent, events_shown
from tournaments.selectors.league_log import events_of

_EXAMPLE: Final[dict[str, Any]] = {
    "id": "2210",
    "revision": 14,
    "at": "2026-10-08T18:04:00Z",
    "action": "entry_withdrawn",
    "text": "Ana \N{EN DASH} Bea withdrew.",
    "by": "Rosa",
    "role": "owner",
    "entry": "412",
    "other_entry": None,
    "round": None,
    "fixture": None,
    "note": "Is ill.",
    "changes": [{"label": "Status", "before": "plays", "after": "withdrawn"}],
    "consequences": ["Dora is 2nd now, and was 3rd."],
}


class LogChangeShown(Shown):
    """One value, before and after, in words; either may be empty."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field, not the library's own
    before = serializers.CharField()
    after = serializers.CharField()


class LogEntryShown(Shown):
    """One line of the log."""

    id = serializers.CharField()
    revision = serializers.IntegerField(help_text="Of the league, after it.")
    at = serializers.DateTimeField()
    action = serializers.ChoiceField(choices=[one.value for one in LeagueAct])
    text = serializers.CharField(help_text="What was done.")
    by = serializers.CharField(help_text="Empty if it was nobody, or somebody who is gone.")
    role = serializers.ChoiceField(
        choices=[one.value for one in LeagueRole], help_text="As what they did it."
    )
    entry = serializers.CharField(allow_null=True, help_text="Whom it is about.")
    other_entry = serializers.CharField(allow_null=True, help_text="Of a match, the other side.")
    round = serializers.IntegerField(allow_null=True)
    fixture = serializers.CharField(allow_null=True)
    note = serializers.CharField()
    changes = LogChangeShown(many=True)
    consequences = serializers.ListField(
        child=serializers.CharField(), help_text="What else changed, in sentences."
    )


class LogQuery(PageQuery):
    """Which lines."""

    kind = serializers.ChoiceField(
        required=False, choices=list(KINDS), help_text="Only what is about these."
    )


class LeagueLogViewSet(LeagueCallsViewSet):
    """For organizers."""

    thing = "league_log"
    own_actions: ClassVar[frozenset[str]] = frozenset({"list"})

    @extend_schema(
        summary="The log",
        parameters=[LogQuery],
        responses=page_of(LogEntryShown),
        examples=[
            OpenApiExample(
                "A line",
                value={"next": None, "previous": None, "results": [_EXAMPLE]},
                response_only=True,
            )
        ],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """For organizers, the latest first. Nothing in it is ever changed or taken away."""
        asked = self.asked(LogQuery)
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        acts = KINDS[asked["kind"]][1] if "kind" in asked else ()
        return self.page(
            events_of(league=access.league, acts=acts),
            LogEntryShown,
            lambda rows: map(_told, events_shown(access.league, rows)),
        )


def _told(shown: ShownEvent) -> dict[str, Any]:
    event = shown.event
    return {
        "id": str(event.pk),
        "revision": event.revision,
        "at": event.at,
        "action": event.action,
        "text": shown.sentence,
        "by": "" if event.by is None else event.by.public_name,
        "role": event.role,
        "entry": None if event.entry is None else str(event.entry),
        "other_entry": None if event.other_entry is None else str(event.other_entry),
        "round": event.round,
        "fixture": event.fixture or None,
        "note": event.note,
        "changes": shown.changes,
        "consequences": shown.consequences,
    }
