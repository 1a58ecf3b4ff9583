"""Signs of life of the processes that work for us."""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from arena.models import WorkerPresence
from arena.services.report_reading import ReportRefusedError, RunnerSign

RUNNERS_MAX: Final = 200


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


def runner_presence_record(*, sign: RunnerSign) -> None:
    """Note that this runner is alive. It has no database and says it over the queue, beside which
    strangers' programs run: it cannot take another's name, and there is an end to how many we
    believe in."""
    if not sign.name or not sign.sandbox:
        raise ReportRefusedError("it has no name or no sandbox")
    runners = WorkerPresence.objects.exclude(sandbox="")
    if not runners.filter(name=sign.name).exists():
        if WorkerPresence.objects.filter(name=sign.name).exists():
            raise ReportRefusedError("another process has this name")
        if runners.count() >= RUNNERS_MAX:
            raise ReportRefusedError("there are too many runners")
    WorkerPresence.objects.update_or_create(
        name=sign.name,
        defaults={
            "queues": list(sign.queues),
            "slots": sign.slots,
            "started_at": sign.started_at,
            "seen_at": timezone.now(),
            "sandbox": sign.sandbox,
            "refusal": sign.refusal,
        },
    )
