"""Players: one's list of people to play with, its guests, and what anybody has played."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import PageQuery, page_of
from tournaments.api.once import once_per_key
from tournaments.api.people_forms import (
    MATCH_EXAMPLE,
    SUMMARY_EXAMPLE,
    VERSUS_EXAMPLE,
    HistoryMatchShown,
    VersusShown,
    opponents_told,
    pairs_told,
)
from tournaments.api.people_histories import HistoryViews
from tournaments.api.player_forms import (
    PLAYER_EXAMPLE,
    InvitationLinkShown,
    PlayerBody,
    PlayerDetailShown,
    PlayerShown,
    players_rows,
)
from tournaments.api_scopes import Area
from tournaments.models import Player
from tournaments.selectors.histories import (
    history_opponents,
    history_summary,
    sides_of_player,
)
from tournaments.selectors.people import (
    guest_find,
    pairs_of_player,
    player_find,
    player_is_insider,
    player_is_own,
    player_may_read,
    players_known,
)
from tournaments.selectors.versus import Versus, versus_of_players
from tournaments.services.invitations import invitation_create, invitation_revoke
from tournaments.services.people import player_create, player_forget, player_rename

_GUEST: Final = OpenApiExample("A guest", value=PLAYER_EXAMPLE, response_only=True)
_NAME: Final = OpenApiExample("A name", value={"name": "Beto"}, request_only=True)
_MATCH: Final = OpenApiExample("A match", value=MATCH_EXAMPLE, response_only=True)


class PlayerViewSet(HistoryViews):
    """Players, and what they played."""

    tag = "People"
    thing = "players"
    area = Area.PEOPLE
    own_actions: ClassVar[frozenset[str]] = frozenset({"list"})

    @extend_schema(
        summary="Your list of people",
        parameters=[PageQuery],
        responses=page_of(PlayerShown),
        examples=[_GUEST],
    )
    def list(self, request: Request) -> Response:
        """Those whom you play with, yourself not among them: `/me/` names you as a player."""
        self.asked(PageQuery)
        account = self.account
        return self.page(players_known(account=account), PlayerShown, self._rows)

    @extend_schema(
        summary="Add somebody",
        request=PlayerBody,
        responses={201: PlayerShown},
        examples=[_GUEST, _NAME],
    )
    @once_per_key
    def create(self, request: Request) -> Response:
        """A guest: somebody without an account, under a name. They can claim their results later,
        by an invitation."""
        added = player_create(name=self.sent(PlayerBody)["name"], actor=self.account)
        address = reverse("api:player", args=[added.public_id])
        return self.created(PlayerShown, self._row(added), address=address)

    @extend_schema(
        summary="A player",
        responses=PlayerDetailShown,
        examples=[
            OpenApiExample(
                "A guest",
                value={
                    **PLAYER_EXAMPLE,
                    "history_public": False,
                    "summary": SUMMARY_EXAMPLE,
                    "opponents": [{"id": "Zs81Tak3Jx0cPq2m", "name": "Rosa", "matches": 9}],
                    "pairs": [],
                },
                response_only=True,
            )
        ],
    )
    def retrieve(self, request: Request, public_id: str) -> Response:
        """Yourself, your guests, and whoever has opened their history to everybody."""
        self.asked()
        player, insider = self._readable(public_id)
        told = {
            **self._row(player),
            "history_public": player.history_public,
            "summary": history_summary(sides=sides_of_player(player=player)),
            "opponents": opponents_told(
                history_opponents(player=player, reader=request.user, insider=insider)
            ),
            "pairs": pairs_told(pairs_of_player(player=player, reader=request.user), request.user),
        }
        return self.tell(PlayerDetailShown, told)

    @extend_schema(
        summary="Rename a guest",
        request=PlayerBody,
        responses=PlayerShown,
        examples=[_GUEST, _NAME],
    )
    def change(self, request: Request, public_id: str) -> Response:
        """Whoever has an account names themselves."""
        guest = self._guest(public_id)
        name = self.sent(PlayerBody)["name"]
        renamed = player_rename(player=guest, name=name, actor=self.account)
        return self.tell(PlayerShown, self._row(renamed))

    @extend_schema(summary="Take somebody off your list", responses={204: None})
    def destroy(self, request: Request, public_id: str) -> Response:
        """Results stay; a guest who never played is gone altogether."""
        account = self.account
        known = players_known(account=account).filter(public_id=public_id).first()
        if known is None:
            raise Http404
        player_forget(player=known, actor=account)
        return self.done()

    @extend_schema(
        summary="Invite a guest",
        request=None,
        responses=InvitationLinkShown,
        examples=[
            OpenApiExample(
                "A link",
                value={
                    "address": "https://durako.example/invitations/3q2-7wEAAA/",
                    "token": "3q2-7wEAAA",
                    "expires_at": "2026-12-01T12:00:00Z",
                },
                response_only=True,
            )
        ],
    )
    def invite(self, request: Request, public_id: str) -> Response:
        """A new link; one that you sent before ends. Only its hash is kept, so it is told this
        once."""
        invitation, token = invitation_create(player=self._guest(public_id), actor=self.account)
        told = {
            "address": request.build_absolute_uri(reverse("invitation", args=[token])),
            "token": token,
            "expires_at": invitation.expires_at,
        }
        return self.tell(InvitationLinkShown, told)

    @extend_schema(summary="Withdraw an invitation", responses={204: None})
    def uninvite(self, request: Request, public_id: str) -> Response:
        """The guest's link works no longer."""
        invitation_revoke(player=self._guest(public_id), actor=self.account)
        return self.done()

    @extend_schema(
        summary="A player's matches",
        parameters=[PageQuery],
        responses=page_of(HistoryMatchShown),
        examples=[_MATCH],
    )
    def history(self, request: Request, public_id: str) -> Response:
        """What both sides have confirmed, the latest first."""
        player, insider = self._readable(public_id)
        return self.history_page(
            sides_of_player(player=player),
            of=[player],
            insider=insider,
            seen_by=player,
            with_sheets=player_is_own(player=player, reader=request.user),
        )

    @extend_schema(
        summary="Two players against each other",
        responses=VersusShown,
        examples=[OpenApiExample("Two", value=VERSUS_EXAMPLE, response_only=True)],
    )
    def versus(self, request: Request, public_id: str, other_id: str) -> Response:
        """On opposite sides, alone or with partners. You may read about whom you, or your guest,
        have met; everybody else, what both have opened."""
        self.asked()
        return self.versus_told(self._versus(public_id, other_id))

    @extend_schema(
        summary="The matches of two players",
        parameters=[PageQuery],
        responses=page_of(HistoryMatchShown),
        examples=[_MATCH],
    )
    def versus_matches(self, request: Request, public_id: str, other_id: str) -> Response:
        """Seen from the first one's side, the latest first."""
        return self.versus_page(self._versus(public_id, other_id))

    def _versus(self, public_id: str, other_id: str) -> Versus:
        reader = self.request.user
        found = versus_of_players(public_id=public_id, other_id=other_id, reader=reader)
        if found is None:
            raise Http404
        return found

    def _readable(self, public_id: str) -> tuple[Player, bool]:
        """A player that this reader may read about, and whether as an insider."""
        found, reader = player_find(public_id=public_id), self.request.user
        if found is None or not player_may_read(player=found, reader=reader):
            raise Http404
        return found, player_is_insider(player=found, reader=reader)

    def _guest(self, public_id: str) -> Player:
        found = guest_find(public_id=public_id, account=self.account)
        if found is None:
            raise Http404
        return found

    def _row(self, player: Player) -> dict[str, Any]:
        (row,) = self._rows([player])
        return row

    def _rows(self, players: Iterable[Player]) -> Iterable[dict[str, Any]]:
        return players_rows(players, self.request.user)
