"""Invitations: what is behind the link that a guest was sent."""

from typing import ClassVar

from django.core.exceptions import ValidationError
from django.http import Http404
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Shown
from tournaments.api.player_forms import PLAYER_EXAMPLE, PlayerShown, players_rows
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.selectors.people import invitation_find
from tournaments.services.invitations import invitation_accept, invitation_token_hash


class InvitationShown(Shown):
    """Who invites whom."""

    player = serializers.CharField(help_text="The name of the guest whose results can be claimed.")
    invited_by = serializers.CharField()
    is_yours = serializers.BooleanField(help_text="Whether you have made this link yourself.")
    expires_at = serializers.DateTimeField()


class InvitationViewSet(ApiViewSet):
    """Behind a link that works: unknown, used, withdrawn and too old ones look alike."""

    tag = "People"
    thing = "invitations"
    area = Area.PEOPLE
    any_token_actions: ClassVar[frozenset[str]] = frozenset({"retrieve"})

    @extend_schema(
        summary="An invitation",
        responses=InvitationShown,
        examples=[
            OpenApiExample(
                "An invitation",
                value={
                    "player": "Beto",
                    "invited_by": "Rosa",
                    "is_yours": False,
                    "expires_at": "2026-12-01T12:00:00Z",
                },
                response_only=True,
            )
        ],
    )
    @sensitive_variables("token")
    def retrieve(self, request: Request, token: str) -> Response:
        """Nothing happens by looking at it. Anybody who has the link may."""
        self.asked()
        found = invitation_find(token_hash=invitation_token_hash(token))
        if found is None:
            raise Http404
        told = {
            "player": found.player.public_name,
            "invited_by": found.created_by.public_name,
            "is_yours": found.created_by_id == request.user.pk,
            "expires_at": found.expires_at,
        }
        return self.tell(InvitationShown, told)

    @extend_schema(
        summary="Accept an invitation",
        request=None,
        responses=PlayerShown,
        examples=[
            OpenApiExample(
                "You",
                value={**PLAYER_EXAMPLE, "is_you": True, "is_guest": False, "has_account": True},
                response_only=True,
            )
        ],
    )
    @sensitive_variables("token")
    def accept(self, request: Request, token: str) -> Response:
        """The guest's results become yours, for good; the answer is you as a player. 409 says why
        it cannot be: the link is used, withdrawn or too old, or you and the guest have sat at one
        table."""
        try:
            player = invitation_accept(token=token, account=self.account)
        except ValidationError as error:
            if getattr(error, "code", None) == "unknown":
                raise Http404 from error
            raise
        (told,) = players_rows([player], request.user)
        return self.tell(PlayerShown, told)
