"""Registers the arena with Django."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArenaConfig(AppConfig):
    name = "arena"
    verbose_name = _("Arena")

    def ready(self) -> None:
        import_module("arena.admin")  # the staff's site discovers nothing by itself
        from arena.selectors.league_bots import ArenaBots
        from arena.services.erasure import bots_of_account_erase
        from arena.services.match_steps import arena_state_lock
        from tournaments.bot_directory import bot_directory_join
        from tournaments.erasure import erasure_join

        erasure_join(bots_of_account_erase, lock_first=arena_state_lock)
        bot_directory_join(ArenaBots())
