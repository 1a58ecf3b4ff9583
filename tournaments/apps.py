"""Registers the tournaments app with Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
