"""Routes of players, pairs, invitations and rule sets."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
