"""The arena's Celery tasks: they only translate."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from arena.services import worker_presence_prune, worker_presence_record

SCHEDULER_NAME = "scheduler"


@shared_task(name="arena.scheduler_heartbeat", expires=30)
def scheduler_heartbeat() -> None:
    """Sent by the scheduler every few seconds: that it arrives shows that the scheduler, the queue
    and a worker all do their part."""
    worker_presence_record(name=SCHEDULER_NAME, queues=[], started_at=timezone.now())


@shared_task(name="arena.worker_presence_prune", expires=600)
def worker_presence_prune_task() -> None:
    worker_presence_prune(older_than=timedelta(days=1))
