"""Routes of A/B tests."""

from django.urls import path, register_converter

from arena.views.ab import events, new, pages
from tournaments.url_converters import TokenConverter

register_converter(TokenConverter, "ab_id")

app_name = "ab"

_TEST = "<ab_id:public_id>/"

urlpatterns = [
    path("", pages.ab_list, name="list"),
    path("new/", new.ab_new, name="new"),
    path(_TEST, pages.ab_test, name="test"),
    path(f"{_TEST}part/", pages.part, name="part"),
    path(f"{_TEST}events/", events.events, name="events"),
    path(f"{_TEST}stop/", pages.stop, name="stop"),
]
