"""Matches of leagues: two who meet in a round, what came of it, and what they say to that.

Results and words about them are only ever added to.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.accounts import REASON_MAX_LENGTH, User
from tournaments.models.ladders import LadderEntry
from tournaments.models.leagues import League, LeagueEntry, LeagueRound
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, public_id_create
from tournaments.models.sheets import Sheet


class Fixture(models.Model):
    """Two who meet in a round, why these two, and what came of it."""

    class State(models.TextChoices):
        PLANNED = "planned", _("to be played")
        PLAYING = "playing", _("being played")
        POSTPONED = "postponed", _("postponed")
        ENTERED = "entered", _("to be confirmed")
        DISPUTED = "disputed", _("disputed")
        CONFIRMED = "confirmed", _("final")
        CANCELLED = "cancelled", _("not played")

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="fixtures")
    round = models.ForeignKey(LeagueRound, on_delete=models.CASCADE, related_name="fixtures")
    place = models.PositiveSmallIntegerField(_("place in the round"))  # from 1
    table = models.PositiveSmallIntegerField(_("table"), default=0)  # 0: none was assigned
    first = models.ForeignKey(LeagueEntry, on_delete=models.PROTECT, related_name="fixtures_first")
    second = models.ForeignKey(
        LeagueEntry, on_delete=models.PROTECT, related_name="fixtures_second"
    )
    bracket_match = models.PositiveSmallIntegerField(null=True, blank=True)
    by_hand = models.BooleanField(_("paired by hand"), default=False)
    reasons = models.JSONField(_("why these two"), default=list)
    downfloater = models.ForeignKey(
        LeagueEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    starts_at = models.DateTimeField(_("begins"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PLANNED)
    revision = models.PositiveIntegerField(default=0, editable=False)
    """Grows with every change; what was entered on an older page is refused."""
    sheet = models.OneToOneField(
        Sheet, on_delete=models.SET_NULL, null=True, blank=True, related_name="fixture"
    )
    result = models.ForeignKey(
        "FixtureResult", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The latest; it counts if the fixture is confirmed."""

    class Meta:
        verbose_name = _("match of a league")
        verbose_name_plural = _("matches of leagues")
        ordering: ClassVar[list[str]] = ["round", "place"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "place"], name="fixture_place_once"),
            models.UniqueConstraint(
                fields=["league", "bracket_match"],
                condition=Q(bracket_match__isnull=False),
                name="fixture_of_bracket_once",
            ),
            models.CheckConstraint(condition=~Q(first=F("second")), name="fixture_of_two"),
            models.CheckConstraint(
                condition=~Q(state__in=["entered", "disputed", "confirmed"])
                | Q(result__isnull=False),
                name="fixture_with_its_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.place}"


class FixtureResult(models.Model):
    """What somebody says came of a fixture. A correction is a new one: the database refuses to
    change or delete one, but for its account's being erased and what it becomes on a ladder."""

    class Kind(models.TextChoices):
        SHEET = "sheet", _("score sheet")
        TOTAL = "total", _("total")
        GAMES = "games", _("game by game")
        FORFEIT = "forfeit", _("forfeit")
        BOTS = "bots", _("played by the arena")
        WITHDRAWN = "withdrawn", _("taken back")

    class Winner(models.TextChoices):
        FIRST = "first", _("the first side")
        SECOND = "second", _("the second side")
        NOBODY = "nobody", _("nobody")

    fixture = models.ForeignKey(Fixture, on_delete=models.PROTECT, related_name="results")
    number = models.PositiveSmallIntegerField()  # from 1 for each fixture
    kind = models.CharField(max_length=9, choices=Kind.choices)
    winner = models.CharField(max_length=6, choices=Winner.choices)
    points_first = models.IntegerField(null=True, blank=True)
    points_second = models.IntegerField(null=True, blank=True)
    first_absent = models.BooleanField(default=False)  # of a forfeit
    second_absent = models.BooleanField(default=False)
    detail = models.JSONField(default=dict)
    """What it was worked out from: the games of a series, a sheet's entry, a match of bots."""
    note = models.CharField(max_length=REASON_MAX_LENGTH, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=16)  # what they were to the match, a `LeagueRole`
    side = models.PositiveSmallIntegerField(null=True, blank=True)  # whose word it is, if a side's
    at = models.DateTimeField(default=timezone.now, editable=False)
    # What it is on a ladder of people; when it counts no longer, the entry is void, too.
    ladder_entry = models.OneToOneField(
        LadderEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="fixture_result"
    )

    class Meta:
        verbose_name = _("result of a league match")
        verbose_name_plural = _("results of league matches")
        ordering: ClassVar[list[str]] = ["fixture", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["fixture", "number"], name="fixture_result_in_order"),
            models.CheckConstraint(
                condition=Q(points_first=None, points_second=None)
                | Q(points_first__isnull=False, points_second__isnull=False),
                name="fixture_result_points_of_both",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fixture_id}/{self.number}"


class FixtureWord(models.Model):
    """What a side says to a result: that it is right, or what is wrong with it."""

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("confirmed")
        OBJECT = "object", _("objected")

    result = models.ForeignKey(FixtureResult, on_delete=models.PROTECT, related_name="words")
    side = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=7, choices=Kind.choices)
    text = models.CharField(max_length=REASON_MAX_LENGTH, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="fixture_word_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id}: {self.kind}"
