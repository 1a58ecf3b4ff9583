"""What is read about validations."""

from django.db.models import Q

from arena.models import BotVersion, Validation


def validation_latest(*, version: BotVersion) -> Validation | None:
    """How the version's last check went, or goes."""
    return (
        version.validations.select_related("version__bot__owner")
        .order_by("-asked_at", "-pk")
        .first()
    )


def validations_waiting_before(*, validation: Validation) -> int:
    """How many were asked for before this one and have not begun; none once it has begun itself."""
    if not validation.is_queued:
        return 0
    earlier = Q(asked_at__lt=validation.asked_at) | Q(
        asked_at=validation.asked_at, pk__lt=validation.pk
    )
    return Validation.objects.filter(earlier, verdict="", last_report=0).count()
