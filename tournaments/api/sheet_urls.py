"""Routes of score sheets."""

from django.urls import URLPattern, path

from tournaments.api.sheet_entries import SheetEntryViewSet, SheetEventViewSet
from tournaments.api.sheet_sharing import SheetLinkViewSet, SheetRatingViewSet
from tournaments.api.sheets import SheetViewSet

_SHEET = "sheets/<uuid:public_id>/"

urlpatterns: list[URLPattern] = [
    path("sheets/", SheetViewSet.as_view({"get": "list", "post": "create"}), name="sheets"),
    path(_SHEET, SheetViewSet.as_view({"get": "retrieve", "patch": "change"}), name="sheet"),
    path(f"{_SHEET}rematch/", SheetViewSet.as_view({"post": "rematch"}), name="sheet_rematch"),
    path(f"{_SHEET}entries/", SheetEntryViewSet.as_view({"post": "write"}), name="sheet_entries"),
    path(f"{_SHEET}preview/", SheetEntryViewSet.as_view({"post": "preview"}), name="sheet_preview"),
    path(f"{_SHEET}events/", SheetEventViewSet.as_view({"get": "follow"}), name="sheet_events"),
    path(
        f"{_SHEET}link/",
        SheetLinkViewSet.as_view({"get": "retrieve", "post": "rotate", "delete": "revoke"}),
        name="sheet_link",
    ),
    path(
        f"{_SHEET}rating/",
        SheetRatingViewSet.as_view({"get": "retrieve", "post": "wish", "delete": "wish_no_more"}),
        name="sheet_rating",
    ),
]
