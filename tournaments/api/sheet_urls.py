"""Routes of score sheets."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
