"""Registers the arena with Django."""

from importlib import import_module

from django.apps import AppConfig


class ArenaConfig(AppConfig):
    name = "arena"

    def ready(self) -> None:
        import_module("arena.admin")  # the staff's site discovers nothing by itself
