"""What the programming interface keeps: tokens, calls that were made already, and how many."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.accounts import User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH

HASH_LENGTH = 64
SCOPE_MAX_LENGTH = 20
KEY_MAX_LENGTH = 255


class ApiToken(models.Model):
    """With which a program acts for an account. Only its hash is kept."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=DISPLAY_NAME_MAX_LENGTH)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    # How it begins, so that somebody who finds one knows which it is.
    beginning = models.CharField(_("begins with"), max_length=12, editable=False)
    scopes = ArrayField(models.CharField(max_length=SCOPE_MAX_LENGTH), verbose_name=_("scopes"))
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("expires"))
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=models.F("created_at")), name="api_token_lasts"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def works(self) -> bool:
        """Whether it opens anything now."""
        return self.revoked_at is None and self.expires_at > timezone.now()


class ApiCall(models.Model):
    """A creating call that was answered: the same call with the same key gets this answer again."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=KEY_MAX_LENGTH)
    fingerprint = models.CharField(max_length=HASH_LENGTH)
    status = models.PositiveSmallIntegerField()
    location = models.CharField(max_length=500, blank=True)
    # Sealed: an answer may hold a link that opens something.
    body_sealed = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        verbose_name = _("call")
        verbose_name_plural = _("calls")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "key"], name="api_call_once"),
        ]

    def __str__(self) -> str:
        return self.key


class ApiUsage(models.Model):
    """How many calls somebody made in the minute that goes on. After a crash the database begins
    anew with an empty table, which costs nothing but a few calls too many."""

    who = models.CharField(max_length=80, primary_key=True)
    minute = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("use of the interface")
        verbose_name_plural = _("uses of the interface")

    def __str__(self) -> str:
        return self.who
