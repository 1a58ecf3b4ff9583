"""Ladders: who is rated by which rules, and how every rating came to be what it is.

What reached a ladder (`LadderEntry`) and what it did to each rating (`RatingEvent`) is only ever
added to; a `Rating` is what the events add up to, kept beside them for the pages.  The arithmetic
is `scoring.ladder`'s.
"""

from dataclasses import replace
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxLengthValidator, ProhibitNullCharactersValidator
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Least
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.elo import ErrorBar
from scoring.ladder import SINGLE_TERMS, START, TERMS, LadderTerms, Standing
from tournaments.models.accounts import REASON_MAX_LENGTH, User
from tournaments.models.people import Competitor
from tournaments.models.results import PROFILE_MAX_LENGTH

SOURCE_MAX_LENGTH = 60


class Ladder(models.Model):
    """Everybody of a kind who plays by the same rules at tables of the same size."""

    class Hosting(models.TextChoices):
        BOTS = "bots", _("bots in our sandboxes")
        PEOPLE = "people", _("people")

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    hosting = models.CharField(_("who plays"), max_length=6, choices=Hosting.choices)
    # The rules: a profile of the engines, what of it is otherwise, and how many players.
    profile = models.CharField(_("rules"), max_length=PROFILE_MAX_LENGTH)
    options = models.JSONField(_("options"), default=dict, blank=True)
    players = models.PositiveSmallIntegerField(_("players"))
    # A deal set of it, where bots play.
    boards = models.PositiveIntegerField(_("boards of a deal set"), default=20)
    games_per_board = models.PositiveIntegerField(_("games on a board"), default=1)
    is_open = models.BooleanField(_("open"), default=True)
    opened_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    opened_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    # Whoever writes to a ladder locks this row.
    last_number = models.PositiveBigIntegerField(_("entries"), default=0, editable=False)
    results_count = models.PositiveBigIntegerField(_("results that count"), default=0)
    ratings_count = models.PositiveIntegerField(_("rated"), default=0, editable=False)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        ordering: ClassVar[list[str]] = ["hosting", "profile", "players", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["hosting", "profile", "options", "players"], name="ladder_once"
            ),
            models.CheckConstraint(condition=Q(players__gte=2), name="ladder_of_two_or_more"),
            models.CheckConstraint(condition=Q(boards__gte=1), name="ladder_with_boards"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def counts_hands(self) -> bool:
        """Whether its ratings count hands as their games: those of Burako do."""
        return self.profile.startswith("burako/")

    @property
    def terms(self) -> LadderTerms:
        """How quickly it learns: bots play deal sets, people single matches."""
        if self.hosting == self.Hosting.PEOPLE:
            return SINGLE_TERMS
        return replace(TERMS, dispersion=1 / self.boards)


class LadderDecision(models.Model):
    """What the staff decided about a ladder, and why; nobody: the house itself. Only added to."""

    class Action(models.TextChoices):
        OPEN = "open", _("opened")
        CLOSE = "close", _("closed")
        REOPEN = "reopen", _("opened again")

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="decisions")
    action = models.CharField(_("what"), max_length=6, choices=Action.choices)
    by = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    reason = models.TextField(
        _("reason"),
        max_length=REASON_MAX_LENGTH,
        blank=True,
        validators=[MaxLengthValidator(REASON_MAX_LENGTH), ProhibitNullCharactersValidator()],
    )
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("decision about a ladder")
        verbose_name_plural = _("decisions about ladders")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.ladder}: {self.get_action_display()}"


