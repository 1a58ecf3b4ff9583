"""Routes of leagues: their public pages, and their organizers'.

Public pages are called `list`, `league`, `round` (with `number`) and `match` (with `fixture_id`).
"""

from django.urls import URLPattern

app_name = "leagues"

urlpatterns: list[URLPattern] = []
