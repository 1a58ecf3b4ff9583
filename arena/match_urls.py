"""Routes of matches."""

from django.urls import path, register_converter

from arena.views.matches import events, games, lists, pages
from tournaments.url_converters import TokenConverter

register_converter(TokenConverter, "match_id")

app_name = "matches"

_MATCH = "<match_id:public_id>/"

urlpatterns = [
    path("", lists.match_list, name="list"),
    path("mine/", lists.match_list_mine, name="mine"),
    path(_MATCH, pages.match, name="match"),
    path(f"{_MATCH}part/", pages.part, name="part"),
    path(f"{_MATCH}events/", events.events, name="events"),
    path(f"{_MATCH}withdraw/", pages.withdraw, name="withdraw"),
    path(f"{_MATCH}replay/", pages.replay, name="replay"),
    path(f"{_MATCH}log/<int:side>/", pages.log, name="log"),
    path(f"{_MATCH}games/<int:board>/<int:rotation>/", games.game, name="game"),
]
