"""What keeps the arena going: whether it may, whose turn it is, and what operators did."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from arena.models.bots import Bot, BotVersion
from arena.models.matches import REASON_MAX_LENGTH, Match
from tournaments.models import User

SUBJECT_MAX_LENGTH = 200


class ArenaState(models.Model):
    """The one row that whoever sends or settles matches takes for a moment."""

    class Mode(models.TextChoices):
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        DRAINING = "draining", _("draining")

    mode = models.CharField(_("mode"), max_length=8, choices=Mode.choices, default=Mode.RUNNING)
    # Of the fair order: how far it has come; see arena.fair_order.
    virtual_time = models.FloatField(default=0.0)
    settled = models.PositiveBigIntegerField(_("matches settled"), default=0)
    # When somebody last looked for lost matches, and since when that has been done without a gap:
    # while the database was away nobody could be heard.
    looked_at = models.DateTimeField(default=timezone.now)
    listening_since = models.DateTimeField(default=timezone.now)
    # Since when matches wait although nobody is there to play them.
    unmanned_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("state of the arena")
        verbose_name_plural = _("state of the arena")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(pk=1), name="arena_state_one_row"),
        ]

    def __str__(self) -> str:
        return self.mode


class MatchShare(models.Model):
    """How far an account's matches have used up its turn; nobody's: the service's own."""

    account = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    finish = models.FloatField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["account"], nulls_distinct=False, name="match_share_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.finish}"


class BotBench(models.Model):
    """A bot that may not play for a while, and why."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="benchings")
    version = models.ForeignKey(BotVersion, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(_("since"), default=timezone.now)
    reason = models.TextField(_("reason"), max_length=REASON_MAX_LENGTH)
    # The match after which it happened by itself; none if somebody decided it.
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("benching")
        verbose_name_plural = _("benchings")
        ordering: ClassVar[list[str]] = ["-since", "-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["bot"], condition=Q(ended_at=None), name="bot_benched_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot_id}"


class OperatorEvent(models.Model):
    """What was done to the arena, by whom and why; nobody: by the service itself. Only added to."""

    class Action(models.TextChoices):
        PAUSE = "pause", _("paused")
        DRAIN = "drain", _("drained")
        RESUME = "resume", _("resumed")
        REQUEUE = "requeue", _("match put back into the queue")
        VOID = "void", _("match declared void")
        BENCH = "bench", _("bot benched")
        UNBENCH = "unbench", _("bot brought back")

    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    action = models.CharField(_("what"), max_length=8, choices=Action.choices)
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="operator_events"
    )
    bot = models.ForeignKey(Bot, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.TextField(_("reason"), max_length=REASON_MAX_LENGTH, blank=True)

    class Meta:
        verbose_name = _("operators' log")
        verbose_name_plural = _("operators' log")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-at", "-id"], name="operators_log_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"


class OperatorNotice(models.Model):
    """Trouble that the operators have to know of. What happens again before they are told is one
    notice, with how often it did."""

    # Texts as they are marked for translation, and what belongs into their placeholders: each
    # operator reads them in the language of the account.
    subject = models.CharField(_("subject"), max_length=SUBJECT_MAX_LENGTH)
    text = models.TextField(_("text"), max_length=REASON_MAX_LENGTH)
    params = models.JSONField(default=dict, blank=True)
    first_at = models.DateTimeField(
        pgettext_lazy("time", "first"), default=timezone.now, editable=False
    )
    last_at = models.DateTimeField(_("last"), default=timezone.now, editable=False)
    times = models.PositiveIntegerField(_("times"), default=1)
    mailed_at = models.DateTimeField(_("told by e-mail"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice to the operators")
        verbose_name_plural = _("notices to the operators")
        ordering: ClassVar[list[str]] = ["-last_at", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["first_at"], condition=Q(mailed_at=None), name="operator_notice_new"
            ),
            models.Index(fields=["-mailed_at"], name="operator_notice_mailed"),
        ]

    def __str__(self) -> str:
        return self.subject
