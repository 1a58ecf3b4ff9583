"""Signs of life of the processes that work for us."""

from datetime import datetime, timedelta

from django.utils import timezone

from arena.models import WorkerPresence


def worker_presence_record(*, name: str, queues: list[str], started_at: datetime) -> None:
    """Note that this worker is alive now."""
    WorkerPresence.objects.update_or_create(
        name=name,
        defaults={"queues": queues, "started_at": started_at, "seen_at": timezone.now()},
    )


def worker_presence_forget(*, name: str) -> None:
    """A worker said good-bye."""
    WorkerPresence.objects.filter(name=name).delete()


def worker_presence_prune(*, older_than: timedelta) -> int:
    """Drop the rows of workers that vanished without a word; returns how many."""
    deleted, _ = WorkerPresence.objects.filter(seen_at__lt=timezone.now() - older_than).delete()
    return deleted