class LadderEntry(models.Model):
    """What reached a ladder, in its order: a result, or that an earlier one counts no longer."""

    class Kind(models.TextChoices):
        RESULT = "result", _("result")
        VOID = "void", _("declared void")

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveBigIntegerField(_("number"))  # from 1, without gaps
    kind = models.CharField(max_length=6, choices=Kind.choices)
    # Where the result comes from: "match:<public id>", "sheet:<public id>/<entry>",
    # "league:<public id of its match>/<result>".
    source = models.CharField(max_length=SOURCE_MAX_LENGTH)
    # Sides of members, [[[competitor, version], ...], ...], and of each side what it took from each
    # other one, as exact fractions: [["1/2", "7/12"], ["5/12", "1/2"]]. Empty for what is void.
    sides = models.JSONField(default=list)
    scores = models.JSONField(default=list)
    points = ArrayField(models.IntegerField(), default=list)  # of the sides, as they were played
    games = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("entry of a ladder")
        verbose_name_plural = _("entries of ladders")
        ordering: ClassVar[list[str]] = ["ladder", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["ladder", "number"], name="ladder_entry_in_order"),
            models.UniqueConstraint(fields=["source", "kind"], name="ladder_entry_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["ladder", "-number"], condition=Q(kind="void"), name="ladder_entry_void"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}/{self.number}"


class _Known(models.Model):
    """The columns of a `Standing`."""

    value = models.BigIntegerField(_("rating"), default=START)  # in micro-Elo
    variance = models.FloatField(default=ErrorBar.NEWCOMER**2)  # of the rating, in Elo squared
    results = models.PositiveIntegerField(_("results"), default=0)
    squared_residuals = models.FloatField(default=0)
    spreads = models.FloatField(default=0)
    version = models.PositiveIntegerField(_("version"), default=0)
    results_of_version = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def standing(self) -> Standing:
        """As the kernel has it."""
        bar = ErrorBar(
            variance=self.variance,
            results=self.results,
            squared_residuals=self.squared_residuals,
            spreads=self.spreads,
        )
        return Standing(
            rating=self.value,
            bar=bar,
            version=self.version,
            results_of_version=self.results_of_version,
        )

    @staticmethod
    def columns(standing: Standing) -> dict[str, int | float]:
        """A standing's values by the names of the columns."""
        return {
            "value": standing.rating,
            "variance": standing.bar.variance,
            "results": standing.bar.results,
            "squared_residuals": standing.bar.squared_residuals,
            "spreads": standing.bar.spreads,
            "version": standing.version,
            "results_of_version": standing.results_of_version,
        }


class RatingEvent(_Known):
    """What an entry did to one rating; the columns of a standing are those after it."""

    class Cause(models.TextChoices):
        RESULT = "result", _("result")
        VERSION = "version", _("new version")
        CORRECTION = "correction", _("correction")

    ladder = models.ForeignKey(
        Ladder, on_delete=models.PROTECT, related_name="rating_events", db_index=False
    )
    competitor = models.ForeignKey(
        Competitor, on_delete=models.PROTECT, related_name="rating_events", db_index=False
    )
    number = models.PositiveBigIntegerField()  # of the entry
    cause = models.CharField(max_length=10, choices=Cause.choices)
    delta = models.BigIntegerField(default=0)  # in micro-Elo
    # Of a result: the share of it that was expected, and the one that was taken.
    expected = models.FloatField(null=True)
    score = models.FloatField(null=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("rating event")
        verbose_name_plural = _("rating events")
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["competitor", "ladder", "number", "cause"], name="rating_event_once"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["ladder", "number"], name="rating_event_in_order"),
            models.Index(
                fields=["competitor", "ladder", "cause", "number"],
                condition=~Q(cause="result"),
                name="rating_event_marks",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}/{self.number}: {self.competitor_id}"


class Rating(_Known):
    """Where a competitor stands on a ladder."""

    ladder = models.ForeignKey(
        Ladder, on_delete=models.PROTECT, related_name="ratings", db_index=False
    )
    competitor = models.ForeignKey(Competitor, on_delete=models.PROTECT, related_name="ratings")
    won = models.PositiveIntegerField(default=0)
    level = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    games = models.PositiveBigIntegerField(default=0)
    points = models.BigIntegerField(default=0)
    trend = ArrayField(models.IntegerField(), default=list)
    """The last ratings in whole Elo, the latest last; at most `ladder_sums.TREND_LENGTH`."""
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(_("last seen"), default=timezone.now)
    # What `LadderTerms.is_provisional` says of the standing, so that lists can be asked for it.
    is_provisional = models.GeneratedField(
        expression=Q(results__lt=TERMS.provisional_results)  # type: ignore[arg-type]  # may be a Q
        | Q(results_of_version__lt=Least(Value(TERMS.version_results), F("results"))),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["ladder", "competitor"], name="rating_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["ladder", "-value", "competitor"], name="rating_by_value"),
            models.Index(
                fields=["ladder", "is_provisional", "-value", "competitor"],
                name="rating_by_kind_and_value",
            ),
            models.Index(fields=["ladder", "-last_at", "competitor"], name="rating_by_last_seen"),
            models.Index(fields=["ladder", "-results", "competitor"], name="rating_by_results"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.competitor_id}"


class Encounter(models.Model):
    """What one competitor made against another on a ladder, in all results that count."""

    ladder = models.ForeignKey(
        Ladder, on_delete=models.PROTECT, related_name="encounters", db_index=False
    )
    competitor = models.ForeignKey(
        Competitor, on_delete=models.PROTECT, related_name="encounters", db_index=False
    )
    opponent = models.ForeignKey(Competitor, on_delete=models.PROTECT, related_name="+")
    won = models.PositiveIntegerField(default=0)
    level = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    # Shares of the results in billionths, added up, and their squares: the score and its error bar.
    shares = models.BigIntegerField(default=0)
    squares = models.BigIntegerField(default=0)
    # What luck and skill brought together: raw points in the same results.
    points = models.BigIntegerField(default=0, db_default=0)
    points_against = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        verbose_name = _("encounter")
        verbose_name_plural = _("encounters")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["competitor", "ladder", "opponent"], name="encounter_once"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                "competitor",
                "ladder",
                (F("won") + F("level") + F("lost")).desc(),
                "opponent",
                name="encounter_most_played",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.competitor_id}/{self.opponent_id}"

    @property
    def results(self) -> int:
        return self.won + self.level + self.lost
