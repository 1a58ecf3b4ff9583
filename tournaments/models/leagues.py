"""Leagues: who is entered, which rounds there are, who helps, and what was done.

Standings, brackets and drafts of rounds are worked out from these rows and from those of `fixtures`
by `scoring.league`; nothing that can be worked out is stored, so a correction cannot leave anything
behind. The log is only ever added to.
"""

from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxLengthValidator, ProhibitNullCharactersValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.durak import DurakPointsRule
from tournaments.models.accounts import REASON_MAX_LENGTH, User
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, Competitor, public_id_create
from tournaments.models.results import PROFILE_MAX_LENGTH
from tournaments.models.rule_sets import RuleSetVersion
from tournaments.models.sheets import HASH_LENGTH
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, validate_display_name

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NAME_MAX_LENGTH = 80
DESCRIPTION_MAX_LENGTH = 2_000


def _points(name: "StrOrPromise", default: str) -> "models.DecimalField[Decimal, Decimal]":
    return models.DecimalField(name, max_digits=6, decimal_places=2, default=Decimal(default))


class League(models.Model):
    """A competition and its rules. Whoever changes anything in it locks this row first."""

    class Game(models.TextChoices):
        BURAKO = "burako", "Burako"
        DURAK = "durak", "Durak"

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("everybody meets everybody once")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("everybody meets everybody twice")
        SWISS = "swiss", _("Swiss system")
        KNOCKOUT = "knockout", _("knockout")
        GROUPS = "groups", _("groups, then play-offs")

    class State(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        RUNNING = "running", pgettext_lazy("league", "under way")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("called off")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody, and it is listed")
        LINK = "link", _("everybody who knows the address")
        PRIVATE = "private", _("only those who take part")

    class ScoreEntry(models.TextChoices):
        PLAYERS = "players", _("the players of a match, scorers and organizers")
        OFFICIALS = "officials", _("scorers and organizers")
        ORGANIZERS = "organizers", _("organizers only")

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    name = models.CharField(
        _("name"), max_length=NAME_MAX_LENGTH, validators=[ProhibitNullCharactersValidator()]
    )
    description = models.TextField(
        _("description"),
        max_length=DESCRIPTION_MAX_LENGTH,
        blank=True,
        validators=[MaxLengthValidator(DESCRIPTION_MAX_LENGTH), ProhibitNullCharactersValidator()],
    )
    owner = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="leagues_owned"
    )
    # What is played
    game = models.CharField(_("game"), max_length=6, choices=Game.choices)
    competitors = models.CharField(_("who competes"), max_length=6, choices=Competitor.Kind.choices)
    # Burako between people: the rules also say when a match ends.
    rule_version = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="leagues"
    )
    # Everything else: a profile of the engines.
    profile = models.CharField(_("rules"), max_length=PROFILE_MAX_LENGTH, blank=True)
    # Durak between people: what a game is worth, as `DurakPointsRule.as_dict` writes it.
    durak_points = models.JSONField(_("points of a game"), default=dict, blank=True)
    # Durak between people: games of a match; bots: boards of a deal set; otherwise nothing.
    match_length = models.PositiveIntegerField(_("length of a match"), default=0)
    # How it is played
    format = models.CharField(_("format"), max_length=18, choices=Format.choices)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=0)  # Swiss only
    groups = models.PositiveSmallIntegerField(_("groups"), default=0)
    qualifiers = models.PositiveSmallIntegerField(_("qualifiers of a group"), default=0)
    third_place = models.BooleanField(_("a match for third place"), default=False)
    tables = models.PositiveSmallIntegerField(_("tables"), default=0)  # 0: as many as needed
    points_win = _points(_("a win"), "1")
    points_draw = _points(_("a draw"), "0.5")
    points_loss = _points(_("a loss"), "0")
    points_bye = _points(_("a round without an opponent"), "1")
    points_forfeit_win = _points(_("a win because the other side did not come"), "1")
    points_forfeit_loss = _points(_("not coming"), "0")
    tie_breaks = ArrayField(models.CharField(max_length=30), default=list)  # after the points
    # Who may do what
    visibility = models.CharField(
        _("who may read"), max_length=7, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    score_entry = models.CharField(
        _("who may enter scores"),
        max_length=10,
        choices=ScoreEntry.choices,
        default=ScoreEntry.PLAYERS,
    )
    rated = models.BooleanField(_("counts on the ladders of people"), default=False)
    # Where it stands
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.DRAFT)
    revision = models.PositiveBigIntegerField(default=0, editable=False)
    """Grows with every change; a page made from an older one cannot overwrite a newer one."""
    play_off_seeds = ArrayField(models.BigIntegerField(), default=list, editable=False)
    """Entries in the order in which the groups seeded them, once the play-offs are drawn."""
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(game="burako", rule_version__isnull=False, profile="")
                | (Q(rule_version=None) & ~Q(profile="")),
                name="league_one_home_of_the_rules",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["-created_at"], condition=Q(visibility="public"), name="league_listed"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_of_bots(self) -> bool:
        return self.competitors == Competitor.Kind.BOT

    @property
    def durak_rule(self) -> DurakPointsRule:
        """What a game of Durak between people is worth."""
        return DurakPointsRule.from_dict(self.durak_points)


