"""Routes of bots."""

from django.urls import path, register_converter

from arena.views.bots import authoring, events, lists, pages, versus
from arena.views.matches import challenge
from tournaments.url_converters import TokenConverter

register_converter(TokenConverter, "bot_id")

app_name = "bots"

_VERSION = "<bot_id:public_id>/versions/<int:number>/"

urlpatterns = [
    path("", lists.bot_list, name="list"),
    path("mine/", lists.bot_list_mine, name="mine"),
    path("new/", authoring.bot_new, name="new"),
    path("<bot_id:public_id>/", pages.bot, name="bot"),
    path("<bot_id:public_id>/versus/<bot_id:other_id>/", versus.versus, name="versus"),
    path("<bot_id:public_id>/edit/", authoring.bot_words, name="edit"),
    path("<bot_id:public_id>/upload/", authoring.bot_upload, name="upload"),
    path("<bot_id:public_id>/retire/", authoring.retire, name="retire"),
    path("<bot_id:public_id>/return/", authoring.come_back, name="return"),
    path("<bot_id:public_id>/challenge/", challenge.challenge, name="challenge"),
    path(_VERSION, pages.version, name="version"),
    path(f"{_VERSION}check/", pages.check_part, name="check_part"),
    path(f"{_VERSION}check/again/", pages.check_again, name="check"),
    path(f"{_VERSION}events/", events.events, name="events"),
    path(f"{_VERSION}activate/", pages.activate, name="activate"),
    path(f"{_VERSION}file/", pages.archive, name="archive"),
    path(f"{_VERSION}log/", pages.log, name="log"),
]
