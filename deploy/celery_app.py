"""The server's Celery app: the trusted workers and the scheduler, with Django behind them."""

import os
from datetime import timedelta

from celery import Celery

from deploy.heartbeat import heartbeat_connect

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")

app = Celery("durako")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["arena", "tournaments"])
app.conf.beat_schedule = {
    "scheduler-heartbeat": {
        "task": "arena.scheduler_heartbeat",
        "schedule": timedelta(seconds=5),
    },
    "worker-presence-prune": {
        "task": "arena.worker_presence_prune",
        "schedule": timedelta(hours=1),
    },
}
heartbeat_connect()
