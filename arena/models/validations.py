"""The check of a bot's version before it may play."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.models.bots import BotVersion
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, public_id_create

HASH_LENGTH = 64


class Validation(models.Model):
    """One check of one version: waiting for its turn, under way, or ended with a verdict.

    The queue may lose orders and workers may vanish, so an order is sent again when nothing is
    heard; each order is an attempt with a number and a token of its own, and what comes from an
    earlier one is ignored.
    """

    class Verdict(models.TextChoices):
        VALID = "valid", _("valid")
        INVALID = "invalid", _("not valid")
        BROKEN = "broken", _("could not be checked")

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="validations")
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)
    activate_when_valid = models.BooleanField(_("activate when valid"), default=True)
    # The order that is out
    attempt = models.PositiveIntegerField(_("attempt"), default=0)  # 0: waits for its turn
    token_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    losses = models.PositiveSmallIntegerField(_("workers lost"), default=0)
    # What was heard of it
    last_report = models.PositiveIntegerField(_("last report"), default=0)  # 0: nothing yet
    heard_at = models.DateTimeField(_("last heard of"), null=True, blank=True)
    steps = models.JSONField(_("steps"), default=list, blank=True)
    usage = models.JSONField(_("usage"), default=list, blank=True)
    log = models.TextField(_("log"), blank=True)
    sandbox = models.CharField(_("sandbox"), max_length=40, blank=True)  # of the last report
    verdict = models.CharField(
        _("verdict"), max_length=7, choices=Verdict.choices, blank=True, default=""
    )
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("validation")
        verbose_name_plural = _("validations")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["version"], condition=Q(verdict=""), name="validation_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(verdict="", ended_at=None) | (~Q(verdict="") & ~Q(ended_at=None)),
                name="validation_ends_with_a_verdict",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["asked_at"], condition=Q(verdict=""), name="validation_open"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_over(self) -> bool:
        return bool(self.verdict)

    @property
    def is_queued(self) -> bool:
        """Whether no worker has begun with it."""
        return not self.is_over and self.last_report == 0
