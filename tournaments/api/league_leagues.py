"""Leagues: finding them, making one, deciding about it, beginning and ending it."""

from collections.abc import Callable
from typing import Any, Final

from django.http import StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.callers import LINK, account_of
from tournaments.api.fields import Body, PageQuery, page_of
from tournaments.api.league_calls import LeagueCallsViewSet, sent_names
from tournaments.api.league_forms import (
    HEAD_EXAMPLE,
    LEAGUE_EXAMPLE,
    LeagueHeadShown,
    LeagueShown,
    league_head,
    league_whole,
)
from tournaments.api.league_settings import (
    SPEC_NAMES,
    LeagueChange,
    LeagueSent,
    spec_of_change,
    spec_of_new,
)
from tournaments.api.once import once_per_key
from tournaments.api.streams import stream
from tournaments.forms.searching import SEARCH_MAX_LENGTH
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_seen import LEAGUE_REST_SECONDS, league_seen
from tournaments.live.streams import Seen
from tournaments.live.topics import league_topic
from tournaments.models import League, LeagueRound, User
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.rate_limits import LEAGUE_CREATE
from tournaments.selectors.league_lists import (
    leagues_findable,
    leagues_narrowed,
    leagues_own_among,
    leagues_with_sizes,
)
from tournaments.services.leagues.common import revision_check
from tournaments.services.leagues.settings import league_create, league_update
from tournaments.services.leagues.states import (
    league_call_off,
    league_finish,
    league_reopen,
    league_start,
)

_LIST_EXAMPLE: Final = OpenApiExample(
    "Leagues",
    value={"next": None, "previous": None, "results": [HEAD_EXAMPLE]},
    response_only=True,
)
LEAGUE_TOLD: Final = OpenApiExample("A league", value=LEAGUE_EXAMPLE, response_only=True)
_NEW_EXAMPLES: Final = [
    OpenApiExample("As usual", value={"name": "Thursday league"}, request_only=True),
    OpenApiExample(
        "A Swiss league of bots",
        value={
            "name": "Spring cup",
            "game": "durak",
            "kind": "bot",
            "format": "swiss",
            "profile": "durak/duel24",
            "rounds_planned": 5,
            "visibility": "link",
        },
        request_only=True,
    ),
    LEAGUE_TOLD,
]
_CHANGE_EXAMPLES: Final = [
    OpenApiExample("More tables", value={"revision": 31, "tables": 8}, request_only=True),
    LEAGUE_TOLD,
]
_STEP_EXAMPLES: Final = [
    OpenApiExample("With a word", value={"note": "The hall is booked."}, request_only=True),
    LEAGUE_TOLD,
]


