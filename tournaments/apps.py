"""Registers the tournaments app and the staff's site with Django."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        import_module("tournaments.admin")  # the staff's site discovers nothing by itself


class StaffAdminConfig(SimpleAdminConfig):
    """Nothing is discovered: allauth's own admin pages would let staff change addresses and read
    second factors. Each app of ours registers what staff may see."""

    default_site = "tournaments.admin_site.StaffSite"
