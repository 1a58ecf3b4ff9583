"""Routes of the arena."""

from django.urls import URLPattern, URLResolver, include, path

from arena.views.authors import author_kit, authors
from arena.views.home import home

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("authors/", authors, name="authors"),
    path("authors/kit/<str:name>", author_kit, name="author_kit"),
    path("ab/", include("arena.ab_urls")),
    path("bots/", include("arena.bot_urls")),
    path("ladders/", include("arena.ladder_urls")),
    path("matches/", include("arena.match_urls")),
    path("operators/", include("arena.operator_urls")),
]
