"""The first version of the programming interface, below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path

app_name = "api"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("arena.api.urls")),
    path("", include("tournaments.api.urls")),
]
