"""The tournaments' Celery tasks: they only translate."""

from datetime import timedelta

from celery import shared_task

from tournaments.services.accounts import account_sessions_prune, account_unverified_prune
from tournaments.services.api_calls import api_calls_prune
from tournaments.services.api_usage import api_usage_prune
from tournaments.services.cache import cache_prune
from tournaments.services.leagues.applications import applications_prune
from tournaments.services.sheets import sheets_unused_prune

UNVERIFIED_KEPT = timedelta(days=7)
UNUSED_SHEETS_KEPT = timedelta(days=30)
ANSWERED_APPLICATIONS_KEPT = timedelta(days=90)


@shared_task(name="tournaments.account_sessions_prune", expires=600)
def account_sessions_prune_task() -> None:
    account_sessions_prune()


@shared_task(name="tournaments.account_unverified_prune", expires=600)
def account_unverified_prune_task() -> None:
    account_unverified_prune(older_than=UNVERIFIED_KEPT)


@shared_task(name="tournaments.cache_prune", expires=600)
def cache_prune_task() -> None:
    cache_prune()


@shared_task(name="tournaments.sheets_unused_prune", expires=600)
def sheets_unused_prune_task() -> None:
    sheets_unused_prune(older_than=UNUSED_SHEETS_KEPT)


@shared_task(name="tournaments.league_applications_prune", expires=600)
def league_applications_prune_task() -> None:
    applications_prune(older_than=ANSWERED_APPLICATIONS_KEPT)


@shared_task(name="tournaments.api_prune", expires=600)
def api_prune_task() -> None:
    api_calls_prune()
    api_usage_prune()
