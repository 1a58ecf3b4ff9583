"""Matches of leagues: read, told what came of them, answered, decided, moved."""

from typing import Any, ClassVar

from django.db.models import F, Q
from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.callers import LINK
from tournaments.api.fields import Body, page_of
from tournaments.api.league_calls import LeagueCallsViewSet, sent_names
from tournaments.api.league_fixture_examples import FIXTURE, FIXTURE_DETAIL, FIXTURE_TOLD, MOVED
from tournaments.api.league_fixture_forms import (
    DecisionShown,
    FixtureDetailShown,
    FixtureShown,
    fixture_told,
    match_told,
)
from tournaments.api.league_fixture_sent import (
    CALL_OFF,
    OBJECT,
    OFFICIAL,
    POSTPONE,
    FixtureAnswerSent,
    FixtureDecisionSent,
    FixtureMoveSent,
    FixtureResultSent,
    FixturesQuery,
    entered_of,
    result_field,
)
from tournaments.api.league_round_words import sentences_told
from tournaments.league_access import LeagueAction
from tournaments.league_match import MatchAsked, MatchRights, match_find
from tournaments.league_shown import field_of, fixture_shown
from tournaments.selectors.league_rows import fixtures_published, own_entries
from tournaments.services.leagues.answers import fixture_answer, fixture_decision
from tournaments.services.leagues.match_sheets import fixture_sheet_open
from tournaments.services.leagues.postponing import (
    fixture_call_off,
    fixture_postpone,
    fixture_resume,
)
from tournaments.services.leagues.results import fixture_result_enter


