"""Routes of matches, challenges and A/B tests."""

from django.urls import URLPattern, path, register_converter

from arena.api.ab_tests import AbTestEventsViewSet, AbTestViewSet
from arena.api.challenges import ChallengeViewSet
from arena.api.matches import MatchEventsViewSet, MatchViewSet
from tournaments.url_converters import TokenConverter

register_converter(TokenConverter, "api_match_id")
register_converter(TokenConverter, "api_ab_id")

_MATCH = "matches/<api_match_id:public_id>/"
_TEST = "ab-tests/<api_ab_id:public_id>/"

urlpatterns: list[URLPattern] = [
    path("matches/", MatchViewSet.as_view({"get": "list"}), name="matches"),
    path(_MATCH, MatchViewSet.as_view({"get": "retrieve"}), name="match"),
    path(f"{_MATCH}replay/", MatchViewSet.as_view({"get": "replay"}), name="match_replay"),
    path(f"{_MATCH}logs/<int:side>/", MatchViewSet.as_view({"get": "log"}), name="match_log"),
    path(
        f"{_MATCH}games/<int:board>/<int:rotation>/",
        MatchViewSet.as_view({"get": "game"}),
        name="match_game",
    ),
    path(f"{_MATCH}events/", MatchEventsViewSet.as_view({"get": "events"}), name="match_events"),
    path(f"{_MATCH}withdraw/", MatchViewSet.as_view({"post": "withdraw"}), name="match_withdraw"),
    path(
        "challenges/",
        ChallengeViewSet.as_view({"get": "list", "post": "create"}),
        name="challenges",
    ),
    path("challenges/terms/", ChallengeViewSet.as_view({"get": "terms"}), name="challenge_terms"),
    path("ab-tests/", AbTestViewSet.as_view({"get": "list", "post": "create"}), name="ab_tests"),
    path("ab-tests/terms/", AbTestViewSet.as_view({"get": "terms"}), name="ab_terms"),
    path(_TEST, AbTestViewSet.as_view({"get": "retrieve"}), name="ab_test"),
    path(f"{_TEST}stop/", AbTestViewSet.as_view({"post": "stop"}), name="ab_test_stop"),
    path(f"{_TEST}events/", AbTestEventsViewSet.as_view({"get": "events"}), name="ab_test_events"),
]
