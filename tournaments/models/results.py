"""Results of matches as they reach the tournaments: events, and what they add up to."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, Competitor

PROFILE_MAX_LENGTH = 100


class ResultEvent(models.Model):
    """A side's result of a match, or that it no longer counts. Written once, never changed."""

    class Kind(models.TextChoices):
        SETTLED = "settled", _("settled")
        VOIDED = "voided", _("declared void")

    class Outcome(models.TextChoices):
        WON = "won", _("won")
        LEVEL = "level", _("level")
        LOST = "lost", _("lost")

    kind = models.CharField(max_length=7, choices=Kind.choices)
    # The match's name where it was played, and its place in the order of settlement.
    match = models.CharField(max_length=PUBLIC_ID_MAX_LENGTH)
    number = models.PositiveBigIntegerField()
    side = models.PositiveSmallIntegerField()
    competitor = models.ForeignKey(Competitor, on_delete=models.PROTECT, related_name="results")
    profile = models.CharField(max_length=PROFILE_MAX_LENGTH)
    rated = models.BooleanField()
    points = models.IntegerField()
    outcome = models.CharField(max_length=5, choices=Outcome.choices)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "kind", "side"], name="result_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["competitor", "-number"], name="result_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.match}/{self.side}: {self.outcome}"


class CompetitorRecord(models.Model):
    """What a competitor's results by one rule set add up to."""

    competitor = models.ForeignKey(Competitor, on_delete=models.PROTECT, related_name="records")
    profile = models.CharField(max_length=PROFILE_MAX_LENGTH)
    rated = models.BooleanField()
    won = models.PositiveIntegerField(default=0)
    level = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("record")
        verbose_name_plural = _("records")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["competitor", "profile", "rated"], name="competitor_record_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competitor_id} {self.profile}: {self.won}/{self.level}/{self.lost}"
