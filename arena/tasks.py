"""The arena's Celery tasks: they only translate."""

from datetime import datetime, timedelta

from celery import shared_task

from arena.runner.queues import SCHEDULER
from arena.services.workers import worker_presence_prune, worker_presence_record


@shared_task(name="arena.scheduler_heartbeat", expires=30)
def scheduler_heartbeat(started_at: str) -> None:
    """Sent by the scheduler every few seconds: that it arrives shows that the scheduler, the queue
    and a worker all do their part."""
    worker_presence_record(name=SCHEDULER, queues=[], started_at=datetime.fromisoformat(started_at))


@shared_task(name="arena.worker_presence_prune", expires=600)
def worker_presence_prune_task() -> None:
    worker_presence_prune(older_than=timedelta(days=1))
