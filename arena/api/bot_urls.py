"""Routes of bots."""

from django.urls import URLPattern, path, register_converter
from rest_framework.parsers import MultiPartParser

from arena.api.bot_ratings import BotRatingViewSet
from arena.api.bot_versions import BotVersionViewSet
from arena.api.bot_versus import BotVersusViewSet
from arena.api.bots import BotViewSet
from arena.api.rules import ProfileViewSet
from tournaments.url_converters import TokenConverter

register_converter(TokenConverter, "api_bot_id")

_BOT = "bots/<api_bot_id:public_id>/"
_VERSION = f"{_BOT}versions/<int:number>/"

urlpatterns: list[URLPattern] = [
    # Files are taken where something is created only.
    path(
        "bots/",
        BotViewSet.as_view({"get": "list", "post": "create"}, parser_classes=[MultiPartParser]),
        name="bots",
    ),
    path(_BOT, BotViewSet.as_view({"get": "retrieve", "patch": "change"}), name="bot"),
    path(f"{_BOT}retire/", BotViewSet.as_view({"post": "retire"}), name="bot_retire"),
    path(f"{_BOT}return/", BotViewSet.as_view({"post": "come_back"}), name="bot_return"),
    path(
        f"{_BOT}versions/",
        BotVersionViewSet.as_view(
            {"get": "list", "post": "create"}, parser_classes=[MultiPartParser]
        ),
        name="bot_versions",
    ),
    path(_VERSION, BotVersionViewSet.as_view({"get": "retrieve"}), name="bot_version"),
    path(
        f"{_VERSION}activate/",
        BotVersionViewSet.as_view({"post": "activate"}),
        name="bot_version_activate",
    ),
    path(
        f"{_VERSION}check/", BotVersionViewSet.as_view({"post": "check"}), name="bot_version_check"
    ),
    path(f"{_VERSION}file/", BotVersionViewSet.as_view({"get": "file"}), name="bot_version_file"),
    path(f"{_VERSION}log/", BotVersionViewSet.as_view({"get": "log"}), name="bot_version_log"),
    path(
        f"{_VERSION}events/",
        BotVersionViewSet.as_view({"get": "events"}),
        name="bot_version_events",
    ),
    path(f"{_BOT}ratings/", BotRatingViewSet.as_view({"get": "list"}), name="bot_ratings"),
    path(f"{_BOT}history/", BotRatingViewSet.as_view({"get": "history"}), name="bot_history"),
    path(f"{_BOT}opponents/", BotRatingViewSet.as_view({"get": "opponents"}), name="bot_opponents"),
    path(f"{_BOT}timings/", BotRatingViewSet.as_view({"get": "timings"}), name="bot_timings"),
    path(
        f"{_BOT}versus/<api_bot_id:other_id>/",
        BotVersusViewSet.as_view({"get": "retrieve"}),
        name="bot_versus",
    ),
    path("rules/profiles/", ProfileViewSet.as_view({"get": "list"}), name="rule_profiles"),
    path(
        "rules/profiles/<slug:game>/<slug:name>/",
        ProfileViewSet.as_view({"get": "retrieve"}),
        name="rule_profile",
    ),
]
