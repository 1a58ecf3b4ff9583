"""Routes of players, pairs, invitations and rule sets."""

from django.urls import URLPattern, path

from tournaments.api.invitations import InvitationViewSet
from tournaments.api.pairs import PairViewSet
from tournaments.api.player_ratings import PlayerRatingViewSet
from tournaments.api.players import PlayerViewSet
from tournaments.api.rule_sets import RuleSetViewSet

_PLAYER = "players/<token:public_id>/"
_PAIR = "pairs/<token:public_id>/"
_RULE_SET = "rule-sets/<token:public_id>/"

urlpatterns: list[URLPattern] = [
    path("players/", PlayerViewSet.as_view({"get": "list", "post": "create"}), name="players"),
    path(
        _PLAYER,
        PlayerViewSet.as_view({"get": "retrieve", "patch": "change", "delete": "destroy"}),
        name="player",
    ),
    path(
        f"{_PLAYER}invitation/",
        PlayerViewSet.as_view({"post": "invite", "delete": "uninvite"}),
        name="player_invitation",
    ),
    path(f"{_PLAYER}history/", PlayerViewSet.as_view({"get": "history"}), name="player_history"),
    path(
        f"{_PLAYER}versus/<token:other_id>/",
        PlayerViewSet.as_view({"get": "versus"}),
        name="players_versus",
    ),
    path(
        f"{_PLAYER}versus/<token:other_id>/matches/",
        PlayerViewSet.as_view({"get": "versus_matches"}),
        name="players_versus_matches",
    ),
    path(f"{_PLAYER}ratings/", PlayerRatingViewSet.as_view({"get": "list"}), name="player_ratings"),
    path(
        f"{_PLAYER}ratings/<slug:slug>/",
        PlayerRatingViewSet.as_view({"get": "retrieve"}),
        name="player_rating",
    ),
    path("pairs/", PairViewSet.as_view({"get": "list"}), name="pairs"),
    path(_PAIR, PairViewSet.as_view({"get": "retrieve"}), name="pair"),
    path(f"{_PAIR}history/", PairViewSet.as_view({"get": "history"}), name="pair_history"),
    path(
        f"{_PAIR}versus/<token:other_id>/",
        PairViewSet.as_view({"get": "versus"}),
        name="pairs_versus",
    ),
    path(
        f"{_PAIR}versus/<token:other_id>/matches/",
        PairViewSet.as_view({"get": "versus_matches"}),
        name="pairs_versus_matches",
    ),
    path(
        "invitations/<token:token>/",
        InvitationViewSet.as_view({"get": "retrieve", "post": "accept"}),
        name="invitation",
    ),
    path("rule-sets/", RuleSetViewSet.as_view({"get": "list", "post": "create"}), name="rule_sets"),
    path(
        _RULE_SET,
        RuleSetViewSet.as_view({"get": "retrieve", "patch": "change"}),
        name="rule_set",
    ),
    path(
        f"{_RULE_SET}archive/", RuleSetViewSet.as_view({"post": "archive"}), name="rule_set_archive"
    ),
    path(
        f"{_RULE_SET}restore/", RuleSetViewSet.as_view({"post": "restore"}), name="rule_set_restore"
    ),
    path(
        f"{_RULE_SET}versions/<int:number>/",
        RuleSetViewSet.as_view({"get": "version"}),
        name="rule_set_version",
    ),
]
