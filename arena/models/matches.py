"""Matches of bots: what was ordered, what became of it, and how it came to that."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.match_states import OVER, UNDER_WAY, MatchState
from arena.models.bots import BotVersion
from tournaments.models import Fixture, Ladder, User
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, public_id_create

HASH_LENGTH = 64
REASON_MAX_LENGTH = 1000


class Match(models.Model):
    """A deal set between pinned versions by pinned rules.

    The queue may lose orders and workers may vanish: each order is an attempt with a number and a
    token of its own, and what comes from an earlier one is ignored.
    """

    class Kind(models.TextChoices):
        CHALLENGE = "challenge", _("challenge")
        DEMO = "demo", _("demonstration")
        LADDER = "ladder", _("ladder")
        LEAGUE = "league", _("league")
        AB_TEST = "ab_test", _("A/B test")

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    kind = models.CharField(_("kind"), max_length=9, choices=Kind.choices)
    # Only what was played in a sandbox, between versions checked in one, ever counts.
    rated = models.BooleanField(_("rated"), default=False)
    # Where it counts, if it is rated.
    ladder = models.ForeignKey(
        Ladder,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="matches",
        db_index=False,
    )
    # What it is evidence for, if two versions are tested.
    ab_test = models.ForeignKey(
        "arena.AbTest",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="matches",
        db_index=False,
    )
    # Which match of a league it decides; none, if the round was drawn anew.
    fixture = models.ForeignKey(
        Fixture,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="arena_matches",
        db_index=False,
    )
    # Whose share of the workers' time it takes; nobody's: the service's own.
    requested_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="matches_requested"
    )
    # What is played
    profile = models.CharField(_("rules"), max_length=100)
    rules = models.JSONField(_("rules in full"))
    boards = models.PositiveIntegerField(_("boards"))
    games_per_board = models.PositiveIntegerField(_("games on a board"), default=1)
    rotations = models.PositiveSmallIntegerField(_("rotations"))
    clocks = models.JSONField(_("clocks"), default=dict, blank=True)
    cost = models.FloatField(_("expected seconds"))  # by which the fair order counts it
    seed = models.CharField(max_length=64, editable=False)  # secret until the match is over
    commitment = models.CharField(_("commitment"), max_length=64)
    # Where it stands
    state = models.CharField(
        _("state"), max_length=7, choices=MatchState.choices, default=MatchState.QUEUED
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    attempt = models.PositiveIntegerField(_("attempt"), default=0)
    token_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    failures = models.PositiveSmallIntegerField(_("failures of ours in a row"), default=0)
    worker = models.CharField(_("worker"), max_length=200, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    begun_at = models.DateTimeField(_("begun"), null=True, blank=True)
    heard_at = models.DateTimeField(_("last heard of"), null=True, blank=True)
    last_alive = models.PositiveIntegerField(default=0)
    boards_over = models.PositiveIntegerField(_("boards over"), default=0)
    # What became of it
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    reason = models.TextField(_("reason"), max_length=REASON_MAX_LENGTH, blank=True)
    replay_digest = models.CharField(_("replay"), max_length=64, blank=True)
    replay_bytes = models.PositiveIntegerField(default=0)
    results = models.JSONField(_("board results"), default=list, blank=True)
    games = models.PositiveIntegerField(_("games"), default=0)
    decisions = models.PositiveIntegerField(_("decisions"), default=0)
    settled_number = models.PositiveBigIntegerField(null=True, blank=True, unique=True)
    """The place in the order of settlement, without gaps."""
    sandbox = models.CharField(_("sandbox"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(state__in=["settled", "void"], ended_at__isnull=False)
                | (~Q(state__in=["settled", "void"]) & Q(ended_at=None)),
                name="match_ends_when_it_is_over",
            ),
            models.CheckConstraint(
                condition=~Q(state="void") | ~Q(reason=""), name="match_void_with_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(rated=False) | Q(ladder__isnull=False), name="match_rated_on_a_ladder"
            ),
            models.CheckConstraint(
                condition=Q(kind="ab_test", ab_test__isnull=False)
                | (~Q(kind="ab_test") & Q(ab_test=None)),
                name="match_of_an_ab_test",
            ),
            models.CheckConstraint(
                condition=Q(fixture=None) | Q(kind="league"), name="match_of_a_league"
            ),
            models.UniqueConstraint(
                fields=["fixture"],
                condition=Q(fixture__isnull=False) & ~Q(state__in=["settled", "void"]),
                name="match_of_a_fixture_once",
            ),
            models.CheckConstraint(condition=Q(cost__gt=0), name="match_takes_some_time"),
            models.CheckConstraint(
                condition=~Q(state="settled")
                | (~Q(replay_digest="") & Q(settled_number__isnull=False)),
                name="match_settled_with_its_replay",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["created_at"], condition=Q(state="queued"), name="match_queue"),
            models.Index(
                fields=["heard_at"],
                condition=Q(state__in=["sent", "playing"]),
                name="match_under_way",
            ),
            models.Index(fields=["-ended_at"], name="match_latest"),
            models.Index(fields=["profile", "-id"], name="match_by_rules"),
            models.Index(fields=["-id"], condition=Q(state="void"), name="match_void"),
            models.Index(
                fields=["ladder", "-settled_number"],
                condition=Q(ladder__isnull=False, settled_number__isnull=False),
                name="match_of_a_ladder",
            ),
            models.Index(
                fields=["ab_test", "-id"],
                condition=Q(ab_test__isnull=False),
                name="match_ab_test",
            ),
            models.Index(
                fields=["fixture", "-id"],
                condition=Q(fixture__isnull=False),
                name="match_of_a_fixture",
            ),
            models.Index(fields=["-id"], condition=Q(ab_test=None), name="match_listed"),
            models.Index(
                fields=["ladder", "-id"],
                condition=Q(ladder__isnull=False),
                name="match_made_for_a_ladder",
            ),
            models.Index(
                fields=["profile", "-ended_at"],
                condition=Q(state="settled"),
                name="match_pace",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def is_under_way(self) -> bool:
        return self.state in UNDER_WAY

    @property
    def boards_in_all(self) -> int:
        """In all rotations together."""
        return self.boards * self.rotations


class MatchParticipant(models.Model):
    """Whoever has a place at the table: the version at this seat in the first rotation, and how it
    did. Partners are places of one side, with one version."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="participants")
    place = models.PositiveSmallIntegerField(_("place"))
    side = models.PositiveSmallIntegerField(_("side"))
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="participations")
    # Of a settled match; over all rotations
    points = models.IntegerField(_("points"), null=True, blank=True)
    boards_forfeited = models.PositiveIntegerField(_("boards forfeited"), default=0)
    strikes = models.PositiveIntegerField(_("strikes"), default=0)
    decisions = models.PositiveIntegerField(_("decisions"), default=0)
    think_ms = models.PositiveBigIntegerField(_("thought for"), default=0)
    longest_ms = models.PositiveIntegerField(_("longest thought"), default=0)

    class Meta:
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        ordering: ClassVar[list[str]] = ["match", "place"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "place"], name="match_place_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["version", "-match"], name="match_of_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.place}"

    @property
    def told_name(self) -> str:
        """What opponents and the replay call it: a name would stay there when it is changed."""
        return f"{self.version.bot.public_id}/{self.version.number}"


