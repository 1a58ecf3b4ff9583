"""Who helps the owner of a league, and who the owner is."""

from typing import Any, ClassVar, Final

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Body, PageQuery, Shown, page_of
from tournaments.api.league_calls import LeagueCallsViewSet
from tournaments.api.league_forms import LeagueShown
from tournaments.api.league_leagues import LEAGUE_TOLD, league_told
from tournaments.api.once import once_per_key
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.models import LeagueOfficial
from tournaments.rate_limits import LEAGUE_OFFICIAL
from tournaments.services.leagues.officials import (
    ADDRESS_MAX_LENGTH,
    league_owner_transfer,
    official_add,
    official_remove,
)

_EXAMPLE: Final[dict[str, Any]] = {
    "account": "58",
    "name": "Hector",
    "role": "scorer",
    "added_at": "2026-10-02T18:00:00Z",
}
_TOLD: Final = OpenApiExample("A scorer", value=_EXAMPLE, response_only=True)


class OfficialShown(Shown):
    """Somebody with an office."""

    account = serializers.CharField(source="account_id")
    name = serializers.CharField(source="account.public_name")
    role = serializers.ChoiceField(choices=LeagueOfficial.Role.choices)
    added_at = serializers.DateTimeField()


class OfficialSent(Body):
    """Who, and what they may do."""

    email_or_name = serializers.CharField(
        max_length=ADDRESS_MAX_LENGTH, help_text="Of the account; a name must be the whole name."
    )
    role = serializers.ChoiceField(
        choices=LeagueOfficial.Role.choices,
        default=LeagueOfficial.Role.CO_ORGANIZER.value,
        help_text="A co-organizer does everything but officials and calling the league off; a "
        "scorer enters results of all matches.",
    )


class LeagueOfficialsViewSet(LeagueCallsViewSet):
    """For the owner only."""

    thing = "league_officials"
    own_actions: ClassVar[frozenset[str]] = frozenset({"list", "retrieve"})

    @extend_schema(
        summary="Who helps",
        parameters=[PageQuery],
        responses=page_of(OfficialShown),
        examples=[
            OpenApiExample(
                "Helpers",
                value={"next": None, "previous": None, "results": [_EXAMPLE]},
                response_only=True,
            )
        ],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """For the owner: co-organizers first, then scorers."""
        self.asked(PageQuery)
        access = self.league(public_id, LeagueAction.MANAGE_OFFICIALS)
        held = access.league.officials.select_related("account").order_by("role", "pk")
        return self.page_of_items(list(held), OfficialShown)

    @extend_schema(
        summary="Give somebody an office",
        request=OfficialSent,
        responses={201: OfficialShown},
        examples=[
            OpenApiExample(
                "A scorer",
                value={"email_or_name": "hector@example.org", "role": "scorer"},
                request_only=True,
            ),
            _TOLD,
        ],
    )
    @once_per_key
    def create(self, request: Request, public_id: str) -> Response:
        """For the owner. Whoever has another office has this one instead."""
        self.league(public_id, LeagueAction.MANAGE_OFFICIALS)
        sent = self.sent(OfficialSent)
        self.count(LEAGUE_OFFICIAL)
        made = official_add(public_id=public_id, visitor=self.visitor, **sent)
        address = reverse(
            "api:league_official", kwargs={"public_id": public_id, "account_id": made.account_id}
        )
        return self.created(OfficialShown, made, address=address)

    @extend_schema(summary="Somebody who helps", responses=OfficialShown, examples=[_TOLD])
    def retrieve(self, request: Request, public_id: str, account_id: int) -> Response:
        """For the owner."""
        self.asked()
        access = self.league(public_id, LeagueAction.MANAGE_OFFICIALS)
        return self.tell(OfficialShown, _official(access, account_id))

    @extend_schema(summary="Take an office away", responses={204: None})
    def remove(self, request: Request, public_id: str, account_id: int) -> Response:
        """For the owner. To take one that nobody has changes nothing."""
        official_remove(public_id=public_id, visitor=self.visitor, account_id=account_id)
        return self.done()

    @extend_schema(
        summary="Hand the league over", request=None, responses=LeagueShown, examples=[LEAGUE_TOLD]
    )
    def hand_over(self, request: Request, public_id: str, account_id: int) -> Response:
        """Give the league to one of its co-organizers, and stay as one: only the new owner can give
        it back."""
        access = self.league(public_id, LeagueAction.MANAGE_OFFICIALS)
        _official(access, account_id)
        league_owner_transfer(public_id=public_id, visitor=self.visitor, account_id=account_id)
        return self.tell(LeagueShown, league_told(self.league(public_id)))


def _official(access: LeagueAccess, account_id: int) -> LeagueOfficial:
    held = access.league.officials.select_related("account")
    found = held.filter(account_id=account_id).first()
    if found is None:
        raise Http404
    return found
