"""Who plays: players with and without an account, pairs, and competitors of every kind."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.accounts import User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, names_joined, validate_display_name

PUBLIC_ID_MAX_LENGTH = 32


def public_id_create() -> str:
    """A short address that nobody can guess: 96 bits. On a command line one that begins with a dash
    would be taken for an option."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


class Player(models.Model):
    """Somebody who plays.

    A player without an account has a name that others typed in. A player with an account has no
    name here: the account's public name is shown, so that renaming, hiding and erasing an account
    hold for its results without being done twice.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    name = models.CharField(
        _("name"),
        max_length=DISPLAY_NAME_MAX_LENGTH,
        blank=True,
        validators=[validate_display_name],
    )
    account = models.OneToOneField(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    created_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players_created"
    )
    # Whose list of people to play with this player is on. Survives a claim.
    known_by = models.ManyToManyField(User, blank=True, related_name="players_known")
    history_public = models.BooleanField(_("anybody may read the history"), default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(account=None) | Q(name=""), name="player_one_home_of_the_name"
            ),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name to show; select `account` with the player where many are listed."""
        if self.account is not None:
            return self.account.public_name
        if self.name:
            return self.name
        return gettext("Deleted player %(number)s") % {"number": self.pk}


class PlayerInvitation(models.Model):
    """A link with which one person, once, makes a player their own. Only its hash is kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="player_invitations"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class Pair(models.Model):
    """Two players as one side (pareja); in which order does not matter, so it is fixed."""

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pairs_as_first")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pairs_as_second")
    created_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="pairs_created"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("pair")
        verbose_name_plural = _("pairs")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_in_order"),
            models.UniqueConstraint(fields=["first", "second"], name="pair_once"),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """Both names; select `first__account` and `second__account` where many are listed."""
        return names_joined(self.first.public_name, self.second.public_name)

    @property
    def players(self) -> tuple[Player, Player]:
        return (self.first, self.second)


class Competitor(models.Model):
    """Whoever competes: a person, a pair or a bot. The arena knows its bots and points here."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        PAIR = "pair", _("pair")
        BOT = "bot", _("bot")

    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="competitor"
    )
    pair = models.OneToOneField(
        Pair, on_delete=models.PROTECT, null=True, blank=True, related_name="competitor"
    )

    class Meta:
        verbose_name = _("competitor")
        verbose_name_plural = _("competitors")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(kind="person", player__isnull=False, pair=None)
                | Q(kind="pair", player=None, pair__isnull=False)
                | Q(kind="bot", player=None, pair=None),
                name="competitor_is_what_its_kind_says",
            ),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name to show beside results; the arena names its bots itself."""
        if self.player is not None:
            return self.player.public_name
        if self.pair is not None:
            return self.pair.public_name
        return gettext("Bot %(number)s") % {"number": self.pk}
