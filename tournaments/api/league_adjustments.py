"""Penalties and bonuses of a league."""

from collections.abc import Sequence
from typing import ClassVar, Final

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Body, PageQuery, Shown, page_of
from tournaments.api.league_calls import LeagueCallsViewSet, sent_names
from tournaments.api.league_round_words import (
    EntryIdField,
    LeagueSideShown,
    Told,
    side_told,
)
from tournaments.api.once import once_per_key
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_shown import field_of
from tournaments.models import LeagueAdjustment
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.selectors.league_rows import league_adjustments, own_entries
from tournaments.services.leagues.adjustments import (
    POINTS_MOST,
    adjustment_add,
    adjustment_cancel,
)

_EXAMPLE: Final = {
    "id": "7",
    "who": {
        "entry": "12",
        "name": "Ana Fernández",
        "status": "active",
        "is_mine": False,
        "page": "",
    },
    "points": -1.0,
    "reason": "Came late",
    "by": "Olga",
    "at": "2026-11-13T19:20:00Z",
    "cancelled_at": None,
    "cancelled_by": "",
}
_TOLD: Final = OpenApiExample("A penalty", value=_EXAMPLE, response_only=True)


class AdjustmentShown(Shown):
    """A penalty or a bonus."""

    id = serializers.CharField()
    who = LeagueSideShown()
    points = serializers.FloatField(help_text="Below 0: a penalty.")
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True, help_text="Null: it counts.")
    cancelled_by = serializers.CharField()


class AdjustmentSent(Body):
    """Points for somebody."""

    entry = EntryIdField()
    points = serializers.DecimalField(
        max_digits=6,
        decimal_places=2,
        min_value=-int(POINTS_MOST),  # whole, or the document would have a text there
        max_value=int(POINTS_MOST),
        coerce_to_string=False,
        help_text="Below 0: a penalty; above: a bonus. Not 0.",
    )
    reason = serializers.CharField(
        max_length=REASON_MAX_LENGTH, help_text="Everybody who reads the league reads it."
    )


class LeagueAdjustmentViewSet(LeagueCallsViewSet):
    """The organizers'; those that count stand beside the standings for everybody."""

    tag: ClassVar[str] = "Standings of leagues"
    thing: ClassVar[str] = "league_adjustments"
    own_actions: ClassVar[frozenset[str]] = frozenset({"list", "retrieve"})

    @extend_schema(
        summary="Penalties and bonuses",
        parameters=[PageQuery],
        responses=page_of(AdjustmentShown),
        examples=[_TOLD],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """The latest first; those that were cancelled stay in the list."""
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        self.asked(PageQuery)
        return self.page(_rows(access), AdjustmentShown, lambda found: _told(access, list(found)))

    @extend_schema(
        summary="Give points, or take some away",
        request=AdjustmentSent,
        responses={201: AdjustmentShown},
        examples=[
            OpenApiExample(
                "A penalty",
                value={"entry": "12", "points": -1, "reason": "Came late"},
                request_only=True,
            ),
            OpenApiExample(
                "As it is kept", value=_EXAMPLE, response_only=True, status_codes=["201"]
            ),
        ],
    )
    @once_per_key
    def create(self, request: Request, public_id: str) -> Response:
        """It counts from now on. The same for the same reason is the one that is on the list
        already. A knockout has no table, so nobody can be given points in it."""
        self.league(public_id, LeagueAction.READ_DRAFTS)
        sent = self.sent(AdjustmentSent)
        with sent_names(note="reason"):
            made = adjustment_add(
                public_id=public_id,
                visitor=self.visitor,
                entry_id=sent["entry"],
                points=sent["points"],
                reason=sent["reason"],
            )
        address = reverse("api:league_adjustment", args=[public_id, made.pk])
        return self.created(AdjustmentShown, self._one(public_id, made.pk), address=address)

    @extend_schema(summary="A penalty or a bonus", responses=AdjustmentShown, examples=[_TOLD])
    def retrieve(self, request: Request, public_id: str, adjustment_id: int) -> Response:
        """Also one that was cancelled."""
        self.league(public_id, LeagueAction.READ_DRAFTS)
        self.asked()
        return self.tell(AdjustmentShown, self._one(public_id, adjustment_id))

    @extend_schema(summary="Cancel a penalty or a bonus", responses={204: None})
    def cancel(self, request: Request, public_id: str, adjustment_id: int) -> Response:
        """It counts no longer; it stays in the list. Twice is once."""
        self.league(public_id, LeagueAction.ADJUST)
        adjustment_cancel(public_id=public_id, visitor=self.visitor, adjustment_id=adjustment_id)
        return self.done()

    def _one(self, public_id: str, adjustment_id: int) -> Told:
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        found = _rows(access).filter(pk=adjustment_id).first()
        if found is None:
            raise Http404
        return _told(access, [found])[0]


def _rows(access: LeagueAccess) -> QuerySet[LeagueAdjustment]:
    return league_adjustments(league=access.league)


def _told(access: LeagueAccess, rows: Sequence[LeagueAdjustment]) -> list[Told]:
    league = access.league
    people = field_of(league, own_entries(league=league, account=access.account))
    return [
        {
            "id": str(row.pk),
            "who": side_told(people[row.entry_id]),
            "points": float(row.points),
            "reason": row.reason,
            "by": "" if row.by is None else row.by.public_name,
            "at": row.at,
            "cancelled_at": row.cancelled_at,
            "cancelled_by": "" if row.cancelled_by is None else row.cancelled_by.public_name,
        }
        for row in rows
    ]
