"""The forms in which players are told."""

from collections.abc import Iterable
from typing import Any, Final

from django.urls import reverse
from rest_framework import serializers

from tournaments.api.fields import Body, Shown
from tournaments.api.people_forms import OpponentShown, PairShown, SummaryShown
from tournaments.models import Player, User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.selectors.people import (
    Reader,
    invitations_open,
    player_is_managed_by,
    player_is_own,
    player_may_read,
)

PLAYER_EXAMPLE: Final = {
    "id": "k3Jx0cPq2mZs81Ta",
    "name": "Beto",
    "is_you": False,
    "is_guest": True,
    "has_account": False,
    "is_readable": True,
    "invited_until": None,
    "page": "/players/k3Jx0cPq2mZs81Ta/",
}


class PlayerShown(Shown):
    """Somebody who plays."""

    id = serializers.CharField()
    name = serializers.CharField()
    is_you = serializers.BooleanField()
    is_guest = serializers.BooleanField(
        help_text="Whether you answer for them: you added them, and nobody has claimed them."
    )
    has_account = serializers.BooleanField()
    is_readable = serializers.BooleanField(help_text="Whether you may open their history.")
    invited_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when your invitation works; null: there is none."
    )
    page = serializers.CharField()


class PlayerDetailShown(PlayerShown):
    """Somebody who plays, and what came of it."""

    history_public = serializers.BooleanField(help_text="Whether anybody may read it.")
    summary = SummaryShown()
    opponents = OpponentShown(many=True, help_text="Met most often, as far as you may know them.")
    pairs = PairShown(many=True, help_text="Those that you may read.")


class PlayerBody(Body):
    """Somebody without an account."""

    name = serializers.CharField(
        max_length=DISPLAY_NAME_MAX_LENGTH, help_text="As everybody at the table knows them."
    )


class InvitationLinkShown(Shown):
    """A link with which one person, once, makes a guest's results their own."""

    address = serializers.CharField(help_text="To be sent to the guest; it is told this once.")
    token = serializers.CharField(help_text="Its last part, for `/invitations/`.")
    expires_at = serializers.DateTimeField()


def players_rows(players: Iterable[Player], reader: Reader) -> Iterable[dict[str, Any]]:
    """Players as a list tells them, to who may read their names."""
    invited = invitations_open(account=reader) if isinstance(reader, User) else {}
    return [
        {
            "id": player.public_id,
            "name": player.public_name,
            "is_you": player_is_own(player=player, reader=reader),
            "is_guest": player_is_managed_by(player=player, account=reader),
            "has_account": player.account_id is not None,
            "is_readable": player_may_read(player=player, reader=reader),
            "invited_until": invited[player.pk].expires_at if player.pk in invited else None,
            "page": reverse("player", args=[player.public_id]),
        }
        for player in players
    ]
