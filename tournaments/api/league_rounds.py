"""Rounds of leagues: drawn, changed by hand, dated, published and taken back."""

from typing import Any, ClassVar, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.callers import LINK
from tournaments.api.fields import Body, PageQuery, page_of
from tournaments.api.league_calls import LeagueCallsViewSet
from tournaments.api.league_round_examples import EDIT, ROUND, ROUND_TOLD, ROUNDS
from tournaments.api.league_round_forms import (
    LeagueRoundDates,
    LeagueRoundDetailShown,
    LeagueRoundEdit,
    LeagueRoundPublication,
    LeagueRoundsDates,
    LeagueRoundShown,
    LeagueRoundsShown,
    RevisionQuery,
    counted_round_told,
    dates_wished,
    round_detail_told,
)
from tournaments.api.league_round_words import Told, sentences_told
from tournaments.api.once import once_per_key
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_drawn import DraftPlaces, draft_require
from tournaments.league_shown import Field, field_of
from tournaments.models import LeagueRound
from tournaments.selectors.league_drafts import edit_conflicts
from tournaments.selectors.league_rounds import round_find, rounds_listed
from tournaments.selectors.league_rows import own_entries, rounds_published
from tournaments.selectors.leagues import league_find
from tournaments.services.leagues.freshness import plans_check_fresh
from tournaments.services.leagues.round_dates import (
    dates_in_turn,
    drafts_dates_set,
    round_dates_set,
)
from tournaments.services.leagues.rounds import (
    round_discard,
    round_edit,
    round_publish,
    round_unpublish,
    rounds_draft,
)

_DRAFT: Final = LeagueRound.State.DRAFT


