"""Links of a league: to ask for a place, or to enter scores, until they are switched off."""

from typing import Any, ClassVar, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Body, PageQuery, Shown, page_of
from tournaments.api.league_calls import LeagueCallsViewSet
from tournaments.api.once import once_per_key
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_link_words import link_words
from tournaments.league_shown import Field, field_of
from tournaments.models import LeagueLink
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH
from tournaments.selectors.league_links import league_link_token, league_links_active
from tournaments.services.leagues.links import link_make, link_revoke

_EXAMPLE: Final[dict[str, Any]] = {
    "id": "9",
    "kind": "round",
    "round": 2,
    "fixture": None,
    "text": "Scores of round 2",
    "address": "https://durako.example/leagues/link/Q2fX8m0sK4vL7tYb/",
    "created_at": "2026-10-15T17:55:00Z",
}
_TOLD: Final = OpenApiExample("For a scorer", value=_EXAMPLE, response_only=True)


class LinkShown(Shown):
    """A link that works."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=LeagueLink.Kind.choices)
    round = serializers.IntegerField(allow_null=True, help_text="Its number.")
    fixture = serializers.CharField(allow_null=True, help_text="Its id.")
    text = serializers.CharField(help_text="What it is for.")
    address = serializers.CharField(
        help_text="Whoever has it may do what it allows: give it to nobody else."
    )
    created_at = serializers.DateTimeField()


class LinkSent(Body):
    """What the link is for."""

    kind = serializers.ChoiceField(choices=LeagueLink.Kind.choices)
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=32_767, help_text="Of `round`: its number."
    )
    fixture = serializers.CharField(
        required=False, max_length=PUBLIC_ID_MAX_LENGTH, help_text="Of `fixture`: its id."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Only what its kind needs."""
        unfit = {"round", "fixture"} & attrs.keys() - {attrs["kind"]}
        if unfit:
            sentence = _("A link of this kind does not have this: leave it out.")
            raise serializers.ValidationError({name: [sentence] for name in unfit}, code="unfit")
        return attrs


class LeagueLinksViewSet(LeagueCallsViewSet):
    """For organizers."""

    thing = "league_links"
    own_actions: ClassVar[frozenset[str]] = frozenset({"list", "retrieve"})

    @extend_schema(
        summary="Links that work",
        parameters=[PageQuery],
        responses=page_of(LinkShown),
        examples=[
            OpenApiExample(
                "Links",
                value={"next": None, "previous": None, "results": [_EXAMPLE]},
                response_only=True,
            )
        ],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """For organizers, in the order in which they were made."""
        self.asked(PageQuery)
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        people = field_of(access.league)
        return self.page_of_items(
            list(league_links_active(league=access.league)),
            LinkShown,
            lambda found: [self._told(one, people) for one in found],
        )

    @extend_schema(
        summary="Make a link",
        request=LinkSent,
        responses={201: LinkShown},
        examples=[
            OpenApiExample("To ask for a place", value={"kind": "join"}, request_only=True),
            OpenApiExample("For a scorer", value={"kind": "round", "round": 2}, request_only=True),
            _TOLD,
        ],
    )
    @once_per_key
    def create(self, request: Request, public_id: str) -> Response:
        """For organizers. An older link for the same is switched off."""
        sent = self.sent(LinkSent)
        made = link_make(public_id=public_id, visitor=self.visitor, **sent)
        access = self.league(public_id)
        told = self._told(_link(access, made.pk), field_of(access.league))
        address = reverse("api:league_link", kwargs={"public_id": public_id, "link_id": made.pk})
        return self.created(LinkShown, told, address=address)

    @extend_schema(summary="A link", responses=LinkShown, examples=[_TOLD])
    def retrieve(self, request: Request, public_id: str, link_id: int) -> Response:
        """For organizers. One that is switched off is gone."""
        self.asked()
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        told = self._told(_link(access, link_id), field_of(access.league))
        return self.tell(LinkShown, told)

    @extend_schema(summary="Switch a link off", responses={204: None})
    def remove(self, request: Request, public_id: str, link_id: int) -> Response:
        """For organizers. It works no longer, from now on; one that is off stays so."""
        access = self.league(public_id, LeagueAction.MANAGE_LINKS)
        if not access.league.links.filter(pk=link_id).exists():
            raise Http404
        link_revoke(public_id=public_id, visitor=self.visitor, link_id=link_id)
        return self.done()

    def _told(self, link: LeagueLink, people: Field) -> dict[str, Any]:
        return {
            "id": str(link.pk),
            "kind": link.kind,
            "round": None if link.round is None else link.round.number,
            "fixture": None if link.fixture is None else link.fixture.public_id,
            "text": link_words(link, people)[0],
            "address": self._address(link),
            "created_at": link.created_at,
        }

    def _address(self, link: LeagueLink) -> str:
        path = reverse("leagues:link", args=[league_link_token(link=link)])
        return self.request.build_absolute_uri(path)


def _link(access: LeagueAccess, link_id: int) -> LeagueLink:
    found = league_links_active(league=access.league).filter(pk=link_id).first()
    if found is None:
        raise Http404
    return found
