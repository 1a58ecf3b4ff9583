"""Routes of the rounds, matches and standings of leagues."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
