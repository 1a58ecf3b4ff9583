"""Registers the tournaments app and the staff's site with Django."""

from importlib import import_module

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.contrib.admin.apps import SimpleAdminConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        import_module("tournaments.admin")  # the staff's site discovers nothing by itself
        post_migrate.connect(_write_house_rules, sender=self)


def _write_house_rules(*, apps: Apps = apps, **_: object) -> None:
    """After a migration that has the tables for them; `apps` is as that migration left it."""
    from tournaments.services.rule_sets import house_rule_set_ensure

    try:
        apps.get_model("tournaments", "RuleSetVersion")
    except LookupError:
        return
    house_rule_set_ensure()


class StaffAdminConfig(SimpleAdminConfig):
    """Nothing is discovered: allauth's own admin pages would let staff change addresses and read
    second factors. Each app of ours registers what staff may see."""

    default_site = "tournaments.admin_site.StaffSite"
