"""Who is entered in a league, as programs are told and tell."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.fields import Body, Shown
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_csv import TEXT_MAX
from tournaments.league_entry_steps import entry_hindrance, entry_steps
from tournaments.league_entry_tables import names_of
from tournaments.league_shown import ShownEntry
from tournaments.models import Competitor, League, LeagueEntry
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.services.leagues.entries import ROUNDS_MAX
from tournaments.services.leagues.entry_judging import Choice, Verdict
from tournaments.services.leagues.leaving import Remaining
from tournaments.services.leagues.room import ENTRIES_MAX

BOT_MAX_LENGTH: Final = 200
LINES_MAX_DIGITS: Final = 6
STEPS: Final = ("rest", "remove", "withdraw", "disqualify", "return")
ENTRY_EXAMPLE: Final[dict[str, Any]] = {
    "id": "412",
    "name": "Ana \N{EN DASH} Bea",
    "names": ["Ana", "Bea"],
    "seed": 3,
    "status": "active",
    "group": None,
    "joined_round": 1,
    "bot": None,
    "author": "",
    "page": "",
    "is_mine": False,
    "annulled": False,
    "rests": [2],
    "steps": ["rest", "withdraw", "disqualify"],
    "hindrance": "",
}
IMPORT_EXAMPLE: Final[dict[str, Any]] = {
    "dry_run": True,
    "entered": 1,
    "too_long": False,
    "rows": [
        {
            "line": 2,
            "names": ["Carla"],
            "seed": 1,
            "verdict": "new",
            "enters": True,
            "text": "New: Carla will be added to your list.",
            "problems": [],
            "similar": [],
            "choice": "skip",
        },
        {
            "line": 3,
            "names": ["Anna"],
            "seed": None,
            "verdict": "doubtful",
            "enters": False,
            "text": "Is this Ana? Say who is meant; otherwise the row is left out.",
            "problems": ["Is this Ana? Say who is meant; otherwise the row is left out."],
            "similar": ["Ana"],
            "choice": "skip",
        },
    ],
}


class EntryShown(Shown):
    """Somebody in a league: a person, a pair or a bot."""

    id = serializers.CharField()
    name = serializers.CharField(help_text="As tables name them; namesakes have numbers.")
    names = serializers.ListField(
        child=serializers.CharField(), help_text="Their own: one, or a pair's two."
    )
    seed = serializers.IntegerField()
    status = serializers.ChoiceField(choices=LeagueEntry.Status.choices)
    group = serializers.IntegerField(allow_null=True, help_text="From 1.")
    joined_round = serializers.IntegerField(help_text="Plays from this round on.")
    bot = serializers.CharField(allow_null=True, help_text="An id for `/bots/`.")
    author = serializers.CharField(help_text="Of a bot.")
    page = serializers.CharField(help_text="Empty where everybody may not read it.")
    is_mine = serializers.BooleanField(help_text="You, a pair of yours, or a bot of yours.")
    annulled = serializers.BooleanField(
        allow_null=True, help_text="Whether results count for nobody. Null if you do not organize."
    )
    rests = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Rounds that they sit out. Null if you do not organize the league.",
    )
    steps = serializers.ListField(
        child=serializers.ChoiceField(choices=STEPS),
        allow_null=True,
        help_text="What can be decided about them now. Null if you do not organize the league.",
    )
    hindrance = serializers.CharField(
        allow_null=True,
        help_text="Why a bot cannot play now, in a sentence; empty if it can. Null in lists, and "
        "if you do not organize the league.",
    )


class EntrySent(Body):
    """Whom to enter: a name, a pair's two names, or a bot."""

    name = serializers.CharField(
        required=False,
        max_length=DISPLAY_NAME_MAX_LENGTH,
        help_text="Somebody on your list, or a new guest.",
    )
    partner = serializers.CharField(
        required=False, max_length=DISPLAY_NAME_MAX_LENGTH, help_text="Of a pair."
    )
    bot = serializers.CharField(
        required=False,
        max_length=BOT_MAX_LENGTH,
        help_text="Its id, its whole name, or the address of its page.",
    )


class EntryChange(Body):
    """Rounds that somebody sits out, all of them."""

    rests = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=ROUNDS_MAX - 1), max_length=ROUNDS_MAX
    )
    revision = serializers.IntegerField(min_value=0, help_text="Of the league as you have read it.")


class WithdrawSent(Body):
    """How somebody leaves."""

    remaining = serializers.ChoiceField(
        choices=[one.value for one in Remaining],
        default=Remaining.FORFEIT.value,
        help_text="What is drawn but not played counts as lost (`forfeit`), or is called off.",
    )
    note = serializers.CharField(required=False, allow_blank=True, max_length=REASON_MAX_LENGTH)


class DisqualifySent(Body):
    """Why somebody is sent away."""

    annul = serializers.BooleanField(
        default=False, help_text="It is as if they had never played; otherwise results stand."
    )
    note = serializers.CharField(max_length=REASON_MAX_LENGTH, help_text="The reason.")


class ReturnSent(Body):
    """A word for the log, or none."""

    note = serializers.CharField(required=False, allow_blank=True, max_length=REASON_MAX_LENGTH)