class LeagueQuery(PageQuery):
    """Which leagues."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=SEARCH_MAX_LENGTH,
        help_text="Words of the name.",
    )
    state = serializers.ChoiceField(required=False, choices=League.State.choices)
    mine = serializers.BooleanField(
        required=False,
        help_text="Only those that you organize, score or play in; needs a token.",
    )


class StepSent(Body):
    """A word for the log, or none."""

    note = serializers.CharField(required=False, allow_blank=True, max_length=REASON_MAX_LENGTH)


class LeagueViewSet(LeagueCallsViewSet):
    """Leagues themselves."""

    thing = "leagues"

    @extend_schema(
        summary="Leagues",
        parameters=[LeagueQuery],
        responses=page_of(LeagueHeadShown),
        examples=[_LIST_EXAMPLE],
    )
    def list(self, request: Request) -> Response:
        """Those that are listed for everybody, and your own, the newest first. What is being
        prepared, private or open by its address only is listed for those who are part of it."""
        asked = self.asked(LeagueQuery)
        account = self.account if asked.get("mine") else account_of(request)
        found = leagues_narrowed(
            leagues=leagues_findable(account=account, only_own=asked.get("mine", False)),
            search=asked.get("q", ""),
            state=asked.get("state", ""),
        )
        return self.page(
            leagues_with_sizes(leagues=found), LeagueHeadShown, lambda rows: _heads(rows, account)
        )

    @extend_schema(
        summary="Make a league",
        request=LeagueSent,
        responses={201: LeagueShown},
        examples=_NEW_EXAMPLES,
    )
    @once_per_key
    def create(self, request: Request) -> Response:
        """Nobody but its organizers sees it until you start it. What you do not say is as the pages
        suggest it for the game, who competes and the format."""
        sent = self.sent(LeagueSent)
        with sent_names(**SPEC_NAMES):
            spec = spec_of_new(sent=sent, account=self.account)
            self.count(LEAGUE_CREATE)
            made = league_create(account=self.account, spec=spec)
        return self.created(
            LeagueShown,
            league_told(self.league(made.public_id)),
            address=reverse("api:league", kwargs={"public_id": made.public_id}),
        )

    @extend_schema(
        summary="A league", parameters=[LINK], responses=LeagueShown, examples=[LEAGUE_TOLD]
    )
    def retrieve(self, request: Request, public_id: str) -> Response:
        """What was decided about it, what you are to it, and what you may do."""
        self.asked()
        return self._tell(self.league(public_id))

    @extend_schema(
        summary="Decide otherwise",
        request=LeagueChange,
        responses=LeagueShown,
        examples=_CHANGE_EXAMPLES,
    )
    def change(self, request: Request, public_id: str) -> Response:
        """For organizers. While it is prepared everything but game and kind can change; once it is
        under way name, description, visibility, tables, points, tie-breaks, who enters scores and
        the rounds of a Swiss league. If somebody else has changed it meanwhile the answer is 409
        `stale`."""
        access = self.league(public_id, LeagueAction.EDIT_SETTINGS)
        sent = self.sent(LeagueChange)
        revision_check(found=access.league.revision, expected=sent["revision"])
        with sent_names(**SPEC_NAMES):
            league_update(
                public_id=public_id,
                visitor=self.visitor,
                spec=spec_of_change(sent=sent, account=self.account, league=access.league),
                revision=sent["revision"],
            )
        return self._tell(self.league(public_id))

    @extend_schema(
        summary="Start it", request=StepSent, responses=LeagueShown, examples=_STEP_EXAMPLES
    )
    def start(self, request: Request, public_id: str) -> Response:
        """From now on rounds can be drawn, and everybody who may read it finds it. Game, format and
        kind cannot change any more. A league of bots plays by itself from here."""
        return self._step(public_id, league_start)

    @extend_schema(
        summary="Finish it", request=StepSent, responses=LeagueShown, examples=_STEP_EXAMPLES
    )
    def finish(self, request: Request, public_id: str) -> Response:
        """The places are final. To end before everything planned was played takes a note."""
        return self._step(public_id, league_finish)

    @extend_schema(
        summary="Reopen it", request=StepSent, responses=LeagueShown, examples=_STEP_EXAMPLES
    )
    def reopen(self, request: Request, public_id: str) -> Response:
        """Results can be corrected and rounds drawn again; the places are not final then."""
        return self._step(public_id, league_reopen)

    @extend_schema(
        summary="Call it off", request=StepSent, responses=LeagueShown, examples=_STEP_EXAMPLES
    )
    def call_off(self, request: Request, public_id: str) -> Response:
        """For its owner. What was played can still be read, but nothing more can be played or
        entered. This cannot be undone."""
        return self._step(public_id, league_call_off)

    def _step(self, public_id: str, service: Callable[..., League]) -> Response:
        sent = self.sent(StepSent)
        service(public_id=public_id, visitor=self.visitor, note=sent.get("note", ""))
        return self._tell(self.league(public_id))

    def _tell(self, access: LeagueAccess) -> Response:
        return self.tell(LeagueShown, league_told(access))


class LeagueEventsViewSet(LeagueCallsViewSet):
    """A league, followed live."""

    thing = "league_events"
    also_answers = ("503",)

    @extend_schema(
        summary="Follow a league",
        parameters=[LINK],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, "`state` without data, whenever something is new."
            )
        },
    )
    def follow(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """`state` whenever what you may read of it may have changed: ask for it then. `revoked`
        when you may not read it any more."""
        self.asked()
        links = self.visitor.link_ids

        def look(account: User | None) -> Seen | None:
            return league_seen(public_id=public_id, visitor=LeagueVisitor(account, links))

        return stream(
            request,
            topics=[league_topic(public_id)],
            look=look,
            rest_seconds=LEAGUE_REST_SECONDS,
        )


def league_told(access: LeagueAccess) -> dict[str, Any]:
    """All that whoever asks may know of a league."""
    league = access.league
    own = leagues_own_among(account=access.account, leagues=[league.pk])
    head = league_head(
        league,
        is_mine=league.pk in own,
        entries=league.entries.count(),
        rounds=league.rounds.filter(state=LeagueRound.State.PUBLISHED).count(),
    )
    return league_whole(access, head)


def _heads(rows: list[League], account: User | None) -> list[dict[str, Any]]:
    own = leagues_own_among(account=account, leagues=[one.pk for one in rows])
    return [
        league_head(
            one,
            is_mine=one.pk in own,
            entries=one.entries_count,  # type: ignore[attr-defined]
            rounds=one.rounds_count,  # type: ignore[attr-defined]
        )
        for one in rows
    ]