class LeagueOfficial(models.Model):
    """Who helps the owner."""

    class Role(models.TextChoices):
        CO_ORGANIZER = "co_organizer", _("co-organizer")
        SCORER = "scorer", _("scorer")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="officials")
    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="league_offices")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["league", "account"], name="league_official_once"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.account_id} {self.role}"


class LeagueEntry(models.Model):
    """A competitor in a league; the seed orders those of whom nothing else is known."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("plays")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="entries")
    competitor = models.ForeignKey(
        Competitor, on_delete=models.PROTECT, related_name="league_entries"
    )
    seed = models.PositiveIntegerField(_("seed"))
    status = models.CharField(
        _("status"), max_length=12, choices=Status.choices, default=Status.ACTIVE
    )
    annulled = models.BooleanField(_("results count for nobody"), default=False)
    group = models.PositiveSmallIntegerField(_("group"), null=True, blank=True)  # from 0
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    rests = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    """Rounds that it asked to sit out."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["league", "competitor"], name="league_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.pk}"


class LeagueApplication(models.Model):
    """Somebody who followed the link and wants to play; names until the organizer agrees."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="applications")
    account = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    name = models.CharField(
        _("name"), max_length=DISPLAY_NAME_MAX_LENGTH, validators=[validate_display_name]
    )
    partner = models.CharField(
        _("partner"),
        max_length=DISPLAY_NAME_MAX_LENGTH,
        blank=True,
        validators=[validate_display_name],
    )
    bot = models.ForeignKey(
        Competitor, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    note = models.CharField(_("note"), max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    entry = models.ForeignKey(
        LeagueEntry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["league", "account"],
                condition=Q(state="waiting", account__isnull=False, bot=None),
                name="league_application_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.name}"


class LeagueRound(models.Model):
    """A round. A draft is for organizers only; publishing shows it to everybody."""

    class Stage(models.TextChoices):
        MAIN = "main", _("main stage")
        PLAY_OFFS = "play_offs", _("play-offs")

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))  # from 1, through all stages
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.MAIN)
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    starts_at = models.DateTimeField(_("begins"), null=True, blank=True)
    deadline = models.DateTimeField(_("to be played by"), null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar[list[str]] = ["league", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["league", "number"], name="league_round_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="league_round_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.number}"


class LeagueBye(models.Model):
    """Somebody without an opponent in a round: by the draw, or because they asked for it."""

    round = models.ForeignKey(LeagueRound, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(LeagueEntry, on_delete=models.CASCADE, related_name="byes")
    asked_for = models.BooleanField(default=False)
    reasons = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "entry"], name="league_bye_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"


class LeagueAdjustment(models.Model):
    """A penalty or a bonus, apart from all results, and until it is cancelled."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(LeagueEntry, on_delete=models.CASCADE, related_name="adjustments")
    points = models.DecimalField(_("points"), max_digits=6, decimal_places=2)
    reason = models.CharField(_("reason"), max_length=REASON_MAX_LENGTH)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    cancelled_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        ordering: ClassVar[list[str]] = ["league", "pk"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.points}"


class LeagueLink(models.Model):
    """A link that lets whoever has it do one thing, until it is revoked: ask to be entered, or
    enter the scores of one round or of one match. Found by its hash, as a sheet's."""

    class Kind(models.TextChoices):
        JOIN = "join", _("ask to take part")
        ROUND = "round", _("enter the scores of a round")
        FIXTURE = "fixture", _("enter the score of a match")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    round = models.ForeignKey(
        LeagueRound, on_delete=models.CASCADE, null=True, blank=True, related_name="links"
    )
    fixture = models.ForeignKey(
        "tournaments.Fixture", on_delete=models.CASCADE, null=True, blank=True, related_name="links"
    )
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    token_sealed = models.TextField(editable=False)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(kind="join", round=None, fixture=None)
                | Q(kind="round", round__isnull=False, fixture=None)
                | Q(kind="fixture", round=None, fixture__isnull=False),
                name="league_link_is_what_its_kind_says",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.pk}"


class LeagueEvent(models.Model):
    """Who changed what, when, from what to what. The database refuses to change or delete it; only
    its account is forgotten when that is erased."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="events")
    revision = models.PositiveBigIntegerField()  # of the league, after it
    action = models.CharField(max_length=40)  # a `LeagueAct`
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=16)  # a `LeagueRole`
    entry = models.BigIntegerField(null=True, blank=True)
    other_entry = models.BigIntegerField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)  # its number
    fixture = models.CharField(max_length=PUBLIC_ID_MAX_LENGTH, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    consequences = models.JSONField(default=list)  # sentences of the kernel: what else changed
    note = models.CharField(max_length=REASON_MAX_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("entry of a league's log")
        verbose_name_plural = _("entries of leagues' logs")
        ordering: ClassVar[list[str]] = ["league", "pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["league", "-id"], name="league_event_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.action}"
