"""Routes of matches, challenges and A/B tests."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
