"""Around a score sheet: its link, and whether its match is rated."""

import uuid
from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.elo import elo_points
from tournaments.api import sheet_examples
from tournaments.api.callers import LINK, sheet_visitor_of_call
from tournaments.api.fields import Body, Query
from tournaments.api.sheet_forms import SheetLinkShown, SheetRatingShown
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.models import Sheet, SheetLink
from tournaments.selectors.rated_sheets import (
    RatingSide,
    sheet_ladder,
    sheet_obstacle,
    sheet_rating,
)
from tournaments.selectors.sheets import (
    sheet_find,
    sheet_find_to_judge,
    sheet_link_active,
    sheet_link_token,
)
from tournaments.services.rated_sheets import sheet_wish_give, sheet_wish_take_back
from tournaments.services.sheets import sheet_link_revoke, sheet_link_rotate
from tournaments.sheet_access import Visitor, require_manage, require_read, sheet_access

_LINK: Final = OpenApiExample("A link", value=sheet_examples.LINK_TOLD, response_only=True)
_RATING: Final = OpenApiExample("Not yet", value=sheet_examples.RATING, response_only=True)
_SIDE_HELP: Final = "Your side: 0 or 1."


class SideBody(Body):
    """For which side you speak."""

    side = serializers.IntegerField(min_value=0, max_value=1, help_text=_SIDE_HELP)


class SideQuery(Query):
    """For which side you speak."""

    side = serializers.IntegerField(min_value=0, max_value=1, help_text=_SIDE_HELP)


class SheetLinkViewSet(ApiViewSet):
    """Only who has created a sheet shares it."""

    tag = "Sheets"
    thing = "sheet_link"
    area = Area.SHEETS
    own_actions = frozenset({"retrieve"})

    @extend_schema(summary="A sheet's link", responses=SheetLinkShown, examples=[_LINK])
    def retrieve(self, request: Request, public_id: uuid.UUID) -> Response:
        """Whoever has it may read the sheet, and write if you let them."""
        self.asked()
        sheet = sheet_find(public_id=public_id)
        require_manage(sheet_access(sheet=sheet, visitor=sheet_visitor_of_call(request)))
        return self._tell(sheet_link_active(sheet=sheet))

    @extend_schema(summary="A new link", request=None, responses=SheetLinkShown, examples=[_LINK])
    def rotate(self, request: Request, public_id: uuid.UUID) -> Response:
        """Whoever had the old one needs the new one."""
        visitor = sheet_visitor_of_call(request)
        return self._tell(sheet_link_rotate(public_id=public_id, visitor=visitor))

    @extend_schema(summary="Withdraw the link", responses={204: None})
    def revoke(self, request: Request, public_id: uuid.UUID) -> Response:
        """Nobody can open the sheet with it from now on."""
        sheet_link_revoke(public_id=public_id, visitor=sheet_visitor_of_call(request))
        return self.done()

    def _tell(self, link: SheetLink | None) -> Response:
        if link is None:
            return self.tell(SheetLinkShown, {"address": None, "token": None, "created_at": None})
        token = sheet_link_token(link=link)
        told = {
            "address": self.request.build_absolute_uri(reverse("sheets:link", args=[token])),
            "token": token,
            "created_at": link.created_at,
        }
        return self.tell(SheetLinkShown, told)


class SheetRatingViewSet(ApiViewSet):
    """A match is rated when both sides wish it and everybody at the table has an account."""

    tag = "Sheets"
    thing = "sheet_rating"
    area = Area.SHEETS

    @extend_schema(
        summary="Whether a match is rated",
        parameters=[LINK],
        responses=SheetRatingShown,
        examples=[_RATING],
    )
    def retrieve(self, request: Request, public_id: uuid.UUID) -> Response:
        """What each side says to it, what stands in the way, and what it did to the ratings."""
        self.asked()
        visitor = sheet_visitor_of_call(request)
        sheet = sheet_find(public_id=public_id)
        require_read(sheet_access(sheet=sheet, visitor=visitor))
        return self.tell(SheetRatingShown, _rating_told(sheet, visitor))

    @extend_schema(
        summary="Wish that a match is rated",
        request=SideBody,
        responses=SheetRatingShown,
        examples=[_RATING, OpenApiExample("Your side", value={"side": 0}, request_only=True)],
    )
    def wish(self, request: Request, public_id: uuid.UUID) -> Response:
        """For your own side. If the other one does too, the match is rated once it is confirmed.
        Wishing again changes nothing."""
        visitor = self._reading(public_id)
        side = self.sent(SideBody)["side"]
        sheet_wish_give(public_id=public_id, visitor=visitor, side=side)
        return self.tell(SheetRatingShown, _rating_told(sheet_find(public_id=public_id), visitor))

    @extend_schema(summary="Wish it no longer", parameters=[SideQuery], responses={204: None})
    def wish_no_more(self, request: Request, public_id: uuid.UUID) -> Response:
        """As long as the match is not rated. Either of two partners can."""
        visitor = self._reading(public_id)
        side = self.asked(SideQuery)["side"]
        sheet_wish_take_back(public_id=public_id, visitor=visitor, side=side)
        return self.done()

    def _reading(self, public_id: uuid.UUID) -> Visitor:
        """Strangers are told nothing else before that."""
        visitor = sheet_visitor_of_call(self.request)
        require_read(sheet_access(sheet=sheet_find_to_judge(public_id=public_id), visitor=visitor))
        return visitor


def _rating_told(sheet: Sheet, visitor: Visitor) -> dict[str, Any]:
    rating = sheet_rating(sheet=sheet, visitor=visitor)
    if rating is not None:
        ladder, obstacle = rating.ladder, rating.obstacle
    else:  # nobody's concern here
        ladder = sheet_ladder(sheet=sheet)
        obstacle = sheet_obstacle(sheet=sheet, ladder=ladder)
    return {
        "ladder": None if ladder is None else ladder.slug,
        "counts": rating is not None and rating.counts,
        "confirmed": sheet.status == Sheet.Status.CONFIRMED,
        "agreed": rating is not None and rating.agreed,
        "obstacle": None if obstacle is None else obstacle.value,
        "text": "" if obstacle is None else obstacle.sentence,
        "sides": [] if rating is None else [_side_told(side) for side in rating.sides],
    }


def _side_told(side: RatingSide) -> dict[str, Any]:
    return {
        "number": side.number,
        "name": side.title,
        "agreed": side.agreed,
        "by": side.by,
        "is_yours": side.is_own,
        "members": [
            {"name": one.name, "change": round(float(elo_points(one.delta)), 2)}
            for one in side.members
        ],
    }