class LeagueFixtureViewSet(LeagueCallsViewSet):
    """Matches of published rounds; those of drafts are at no address yet."""

    tag: ClassVar[str] = "Matches of leagues"
    thing: ClassVar[str] = "league_fixtures"
    open_actions: ClassVar[frozenset[str]] = frozenset({"result", "answer", "sheet"})
    """With a link; the league's own table decides what it opens."""

    @extend_schema(
        summary="The matches of a league",
        parameters=[LINK, FixturesQuery],
        responses=page_of(FixtureShown),
        examples=[OpenApiExample("A match", value=FIXTURE, response_only=True)],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """Of published rounds, in order."""
        access = self.league(public_id)
        asked = self.asked(FixturesQuery)
        league = access.league
        if asked.get("mine") and access.account is None:
            raise NotAuthenticated
        own = own_entries(league=league, account=access.account)
        wanted = _wanted(asked, own)
        rows = (
            fixtures_published(league=league)
            .filter(wanted)
            .annotate(round_number=F("round__number"))
            .order_by("round_number", "place")
        )
        people = field_of(league, own)
        return self.page(
            rows,
            FixtureShown,
            lambda found: [fixture_told(fixture_shown(league, one, people)) for one in found],
        )

    @extend_schema(
        summary="A match", parameters=[LINK], responses=FixtureDetailShown, examples=[FIXTURE_TOLD]
    )
    def retrieve(self, request: Request, public_id: str, fixture_id: str) -> Response:
        """Why these two, how it stands, all that was said about it, and what you may do."""
        found = self._match(public_id, fixture_id)
        self.asked()
        return self.tell(FixtureDetailShown, match_told(found))

    @extend_schema(
        summary="Enter a result",
        parameters=[LINK],
        request=FixtureResultSent,
        responses=FixtureDetailShown,
        examples=[
            OpenApiExample(
                "Burako",
                value={
                    "way": "total",
                    "points_first": 3010,
                    "points_second": 2450,
                    "revision": 0,
                },
                request_only=True,
            ),
            OpenApiExample(
                "Durak",
                value={
                    "way": "games",
                    "games": [
                        {"durak": "second"},
                        {"durak": "first", "epaulettes": 1},
                        {"durak": "nobody"},
                    ],
                    "revision": 0,
                },
                request_only=True,
            ),
            FIXTURE_TOLD,
        ],
    )
    def result(self, request: Request, public_id: str, fixture_id: str) -> Response:
        """What an official enters counts at once; what a player enters waits for the other side.
        The same again is no second result: from the other side it confirms."""
        found = self._match(public_id, fixture_id)
        if not found.access.is_one_who_may(LeagueAction.ENTER_RESULT):
            found.access.require(LeagueAction.ENTER_RESULT)
        sent = self.sent(FixtureResultSent)
        entered = entered_of(sent)
        assert entered is not None
        with sent_names(result_field):
            fixture_result_enter(
                fixture_id=fixture_id,
                visitor=self.visitor,
                entered=entered,
                revision=sent["revision"],
                note=sent["note"],
            )
        return self._tell_now(public_id, fixture_id)

    @extend_schema(
        summary="Answer a result",
        parameters=[LINK],
        request=FixtureAnswerSent,
        responses=FixtureDetailShown,
        examples=[
            OpenApiExample(
                "An objection",
                value={"answer": "object", "text": "It was 2450 to 3010.", "revision": 1},
                request_only=True,
            ),
            FIXTURE_TOLD,
        ],
    )
    def answer(self, request: Request, public_id: str, fixture_id: str) -> Response:
        """A side confirms it, so that it counts, or objects, so that an organizer decides. An
        official confirms for a side that cannot."""
        found = self._match(public_id, fixture_id)
        sent = self.sent(FixtureAnswerSent)
        said = sent["answer"]
        rights = MatchRights(found.access, found.fixture)
        with sent_names(note="text"):
            fixture_answer(
                fixture_id=fixture_id,
                visitor=self.visitor,
                side=None if said == OFFICIAL else rights.side_speaking,
                confirm=said != OBJECT,
                text=sent["text"],
                revision=sent["revision"],
            )
        return self._tell_now(public_id, fixture_id)

    @extend_schema(
        summary="Decide a match",
        request=FixtureDecisionSent,
        responses=DecisionShown,
        examples=[
            OpenApiExample(
                "A correction, to be looked at first",
                value={
                    "way": "total",
                    "points_first": 2450,
                    "points_second": 3010,
                    "note": "Written the wrong way round",
                    "revision": 1,
                    "dry_run": True,
                },
                request_only=True,
            ),
            OpenApiExample(
                "Who would move",
                value={"dry_run": True, "consequences": [MOVED], "fixture": FIXTURE_DETAIL},
                response_only=True,
            ),
        ],
    )
    def decide(self, request: Request, public_id: str, fixture_id: str) -> Response:
        """An organizer's last word, however the match stands: the result as it was entered,
        another one, or who did not come. What was final is corrected. `consequences` say who moves
        because of it; with `dry_run` nothing is saved."""
        found = self._match(public_id, fixture_id)
        found.access.require(LeagueAction.DECIDE)
        sent = self.sent(FixtureDecisionSent)
        with sent_names(result_field):
            said = fixture_decision(
                fixture_id=fixture_id,
                visitor=self.visitor,
                entered=entered_of(sent),
                note=sent["note"],
                revision=sent["revision"],
                dry_run=sent["dry_run"],
            )
        now = self._match(public_id, fixture_id)
        told = {
            "dry_run": sent["dry_run"],
            "consequences": sentences_told(said, now.people),
            "fixture": match_told(now),
        }
        return self.tell(DecisionShown, told)

    @extend_schema(
        summary="Move a match",
        request=FixtureMoveSent,
        responses=FixtureDetailShown,
        examples=[
            OpenApiExample(
                "To another day",
                value={"move": "postpone", "until": "2026-11-27T19:00:00Z", "revision": 0},
                request_only=True,
            ),
            FIXTURE_TOLD,
        ],
    )
    def move(self, request: Request, public_id: str, fixture_id: str) -> Response:
        """To another day, or until nobody knows when: the next round does not wait for it. Back
        among those to be played. Or off: then it is not played, and a result counts no longer."""
        found = self._match(public_id, fixture_id)
        found.access.require(LeagueAction.DECIDE)
        sent = self.sent(FixtureMoveSent)
        what: dict[str, Any] = {
            "fixture_id": fixture_id,
            "visitor": self.visitor,
            "note": sent["note"],
            "revision": sent["revision"],
        }
        if sent["move"] == POSTPONE:
            fixture_postpone(until=sent.get("until"), **what)
        elif sent["move"] == CALL_OFF:
            fixture_call_off(**what)
        else:
            fixture_resume(**what)
        return self._tell_now(public_id, fixture_id)

    @extend_schema(
        summary="Open the score sheet of a match",
        parameters=[LINK],
        request=None,
        responses=FixtureDetailShown,
        examples=[FIXTURE_TOLD],
    )
    def sheet(self, request: Request, public_id: str, fixture_id: str) -> Response:
        """Of Burako between people. If there is one already it is that one; its id stands in
        `sheet`, for calls below `/sheets/`."""
        self._match(public_id, fixture_id)
        self.sent(Body)
        fixture_sheet_open(fixture_id=fixture_id, visitor=self.visitor)
        return self._tell_now(public_id, fixture_id)

    def _match(self, public_id: str, fixture_id: str) -> MatchAsked:
        found = match_find(
            access=self.league(public_id), visitor=self.visitor, fixture_id=fixture_id
        )
        if found is None:
            raise Http404
        return found

    def _tell_now(self, public_id: str, fixture_id: str) -> Response:
        return self.tell(FixtureDetailShown, match_told(self._match(public_id, fixture_id)))


def _wanted(asked: dict[str, Any], own: frozenset[int]) -> Q:
    wanted = Q()
    names = {"round": "round__number", "stage": "round__stage", "state": "state"}
    for name, column in names.items():
        if name in asked:
            wanted &= Q(**{column: asked[name]})
    if "entry" in asked:
        wanted &= Q(first=asked["entry"]) | Q(second=asked["entry"])
    if asked.get("mine"):
        wanted &= Q(first__in=own) | Q(second__in=own)
    return wanted
