"""Routes of the operators."""

from django.urls import path, register_converter

from arena.views.operators import bots, events, matches, page
from tournaments.url_converters import TokenConverter

register_converter(TokenConverter, "operators_id")

app_name = "operators"

_MATCH = "matches/<operators_id:public_id>/"
_BOT = "bots/<operators_id:public_id>/"

urlpatterns = [
    path("", page.page, name="page"),
    path("part/", page.part, name="part"),
    path("events/", events.events, name="events"),
    path("find/", matches.find, name="find"),
    path("pause/", page.pause, name="pause"),
    path("drain/", page.drain, name="drain"),
    path("resume/", page.resume, name="resume"),
    path(_MATCH, matches.match, name="match"),
    path(f"{_MATCH}requeue/", matches.requeue, name="match_requeue"),
    path(f"{_MATCH}void/", matches.void, name="match_void"),
    path(_BOT, bots.bot, name="bot"),
    path(f"{_BOT}bench/", bots.bench, name="bot_bench"),
    path(f"{_BOT}unbench/", bots.unbench, name="bot_unbench"),
]
