"""The score sheet of a match between two sides: who sits where, what was written, what counts.

The entries are the truth; totals, status and the number of hands are what replaying them gives,
stored so that lists need not replay.
"""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.accounts import User
from tournaments.models.ladders import LadderEntry
from tournaments.models.people import Competitor, Player
from tournaments.models.rule_sets import RuleSetVersion
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, validate_display_name

HASH_LENGTH = 64
DEVICE_MAX_LENGTH = 64


class Sheet(models.Model):
    """A match and who may write it down.

    Whoever creates a sheet without an account is known by a secret in the session, of which only
    the hash is kept.
    """

    class WritePolicy(models.TextChoices):
        LINK = "link", _("everybody with the link")
        PLAYERS = "players", _("the players and you")
        CREATOR = "creator", _("only you")

    class Status(models.TextChoices):
        PLAYING = "playing", _("in play")
        FINISHED = "finished", _("to be confirmed")
        DISPUTED = "disputed", _("disputed")
        CONFIRMED = "confirmed", _("confirmed")

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    creator = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="sheets_created"
    )
    creator_secret_hash = models.CharField(
        max_length=HASH_LENGTH, blank=True, db_index=True, editable=False
    )
    rule_version = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, related_name="sheets"
    )
    rematch_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches"
    )
    seats_count = models.PositiveSmallIntegerField(_("seats"))
    first_starter = models.PositiveSmallIntegerField(_("who starts"), default=0)
    write_policy = models.CharField(
        _("who may write"),
        max_length=7,
        choices=WritePolicy.choices,
        default=WritePolicy.LINK,
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    # What replaying the entries gives
    status = models.CharField(
        _("status"), max_length=9, choices=Status.choices, default=Status.PLAYING
    )
    last_seq = models.PositiveIntegerField(default=0)
    hands_count = models.PositiveIntegerField(_("hands"), default=0)
    changed_at = models.DateTimeField(_("last change"), default=timezone.now)

    class Meta:
        verbose_name = _("score sheet")
        verbose_name_plural = _("score sheets")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(seats_count__in=(2, 4)), name="sheet_of_two_or_four"
            ),
            models.CheckConstraint(
                condition=Q(first_starter__lt=models.F("seats_count")), name="sheet_starter_sits"
            ),
            models.CheckConstraint(
                condition=Q(creator=None) | Q(creator_secret_hash=""), name="sheet_one_creator"
            ),
        ]

    def __str__(self) -> str:
        return str(self.public_id)


class SheetSide(models.Model):
    """One of the two sides, with its points so far."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    total = models.IntegerField(_("points"), default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_side_once"),
            models.CheckConstraint(condition=Q(number__in=(0, 1)), name="sheet_side_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}/{self.number}"


class SheetSeat(models.Model):
    """A seat, numbered clockwise: partners sit opposite, so seat n belongs to side n % 2.

    Either a player or just a name.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(
        max_length=DISPLAY_NAME_MAX_LENGTH, blank=True, validators=[validate_display_name]
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="sheet_seats"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_seat_once"),
            models.UniqueConstraint(fields=["sheet", "player"], name="sheet_seat_one_per_player"),
            models.CheckConstraint(condition=Q(number__lt=4), name="sheet_seat_of_four"),
            models.CheckConstraint(
                condition=(Q(player=None) & ~Q(name="")) | (Q(player__isnull=False) & Q(name="")),
                name="sheet_seat_player_or_name",
            ),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name to show; select `player__account` where many are listed."""
        return self.player.public_name if self.player is not None else self.name

    @property
    def side(self) -> int:
        return self.number % 2


class SheetLink(models.Model):
    """A link that opens a sheet to whoever has it, until it is revoked.

    It is found by its hash; the sealed token is there so that the creator can show it again, and
    a copy of the database alone opens nothing.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    token_sealed = models.TextField(editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.sheet_id}/{self.pk}"


class SheetEntry(models.Model):
    """One thing that somebody wrote. The database refuses to change or delete it, except together
    with its sheet; only its account is forgotten when that is erased."""

    class Role(models.TextChoices):
        CREATOR = "creator", _("creator")
        PLAYER = "player", _("player")
        SCORER = "scorer", _("scorer")
        LINK = "link", _("guest")

    # The database deletes the entries of a deleted sheet itself: see the migration.
    sheet = models.ForeignKey(
        Sheet, on_delete=models.DO_NOTHING, db_constraint=False, related_name="entries"
    )
    seq = models.PositiveIntegerField()
    entry_id = models.UUIDField()  # made on the device, so that sending twice writes once
    kind = models.CharField(max_length=20)
    payload = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=7, choices=Role.choices)
    device = models.CharField(max_length=DEVICE_MAX_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["sheet", "seq"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="sheet_entry_in_order"),
            models.UniqueConstraint(fields=["sheet", "entry_id"], name="sheet_entry_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="sheet_entry_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}/{self.seq} {self.kind}"


class SheetResult(models.Model):
    """What both sides have confirmed. A reopened match's result is void and stays as a trace."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="results")
    confirmed_seq = models.PositiveIntegerField()  # the entry that made it count
    reason = models.CharField(max_length=10)
    hands_count = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    voided_at = models.DateTimeField(null=True, blank=True)
    # What it is on a ladder, if both sides wished that; when it is void, the entry is void, too.
    ladder_entry = models.OneToOneField(
        LadderEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="sheet_result"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(voided_at=None), name="sheet_counts_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}/{self.confirmed_seq}"


class SheetResultSide(models.Model):
    """What one side made of a match that counts; a draw is won by nobody.

    The competitor is there if every seat of the side has a player. Hands, canastas and closes are
    kept for the histories, which then need not replay anything.
    """

    result = models.ForeignKey(SheetResult, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    competitor = models.ForeignKey(
        Competitor, on_delete=models.PROTECT, null=True, related_name="sheet_results"
    )
    points = models.IntegerField()
    won = models.BooleanField()
    pure_canastas = models.PositiveIntegerField()
    impure_canastas = models.PositiveIntegerField()
    closes = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["result", "number"], name="sheet_result_side_once"),
            models.CheckConstraint(condition=Q(number__in=(0, 1)), name="sheet_result_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id}/{self.number}"


class SheetWish(models.Model):
    """That a side wishes its match to count on a ladder. A match is rated when both sides do."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="wishes")
    side = models.PositiveSmallIntegerField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "side"], name="sheet_wish_once"),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="sheet_wish_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}/{self.side}"
