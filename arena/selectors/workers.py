"""Who works for us at this moment."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from arena.models import WorkerPresence
from arena.runner.queues import MATCHES
from arena.runner.sandbox.names import INSECURE, ISOLATING

# Three missed beats.
PRESENT_WITHIN = timedelta(seconds=15)


def workers_present(*, within: timedelta = PRESENT_WITHIN) -> QuerySet[WorkerPresence]:
    """The workers heard of lately."""
    return WorkerPresence.objects.filter(seen_at__gte=timezone.now() - within)


def workers_started_since(*, since: datetime) -> set[str]:
    """The names of the workers present that started after this moment."""
    present = workers_present().filter(started_at__gte=since)
    return set(present.values_list("name", flat=True))


def runners_present() -> QuerySet[WorkerPresence]:
    """The runners heard of lately; one with a `refusal` runs no bots of strangers, and says why."""
    return workers_present().exclude(sandbox="").order_by("name")


def runners_ready(*, queue: str) -> QuerySet[WorkerPresence]:
    """The runners here that take orders from this queue, and whom we believe."""
    ready = Q(refusal="") & ~Q(sandbox=INSECURE)
    if settings.DEBUG:
        ready |= Q(sandbox=INSECURE)
    return runners_present().filter(ready, queues__contains=[queue])


def matches_count_here() -> bool:
    """Whether what is played here can be rated: only in a sandbox that keeps bots apart. While
    nobody is there to play we assume so."""
    sandboxes = set(runners_ready(queue=MATCHES).values_list("sandbox", flat=True))
    return not sandboxes or not sandboxes.isdisjoint(ISOLATING)


def runner_is_ready(*, queue: str) -> bool:
    """Whether somebody is there who does what is sent to this queue."""
    return runners_ready(queue=queue).exists()


@dataclass(frozen=True)
class ServiceNow:
    """What the home page says about this moment."""

    read_at: datetime
    workers: int
    last_heartbeat: datetime | None

    @property
    def is_running(self) -> bool:
        """Whether a worker is there to do what is asked of the service."""
        return self.workers > 0


def service_now() -> ServiceNow:
    """One query, however much goes on."""
    now = timezone.now()
    # The scheduler's row serves no queue, and a runner only runs bots: neither answers people.
    is_worker = Q(seen_at__gte=now - PRESENT_WITHIN, sandbox="") & ~Q(queues=[])
    presence = WorkerPresence.objects.aggregate(
        workers=Count("pk", filter=is_worker), last_heartbeat=Max("seen_at")
    )
    return ServiceNow(
        read_at=now,
        workers=presence["workers"],
        last_heartbeat=presence["last_heartbeat"],
    )
