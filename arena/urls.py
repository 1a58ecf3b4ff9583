"""Routes of the arena."""

from django.urls import path

from arena.views.authors import author_kit, authors
from arena.views.home import home

urlpatterns = [
    path("", home, name="home"),
    path("authors/", authors, name="authors"),
    path("authors/kit/<str:name>", author_kit, name="author_kit"),
]
