"""Routes of the score sheets: their pages, what their scripts ask for, and the links to them."""

from django.urls import path

from tournaments.views import sheet_api, sheet_ratings, sheet_worker, sheets

app_name = "sheets"
urlpatterns = [
    path("sheets/", sheets.sheet_list, name="list"),
    path("sheets/new/", sheets.sheet_new, name="new"),
    path("sheets/adopt/", sheets.sheet_adopt, name="adopt"),
    path("sheets/worker.js", sheet_worker.sheet_worker, name="worker"),
    path("sheets/offline/", sheet_worker.sheet_offline, name="offline"),
    path("sheets/<uuid:public_id>/", sheets.sheet, name="sheet"),
    path("sheets/<uuid:public_id>/share/", sheets.sheet_share, name="share"),
    path("sheets/<uuid:public_id>/link/", sheets.sheet_link_make, name="link_make"),
    path("sheets/<uuid:public_id>/withdraw/", sheets.sheet_link_withdraw, name="link_withdraw"),
    path("sheets/<uuid:public_id>/policy/", sheets.sheet_policy, name="policy"),
    path("sheets/<uuid:public_id>/rematch/", sheets.sheet_again, name="rematch"),
    path("sheets/<uuid:public_id>/rating/", sheet_ratings.rating, name="rating"),
    path("sheets/<uuid:public_id>/state.json", sheet_api.state, name="state"),
    path("sheets/<uuid:public_id>/entries/", sheet_api.entries, name="entries"),
    path("sheets/<uuid:public_id>/preview/", sheet_api.preview, name="preview"),
    path("sheets/<uuid:public_id>/events/", sheet_api.events, name="events"),
    path("s/<str:token>/", sheet_api.link, name="link"),
]
