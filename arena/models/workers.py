"""Who works for us at this moment."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkerPresence(models.Model):
    """A process that works for us, and when it was last heard of.

    Our own heartbeat, because the embedded queue cannot carry Celery's remote control.
    """

    name = models.CharField(_("name"), max_length=200, unique=True)
    queues = models.JSONField(_("queues"), default=list)
    # Of a runner only, which says what it can do
    sandbox = models.CharField(_("sandbox"), max_length=40, blank=True)
    refusal = models.TextField(_("why it runs no bots"), blank=True)
    slots = models.PositiveSmallIntegerField(_("orders at once"), default=0)
    started_at = models.DateTimeField(_("started"))
    seen_at = models.DateTimeField(_("last seen"), db_index=True)

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name