class LeagueRoundViewSet(LeagueCallsViewSet):
    """Everybody reads what is published; drafts are the organizers'."""

    tag: ClassVar[str] = "Rounds of leagues"
    thing: ClassVar[str] = "league_rounds"

    @extend_schema(
        summary="The rounds of a league",
        parameters=[LINK, PageQuery],
        responses=page_of(LeagueRoundShown),
        examples=[OpenApiExample("A round", value=ROUND, response_only=True)],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """In order; organizers are told of drafts, too."""
        access = self.league(public_id)
        self.asked(PageQuery)
        league = access.league
        rounds = (
            rounds_listed(league=league)[::-1]
            if access.may(LeagueAction.READ_DRAFTS)
            else rounds_published(league=league)
        )
        return self.page_of_items(
            rounds, LeagueRoundShown, lambda rows: [counted_round_told(league, row) for row in rows]
        )

    @extend_schema(
        summary="Draw what comes next",
        request=None,
        responses={201: LeagueRoundsShown},
        examples=[
            OpenApiExample(
                "The second round",
                value=ROUNDS,
                response_only=True,
                status_codes=["201"],
            )
        ],
    )
    @once_per_key
    def create(self, request: Request, public_id: str) -> Response:
        """One round, or all of them at once where everybody meets everybody. They are drafts:
        nobody but the organizers sees them until they are published. While there is a draft,
        nothing more is drawn."""
        self.league(public_id, LeagueAction.READ_DRAFTS)
        self.sent(Body)
        drawn = rounds_draft(public_id=public_id, visitor=self.visitor)
        first = reverse("api:league_round", args=[public_id, drawn[0].number])
        told = self._several(public_id, {one.number for one in drawn})
        return self.created(LeagueRoundsShown, told, address=first)

    @extend_schema(
        summary="Date all drafts",
        request=LeagueRoundsDates,
        responses=LeagueRoundsShown,
        examples=[
            OpenApiExample(
                "Every week, six days to play",
                value={"first": "2026-11-20T19:00:00Z", "every": 7, "days": 6, "revision": 31},
                request_only=True,
            ),
            OpenApiExample("The drafts", value=ROUNDS, response_only=True),
        ],
    )
    def dates(self, request: Request, public_id: str) -> Response:
        """The first begins then, and the others follow: all of them are dated, or none."""
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        wish = self.sent(LeagueRoundsDates)
        drafts = access.league.rounds.filter(state=_DRAFT).count()
        dates = dates_in_turn(
            first=wish["first"], every=wish["every"], days=wish.get("days"), count=drafts
        )
        dated = drafts_dates_set(
            public_id=public_id, visitor=self.visitor, dates=dates, revision=wish["revision"]
        )
        told = self._several(public_id, {one.number for one in dated})
        return self.tell(LeagueRoundsShown, told)

    @extend_schema(
        summary="A round",
        parameters=[LINK],
        responses=LeagueRoundDetailShown,
        examples=[ROUND_TOLD],
    )
    def retrieve(self, request: Request, public_id: str, number: int) -> Response:
        """Who meets whom and why, and who has no opponent. Drafts are told to organizers only,
        with what is odd about them."""
        access = self.league(public_id)
        self.asked()
        return self._tell_round(access, number)

    @extend_schema(
        summary="Change a draft by hand",
        request=LeagueRoundEdit,
        responses=LeagueRoundDetailShown,
        examples=[OpenApiExample("One table", value=EDIT, request_only=True), ROUND_TOLD],
    )
    def edit(self, request: Request, public_id: str, number: int) -> Response:
        """These meet, in this order of tables; whoever was drawn and is not named has no opponent.
        Only the impossible is refused, such as somebody at two tables; what is odd is told in
        `conflicts`. With `dry_run` nothing is saved, and `conflicts` are those of what was sent."""
        access = self.league(public_id, LeagueAction.DRAW)
        wish = self.sent(LeagueRoundEdit)
        row = self._round(access, number)
        draft_require(row)
        people = field_of(access.league)
        places = DraftPlaces(row, people)
        pairings = _pairings(wish["pairings"], places)
        byes = places.byes(pairings)
        if not wish["dry_run"]:
            round_edit(
                public_id=public_id,
                visitor=self.visitor,
                number=number,
                pairings=pairings,
                byes=byes,
                revision=wish["revision"],
            )
            return self._tell_now(public_id, number)
        plans_check_fresh(league=access.league, revision=wish["revision"])
        odd = edit_conflicts(league=access.league, number=number, pairings=pairings, byes=byes)
        told = self._told(access, row)
        told["conflicts"] = sentences_told(odd, people)
        return self.tell(LeagueRoundDetailShown, told)

    @extend_schema(
        summary="Date a round",
        request=LeagueRoundDates,
        responses=LeagueRoundDetailShown,
        examples=[
            OpenApiExample(
                "Until a Friday",
                value={"deadline": "2026-11-20T21:00:00Z", "revision": 31},
                request_only=True,
            ),
            ROUND_TOLD,
        ],
    )
    def change(self, request: Request, public_id: str, number: int) -> Response:
        """When it begins and by when it is to be played, drafted or published."""
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        wish = self.sent(LeagueRoundDates)
        row = self._round(access, number)
        round_dates_set(
            public_id=public_id,
            visitor=self.visitor,
            number=number,
            revision=wish["revision"],
            **dates_wished(wish, row),
        )
        return self._tell_now(public_id, number)

    @extend_schema(summary="Throw a draft away", parameters=[RevisionQuery], responses={204: None})
    def discard(self, request: Request, public_id: str, number: int) -> Response:
        """And the drafts of the rounds after it."""
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        seen = self.asked(RevisionQuery)
        self._round(access, number)
        round_discard(
            public_id=public_id, visitor=self.visitor, number=number, revision=seen["revision"]
        )
        return self.done()

    @extend_schema(
        summary="Publish a round",
        request=LeagueRoundPublication,
        responses=LeagueRoundDetailShown,
        examples=[
            OpenApiExample("As it was seen", value={"revision": 31}, request_only=True),
            ROUND_TOLD,
        ],
    )
    def publish(self, request: Request, public_id: str, number: int) -> Response:
        """Everybody who may read the league sees it from now on, and the drafts before it."""
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        wish = self.sent(LeagueRoundPublication)
        row = self._round(access, number)
        round_publish(
            public_id=public_id,
            visitor=self.visitor,
            number=number,
            revision=wish["revision"],
            **dates_wished(wish, row),
        )
        return self._tell_now(public_id, number)

    @extend_schema(
        summary="Take a published round back",
        request=None,
        responses=LeagueRoundDetailShown,
        examples=[ROUND_TOLD],
    )
    def unpublish(self, request: Request, public_id: str, number: int) -> Response:
        """It is a draft again, and so are those after it: as long as nobody has begun to play."""
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        self.sent(Body)
        self._round(access, number)
        round_unpublish(public_id=public_id, visitor=self.visitor, number=number)
        return self._tell_now(public_id, number)

    def _round(self, access: LeagueAccess, number: int) -> LeagueRound:
        """With its matches; drafts are there for organizers only."""
        found = round_find(league=access.league, number=number)
        if found is None or (found.state == _DRAFT and not access.may(LeagueAction.READ_DRAFTS)):
            raise Http404
        return found

    def _tell_round(self, access: LeagueAccess, number: int) -> Response:
        told = self._told(access, self._round(access, number))
        return self.tell(LeagueRoundDetailShown, told)

    def _tell_now(self, public_id: str, number: int) -> Response:
        return self._tell_round(self.league(public_id), number)

    def _told(self, access: LeagueAccess, row: LeagueRound) -> Told:
        return round_detail_told(access, row, self._people(access))

    def _people(self, access: LeagueAccess) -> Field:
        own = own_entries(league=access.league, account=access.account)
        return field_of(access.league, own)

    def _several(self, public_id: str, numbers: set[int]) -> Told:
        league = league_find(public_id=public_id)
        assert league is not None
        rows = [row for row in rounds_listed(league=league)[::-1] if row.number in numbers]
        return {
            "revision": league.revision,
            "rounds": [counted_round_told(league, row) for row in rows],
        }


def _pairings(sent: list[dict[str, Any]], places: DraftPlaces) -> list[tuple[int, int]]:
    """Who meets whom; faults are told at the places that were sent."""
    pairs = [(one["first"], one["second"]) for one in sent]
    faults = [
        (table, side, _("This entry cannot play in this round."))
        for table, pair in enumerate(pairs)
        for side, one in enumerate(pair)
        if one not in places.names
    ] or list(places.faults(pairs))
    if faults:
        errors: dict[int, dict[str, list[str]]] = {}
        for table, side, said in faults:
            errors.setdefault(table, {})[("first", "second")[side]] = [said]
        raise serializers.ValidationError(
            {"pairings": [errors.get(table, {}) for table in range(len(pairs))]}
        )
    return pairs
