"""Bots, their versions, and which version played from when."""

import unicodedata
from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Competitor, User
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, public_id_create
from tournaments.name_grams import NameGrams
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, clean_display_name, validate_display_name

DESCRIPTION_MAX_LENGTH = 2000
NOTE_MAX_LENGTH = 500
FILE_NAME_MAX_LENGTH = 200
DIGEST_LENGTH = 64


def name_key(name: str) -> str:
    """Equal for names that only differ in upper and lower case, or in how they are encoded."""
    return unicodedata.normalize("NFKC", clean_display_name(name).casefold())


class Bot(models.Model):
    """A program that competes; which program exactly, its versions say.

    When its author's account is erased, a bot that has played loses owner, name and description
    and is retired: its opponents' results rest on it.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    owner = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="bots"
    )
    competitor = models.OneToOneField(Competitor, on_delete=models.PROTECT, related_name="bot")
    name = models.CharField(
        _("name"),
        max_length=DISPLAY_NAME_MAX_LENGTH,
        blank=True,
        validators=[validate_display_name],
    )
    # What the name is compared by; longer than it, because "ß" becomes "ss".
    name_key = models.CharField(max_length=4 * DISPLAY_NAME_MAX_LENGTH, blank=True, editable=False)
    description = models.TextField(
        _("description"),
        max_length=DESCRIPTION_MAX_LENGTH,
        blank=True,
        validators=[MaxLengthValidator(DESCRIPTION_MAX_LENGTH)],
    )
    active_version = models.ForeignKey(
        "BotVersion",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("active version"),
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)

    class Meta:
        verbose_name = _("bot")
        verbose_name_plural = _("bots")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["name_key"], condition=~Q(name_key=""), name="bot_name_once"
            ),
            models.CheckConstraint(
                condition=(Q(name="") & Q(name_key="")) | (~Q(name="") & ~Q(name_key="")),
                name="bot_name_with_its_key",
            ),
            models.CheckConstraint(
                condition=Q(owner__isnull=False) | Q(retired_at__isnull=False),
                name="bot_without_owner_is_retired",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            GinIndex(NameGrams("name_key"), name="bot_name_grams", fastupdate=False),
            models.Index(
                fields=["name_key", "id"], condition=Q(retired_at=None), name="bot_by_name"
            ),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name to show beside results."""
        return self.name or gettext("Deleted bot %(number)s") % {"number": self.pk}

    @property
    def is_retired(self) -> bool:
        return self.retired_at is not None


class BotVersion(models.Model):
    """A program as it was submitted. The database refuses to change it, but for how its check went;
    it is deleted only together with its bot."""

    class State(models.TextChoices):
        CHECKING = "checking", _("being checked")
        VALID = "valid", _("valid")
        INVALID = "invalid", _("not valid")
        UNCHECKED = "unchecked", _("not checked")

    # The database deletes the versions of a deleted bot itself: see the migration.
    bot = models.ForeignKey(
        Bot, on_delete=models.DO_NOTHING, db_constraint=False, related_name="versions"
    )
    number = models.PositiveIntegerField(_("version"))
    digest = models.CharField(_("SHA-256"), max_length=DIGEST_LENGTH, db_index=True)
    size = models.PositiveIntegerField(_("bytes"))
    file_name = models.CharField(_("file"), max_length=FILE_NAME_MAX_LENGTH)
    command = models.JSONField(_("start command"))
    profiles = models.JSONField(_("profiles"))
    packages = models.JSONField(_("packages"), default=list)
    note = models.TextField(_("note"), max_length=NOTE_MAX_LENGTH, blank=True)
    submitted_at = models.DateTimeField(_("submitted"), default=timezone.now, editable=False)
    state = models.CharField(
        _("state"), max_length=9, choices=State.choices, default=State.CHECKING
    )

    class Meta:
        verbose_name = _("version of a bot")
        verbose_name_plural = _("versions of bots")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["bot", "number"], name="bot_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="bot_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.bot.public_name} v{self.number}"


class BotActivation(models.Model):
    """When a version became the one that plays, and by whom; by nobody if it was by itself, after
    a check that it passed."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="activations")
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="activations")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(_("activated"), default=timezone.now)

    class Meta:
        verbose_name = _("activation")
        verbose_name_plural = _("activations")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.bot_id}/{self.version_id}"
