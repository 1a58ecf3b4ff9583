"""Whose token it is."""

from typing import ClassVar

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Body, Shown
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import SCOPES, Area
from tournaments.models import User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.services.accounts import account_profile_update
from tournaments.services.people import player_history_publish, player_of_account

_EXAMPLE = OpenApiExample(
    "An author",
    value={
        "name": "Rosa",
        "language": "es",
        "player": "k3Jx0cPq2mZs81Ta",
        "history_public": False,
        "token": {
            "name": "laptop",
            "scopes": ["bots:write"],
            "expires_at": "2027-01-01T00:00:00Z",
        },
    },
    response_only=True,
)


class TokenShown(Shown):
    """The token of this call."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES)))
    expires_at = serializers.DateTimeField()


class MeShown(Shown):
    """An account, as it sees itself."""

    name = serializers.CharField(help_text="What everybody sees beside your results.")
    language = serializers.CharField(help_text="`en`, `es`, `de`, or empty: the browser's.")
    player = serializers.CharField(help_text="You as a player: an id for `/players/`.")
    history_public = serializers.BooleanField(help_text="Whether anybody may read your history.")
    token = TokenShown()


class MeChange(Body):
    """What is not sent stays as it is."""

    name = serializers.CharField(required=False, max_length=DISPLAY_NAME_MAX_LENGTH)
    language = serializers.ChoiceField(
        required=False, allow_blank=True, choices=[code for code, _name in settings.LANGUAGES]
    )
    history_public = serializers.BooleanField(required=False)


class MeViewSet(ApiViewSet):
    """One's own account."""

    tag = "Me"
    thing = "me"
    area = Area.PEOPLE
    own_actions: ClassVar[frozenset[str]] = frozenset({"retrieve"})
    # Any token may ask whose it is.
    any_token_actions: ClassVar[frozenset[str]] = frozenset({"retrieve"})

    @extend_schema(summary="Whose token this is", responses=MeShown, examples=[_EXAMPLE])
    def retrieve(self, request: Request) -> Response:
        """Your name, and what this token may do until when."""
        self.asked()
        return self._tell(self.account)

    @extend_schema(
        summary="Change your profile",
        request=MeChange,
        responses=MeShown,
        examples=[
            _EXAMPLE,
            OpenApiExample("In Spanish", value={"language": "es"}, request_only=True),
        ],
    )
    def change(self, request: Request) -> Response:
        """Name, language, and whether anybody may read your history."""
        wish = self.sent(MeChange)
        account = self.account
        if "name" in wish or "language" in wish:
            account_profile_update(
                account=account,
                display_name=wish.get("name", account.display_name),
                language=wish.get("language", account.language),
            )
        if "history_public" in wish:
            player_history_publish(account=account, public=wish["history_public"])
        return self._tell(account)

    def _tell(self, account: User) -> Response:
        player = player_of_account(account=account)
        told = {
            "name": account.public_name,
            "language": account.language,
            "player": player.public_id,
            "history_public": player.history_public,
            "token": self.request.auth,
        }
        return self.tell(MeShown, told)
