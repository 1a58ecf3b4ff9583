"""Routes of the interface that the arena offers, below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path

from arena.api.ladders import LadderViewSet

_LADDER = "ladders/<slug:slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("arena.api.bot_urls")),
    path("", include("arena.api.match_urls")),
    path("ladders/", LadderViewSet.as_view({"get": "list"}), name="ladders"),
    path(_LADDER, LadderViewSet.as_view({"get": "retrieve"}), name="ladder"),
    path(f"{_LADDER}ratings/", LadderViewSet.as_view({"get": "ratings"}), name="ladder_ratings"),
    path(
        f"{_LADDER}ratings.csv",
        LadderViewSet.as_view({"get": "ratings_csv"}),
        name="ladder_ratings_csv",
    ),
]
