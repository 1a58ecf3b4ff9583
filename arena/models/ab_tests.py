"""A/B tests: an author pits two versions against each other until it is clear which is stronger."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.models.bots import BotVersion
from arena.models.matches import Match
from scoring.sequential import SprtPlan
from tournaments.models import User
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, public_id_create


class AbTest(models.Model):
    """A sequential test between two pinned versions by pinned rules.

    What its columns say about the evidence is what its steps add up to; see `arena.ab_evidence`.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("goes on")
        PASSED = "passed", _("passed")
        FAILED = "failed", _("not passed")
        UNDECIDED = "undecided", _("undecided")
        STOPPED = "stopped", _("stopped")
        STUCK = "stuck", _("stuck")

    class Reason(models.TextChoices):
        """Why it ended without an answer."""

        BY_AUTHOR = "by_author", _("stopped by its author")
        RETIRED = "retired", _("a bot is retired")
        BENCHED = "benched", _("a bot is benched")
        NOT_PLAYING = "not_playing", _("a bot does not play any more")
        UNPLAYABLE = "unplayable", _("its matches could not be played")
        REFUSED = "refused", _("its matches are no longer offered")
        ENOUGH = "enough", _("as many deal sets as were asked for")
        CORRECTED = "corrected", _("deal sets were declared void after the verdict")

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    owner = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="ab_tests"
    )
    # What is compared
    new = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="ab_tests_as_new")
    old = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="ab_tests_as_old")
    profile = models.CharField(_("rules"), max_length=100)
    players = models.PositiveSmallIntegerField(_("players"))
    boards = models.PositiveIntegerField(_("boards"))
    # What is asked
    elo0 = models.FloatField(_("not better: Elo"))
    elo1 = models.FloatField(_("better: Elo"))
    alpha = models.FloatField(_("chance of a wrong yes"))
    beta = models.FloatField(_("chance of a wrong no"))
    sets_most = models.PositiveIntegerField(_("deal sets at most"))
    # Where it stands
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.RUNNING)
    reason = models.CharField(_("reason"), max_length=11, choices=Reason.choices, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    # What its steps add up to
    steps_count = models.PositiveIntegerField(default=0)
    sets = models.PositiveIntegerField(_("deal sets"), default=0)
    deals = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    llr = models.FloatField(_("evidence"), default=0.0)
    points_new = models.BigIntegerField(_("points of the new version"), default=0)
    points_old = models.BigIntegerField(_("points of the old version"), default=0)

    class Meta:
        verbose_name = _("A/B test")
        verbose_name_plural = _("A/B tests")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(state="running", ended_at=None)
                | (~Q(state="running") & Q(ended_at__isnull=False)),
                name="ab_test_ends_when_it_is_over",
            ),
            models.CheckConstraint(condition=~Q(new=F("old")), name="ab_test_of_two_versions"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "-created_at"], name="ab_test_of_an_author"),
            models.Index(fields=["id"], condition=Q(state="running"), name="ab_test_running"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def plan(self) -> SprtPlan:
        return SprtPlan(self.elo0, self.elo1, self.alpha, self.beta)

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING


class AbTestStep(models.Model):
    """A deal set that was counted, in the order of settlement, or one that no longer is. Written
    once, never changed."""

    class Kind(models.TextChoices):
        TAKEN = "taken", _("counted")
        VOIDED = "voided", _("declared void")

    test = models.ForeignKey(AbTest, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveIntegerField()  # from 1, without gaps
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.TAKEN)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="ab_test_steps")
    deals = ArrayField(models.PositiveIntegerField())
    points_new = models.BigIntegerField()
    points_old = models.BigIntegerField()
    llr = models.FloatField()  # after it
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("step of an A/B test")
        verbose_name_plural = _("steps of A/B tests")
        ordering: ClassVar[list[str]] = ["test", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["test", "number"], name="ab_test_step_in_order"),
            models.UniqueConstraint(fields=["match", "kind"], name="ab_test_step_once"),
        ]

    def __str__(self) -> str:
        return f"{self.test_id}/{self.number}"
