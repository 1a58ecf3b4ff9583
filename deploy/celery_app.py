"""The server's Celery app: the trusted workers and the scheduler, with Django behind them."""

import logging.config
import os
from datetime import UTC, datetime, timedelta

from celery.signals import beat_init, setup_logging
from django.conf import settings

from arena.runner.match_orders import MATCH_ALIVE, MATCH_RESULT
from arena.runner.orders import RUNNER_SEEN, VALIDATION_REPORT
from arena.runner.queues import RESULTS, QueueApp
from deploy.heartbeat import heartbeat_connect

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")

app = QueueApp("durako")
app.set_default()  # for every thread of this process, whoever asked for an app before
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["arena", "tournaments"])
# What runners say has a queue of its own, which is all that they may write to.
_FROM_RUNNERS = (RUNNER_SEEN, VALIDATION_REPORT, MATCH_ALIVE, MATCH_RESULT)
app.conf.task_routes = {name: {"queue": RESULTS} for name in _FROM_RUNNERS}
# In the scheduler's own process this is the moment when the scheduler started.
_SCHEDULER_HEARTBEAT = "arena.scheduler_heartbeat"
_STARTED = (datetime.now(UTC).isoformat(),)
app.conf.beat_schedule = {
    "scheduler-heartbeat": {
        "task": _SCHEDULER_HEARTBEAT,
        "args": _STARTED,
        "schedule": timedelta(seconds=5),
    },
    "worker-presence-prune": {
        "task": "arena.worker_presence_prune",
        "schedule": timedelta(hours=1),
    },
    "validations-scavenge": {
        "task": "arena.validations_scavenge",
        "schedule": timedelta(seconds=10),
    },
    "matches-scavenge": {
        "task": "arena.matches_scavenge",
        "schedule": timedelta(seconds=5),
    },
    "ab-tests-tend": {
        "task": "arena.ab_tests_tend",
        "schedule": timedelta(seconds=5),
    },
    "ladders-tick": {
        "task": "arena.ladders_tick",
        "schedule": timedelta(seconds=5),
    },
    "leagues-tick": {
        "task": "arena.leagues_tick",
        "schedule": timedelta(seconds=5),
    },
    "archives-unused-prune": {
        "task": "arena.archives_unused_prune",
        "schedule": timedelta(hours=1),
    },
    "match-leftovers-prune": {
        "task": "arena.match_leftovers_prune",
        "schedule": timedelta(hours=1),
    },
    "operators-mail": {
        "task": "arena.operators_mail",
        "schedule": timedelta(minutes=1),
    },
    "cache-prune": {
        "task": "tournaments.cache_prune",
        "schedule": timedelta(minutes=5),
    },
    "api-prune": {
        "task": "tournaments.api_prune",
        "schedule": timedelta(minutes=5),
    },
    "account-sessions-prune": {
        "task": "tournaments.account_sessions_prune",
        "schedule": timedelta(hours=1),
    },
    "account-unverified-prune": {
        "task": "tournaments.account_unverified_prune",
        "schedule": timedelta(hours=1),
    },
    "sheets-unused-prune": {
        "task": "tournaments.sheets_unused_prune",
        "schedule": timedelta(hours=1),
    },
    "league-applications-prune": {
        "task": "tournaments.league_applications_prune",
        "schedule": timedelta(hours=1),
    },
}
if settings.DEMO_ALLOWED:
    app.conf.beat_schedule["demo-matches-create"] = {
        "task": "arena.demo_matches_create",
        "schedule": timedelta(seconds=5),
    }


@setup_logging.connect
def _log_like_django(**_: object) -> None:
    """Celery's own set-up would write in another form; Django's settings say how we log."""
    logging.config.dictConfig(settings.LOGGING)


@beat_init.connect
def _first_heartbeat(**_: object) -> None:
    """The scheduler waits one interval before it sends anything: say hello at once."""
    app.send_task(_SCHEDULER_HEARTBEAT, args=_STARTED)


heartbeat_connect()
