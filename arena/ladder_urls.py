"""Routes of ladders."""

from django.urls import path

from arena.views.ladders import about, board, downloads, lists

app_name = "ladders"

urlpatterns = [
    path("", lists.ladder_list, name="list"),
    path("<slug:slug>/", board.ladder, name="ladder"),
    path("<slug:slug>/about/", about.about, name="about"),
    path("<slug:slug>/ratings.csv", downloads.csv_file, name="csv"),
    path("<slug:slug>/ratings.json", downloads.json_file, name="json"),
]
