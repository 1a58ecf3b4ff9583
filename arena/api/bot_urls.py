"""Routes of bots."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