class MatchRun(models.Model):
    """One process of a participant in one rotation: what it took, and what it printed.

    What a program printed is for its author and the staff only.
    """

    participant = models.ForeignKey(MatchParticipant, on_delete=models.CASCADE, related_name="runs")
    rotation = models.PositiveSmallIntegerField(_("rotation"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    cpu_seconds = models.FloatField(_("processor time"))
    peak_memory_bytes = models.PositiveBigIntegerField(_("memory"))
    wall_seconds = models.FloatField(_("time"))
    exit_reason = models.CharField(_("end"), max_length=20)
    exit_code = models.IntegerField(_("exit code"), null=True, blank=True)
    stdout = models.TextField(_("standard output"), blank=True)
    stderr = models.TextField(_("standard error"), blank=True)
    dropped_bytes = models.PositiveBigIntegerField(_("bytes not kept"), default=0)

    class Meta:
        verbose_name = _("run of a bot")
        verbose_name_plural = _("runs of bots")
        ordering: ClassVar[list[str]] = ["participant", "rotation", "seat"]

    def __str__(self) -> str:
        return f"{self.participant_id}/{self.rotation}/{self.seat}"


WENT_WRONG = Q(after="void") | Q(before__in=["sent", "playing"], after="queued")
"""The steps that an operator wants to know the reasons of."""


class MatchEvent(models.Model):
    """One step in the life of a match; only ever added to."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(_("at"), default=timezone.now, editable=False)
    before = models.CharField(max_length=7, choices=MatchState.choices, blank=True)
    after = models.CharField(max_length=7, choices=MatchState.choices)
    attempt = models.PositiveIntegerField(_("attempt"))
    worker = models.CharField(_("worker"), max_length=200, blank=True)
    reason = models.TextField(_("reason"), max_length=REASON_MAX_LENGTH, blank=True)
    # What exactly went wrong with us, which is for the staff only.
    detail = models.TextField(_("detail"), max_length=REASON_MAX_LENGTH, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("step of a match")
        verbose_name_plural = _("steps of matches")
        ordering: ClassVar[list[str]] = ["match", "pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-at"], condition=WENT_WRONG, name="match_event_went_wrong"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.after}"
