"""Routes of leagues, but for their rounds."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
