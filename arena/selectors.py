"""What the arena reads."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from arena.models import WorkerPresence

# Three missed beats.
PRESENT_WITHIN = timedelta(seconds=15)


def workers_present(*, within: timedelta = PRESENT_WITHIN) -> QuerySet[WorkerPresence]:
    """The workers heard of lately."""
    return WorkerPresence.objects.filter(seen_at__gte=timezone.now() - within)
