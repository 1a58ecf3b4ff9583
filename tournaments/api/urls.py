"""Routes of the interface that tournaments offers, below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api.me import MeViewSet

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/", MeViewSet.as_view({"get": "retrieve", "patch": "change"}), name="me"),
    path("", include("tournaments.api.people_urls")),
    path("", include("tournaments.api.sheet_urls")),
    path("", include("tournaments.api.league_urls")),
    path("", include("tournaments.api.league_round_urls")),
]
