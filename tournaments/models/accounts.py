"""Accounts: who may log in, and under which name the public sees them."""

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.indexes import GinIndex
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import MaxLengthValidator, ProhibitNullCharactersValidator
from django.db import models
from django.db.models.functions import Lower, Upper
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.name_grams import NameGrams
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, validate_display_name

REASON_MAX_LENGTH = 1000


class UserManager(BaseUserManager["User"]):
    """Creates accounts; the e-mail address is the log-in name."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save()
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        fields.setdefault("display_name", "Staff")
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account. `is_active` is false while it is suspended."""

    email = models.EmailField(_("e-mail address"), unique=True)
    display_name = models.CharField(
        _("display name"),
        max_length=DISPLAY_NAME_MAX_LENGTH,
        validators=[validate_display_name],
        help_text=_("What everyone sees beside your results."),
    )
    name_hidden = models.BooleanField(_("name hidden by staff"), default=False)
    language = models.CharField(
        _("language"), max_length=5, blank=True, choices=settings.LANGUAGES, default=""
    )
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Upper and lower case are one address, so that nobody can take another's twice.
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="user_email_lowercase"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            GinIndex(NameGrams(Upper("display_name")), name="user_name_grams", fastupdate=False),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name to show to everybody: never the e-mail address, never a hidden name."""
        if self.name_hidden or not self.display_name:
            return gettext("Player %(number)s") % {"number": self.pk}
        return self.display_name


class AccountSession(AbstractBaseSession):
    """A session that knows its account, so that an account can be logged out everywhere at once.

    A plain number instead of a foreign key: a session may outlive its account for the length of
    one request, and that must not be an error.
    """

    account_id = models.BigIntegerField(_("account"), null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from tournaments.sessions import SessionStore

        return SessionStore


class ModerationEvent(models.Model):
    """What staff did to an account, by whom and why. Written once, never changed.

    Names of guests, of rule sets and of bots count for the account that typed them in; there is
    none if it has been erased since.
    """

    class Action(models.TextChoices):
        RENAME = "rename", _("renamed")
        HIDE_NAME = "hide_name", _("name hidden")
        SHOW_NAME = "show_name", _("name shown again")
        SUSPEND = "suspend", _("suspended")
        REINSTATE = "reinstate", _("reinstated")
        STAFF_GRANT = "staff_grant", _("made staff")
        STAFF_REVOKE = "staff_revoke", _("no longer staff")
        FACTOR_RESET = "factor_reset", _("second factor removed")
        RENAME_PLAYER = "rename_player", _("guest renamed")
        RENAME_RULE_SET = "rename_rule_set", _("rule set renamed")
        RENAME_BOT = "rename_bot", _("bot renamed")

    account = models.ForeignKey(
        User,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="moderation_events",
        verbose_name=_("account"),
    )
    actor = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    action = models.CharField(_("what"), max_length=20, choices=Action.choices)
    reason = models.TextField(
        _("reason"),
        max_length=REASON_MAX_LENGTH,
        validators=[MaxLengthValidator(REASON_MAX_LENGTH), ProhibitNullCharactersValidator()],
    )
    before = models.CharField(_("before"), max_length=DISPLAY_NAME_MAX_LENGTH, blank=True)
    after = models.CharField(_("after"), max_length=DISPLAY_NAME_MAX_LENGTH, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("moderation event")
        verbose_name_plural = _("moderation events")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.get_action_display()}: {self.account_id or self.after}"