class ImportSent(Body):
    """A list: columns `name`, `partner`, `seed`, with commas, semicolons or tabs."""

    text = serializers.CharField(max_length=TEXT_MAX, trim_whitespace=False)
    dry_run = serializers.BooleanField(default=False, help_text="Only say what would be done.")
    choices = serializers.DictField(
        child=serializers.ChoiceField(choices=[one.value for one in Choice]),
        required=False,
        help_text="What you say to doubtful rows, by their line: leave it out (`skip`), enter the "
        "name `as_written`, or the `similar` one.",
    )

    def validate_choices(self, value: dict[str, str]) -> dict[int, str]:
        """Lines are numbers, which are no names in JSON."""
        if not all(
            key.isascii() and key.isdigit() and len(key) <= LINES_MAX_DIGITS for key in value
        ):
            raise serializers.ValidationError(
                _("Name rows by the number of their line."), code="bad_line"
            )
        return {int(key): said for key, said in value.items()}


class ImportRowShown(Shown):
    """A row, and what becomes of it."""

    line = serializers.IntegerField(help_text="From 1, as spreadsheets count.")
    names = serializers.ListField(child=serializers.CharField())
    seed = serializers.IntegerField(allow_null=True)
    verdict = serializers.ChoiceField(choices=[one.value for one in Verdict])
    enters = serializers.BooleanField()
    text = serializers.CharField(source="sentence", help_text="The verdict in a sentence.")
    problems = serializers.SerializerMethodField(help_text="Why it is left out, if it is at fault.")
    similar = serializers.ListField(
        child=serializers.CharField(), help_text="Who may be meant, if there is a doubt."
    )
    choice = serializers.ChoiceField(
        choices=[one.value for one in Choice], help_text="What you have said to it."
    )

    def get_problems(self, row: Any) -> list[str]:  # noqa: ANN401 - an ImportRow
        """Of rows that somebody has to mend."""
        return [row.sentence] if row.verdict in (Verdict.DOUBTFUL, Verdict.WRONG) else []


class ImportShown(Shown):
    """What became of a list, or would."""

    dry_run = serializers.BooleanField()
    entered = serializers.IntegerField(source="entering")
    too_long = serializers.BooleanField(help_text="There was more than is read.")
    rows = ImportRowShown(many=True)


class SeedsSent(Body):
    """A new order."""

    how = serializers.ChoiceField(
        choices=["order", "rating", "random"],
        default="order",
        help_text="As `order` says, the best rated first, or by lot.",
    )
    order = serializers.ListField(
        child=serializers.RegexField(r"^[0-9]{1,18}$"),
        required=False,
        max_length=ENTRIES_MAX,
        help_text="The ids of all entries, the first seed first.",
    )
    revision = serializers.IntegerField(min_value=0, help_text="Of the league as you have read it.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """An order is named if one is wanted, and only then."""
        if (attrs["how"] == "order") != ("order" in attrs):
            sentence = _("Name all entries in their order, or say how else to order them.")
            raise serializers.ValidationError({"order": [sentence]}, code="bad_order")
        return attrs


class SeedsShown(Shown):
    """The order as it is now."""

    revision = serializers.IntegerField()
    order = serializers.ListField(child=serializers.CharField())


def entry_told(access: LeagueAccess, shown: ShownEntry, *, alone: bool = False) -> dict[str, Any]:
    """Somebody, as whoever asks may know them: organizers know more."""
    entry, organizes = shown.entry, access.may(LeagueAction.READ_DRAFTS)
    told: dict[str, Any] = {
        "id": str(entry.pk),
        "name": shown.name,
        "names": [name for name in names_of(shown) if name],
        "seed": entry.seed,
        "status": entry.status,
        "group": None if entry.group is None else entry.group + 1,
        "joined_round": entry.joined_round,
        "bot": shown.bot or None,
        "author": shown.author,
        "page": shown.url,
        "is_mine": shown.is_own,
        "annulled": None,
        "rests": None,
        "steps": None,
        "hindrance": None,
    }
    if organizes:
        told |= {
            "annulled": entry.annulled,
            "rests": sorted(entry.rests),
            "steps": entry_steps(access.league, entry),
        }
    if organizes and alone:
        told["hindrance"] = entry_hindrance(access.league, entry)
    return told


def names_sent(league: League, sent: dict[str, str]) -> list[str]:
    """Whom to enter, as such a league names them; refused at what is missing or does not fit."""
    fields = {
        Competitor.Kind.PERSON: ("name",),
        Competitor.Kind.PAIR: ("name", "partner"),
        Competitor.Kind.BOT: ("bot",),
    }[Competitor.Kind(league.competitors)]
    faults = {
        name: ValidationError(_("Say who it is."), code="required")
        for name in fields
        if not sent.get(name, "").strip()
    }
    faults |= {
        name: ValidationError(_("Such a league does not have this: leave it out."), code="unfit")
        for name in sent
        if name not in fields
    }
    if faults:
        raise ValidationError(faults)
    return [sent[name] for name in fields]
