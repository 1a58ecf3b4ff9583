"""Routes of the arena."""

from django.urls import path

from arena.views.home import home

urlpatterns = [path("", home, name="home")]
