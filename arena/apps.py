"""Registers the arena with Django."""

from django.apps import AppConfig


class ArenaConfig(AppConfig):
    name = "arena"
