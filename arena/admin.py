"""What staff see of the arena."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from arena.models import (
    AbTest,
    Bot,
    BotBench,
    BotVersion,
    Match,
    MatchEvent,
    OperatorEvent,
    OperatorNotice,
    Validation,
    WorkerPresence,
)
from arena.services.moderation import bot_moderate_name
from arena.services.validations import validation_repeat
from tournaments.admin_names import NamesAdmin
from tournaments.admin_site import ReadOnlyForStaff
from tournaments.models import User

if TYPE_CHECKING:  # only the stubs' classes are generic
    _Admin = admin.ModelAdmin[Any]
else:
    _Admin = admin.ModelAdmin


@admin.register(WorkerPresence)
class WorkerPresenceAdmin(ReadOnlyForStaff, _Admin):
    """A list to look at: workers sign on and off by themselves."""

    list_display = ("name", "queues", "slots", "sandbox", "refusal", "started_at", "seen_at")


@admin.register(Bot)
class BotAdmin(NamesAdmin):
    """Bots and whose they are; a bad name is replaced."""

    service = staticmethod(bot_moderate_name)
    subject = "bot"
    list_display = ("public_name", "owner", "active_version", "created_at", "retired_at")
    list_filter = ("retired_at", "created_at")
    list_select_related = ("owner", "active_version__bot")
    search_fields = ("name", "public_id", "owner__display_name", "owner__email")
    ordering = ("-created_at",)
    fields = (
        "public_id", "name", "owner", "description", "active_version", "created_at", "retired_at",
    )  # fmt: skip
    readonly_fields = ("public_id", "created_at")


@admin.register(BotVersion)
class BotVersionAdmin(ReadOnlyForStaff, _Admin):
    """What was submitted. Staff may have it checked again, also after a verdict against it."""

    list_display = ("__str__", "state", "profiles", "size", "submitted_at")
    list_filter = ("state", "submitted_at")
    list_select_related = ("bot",)
    search_fields = ("bot__name", "bot__public_id", "digest")
    ordering = ("-submitted_at",)
    actions = ("check_again",)
    fields = (
        "bot", "number", "state", "file_name", "size", "digest", "command", "profiles", "packages",
        "note", "submitted_at",
    )  # fmt: skip
    readonly_fields = ("submitted_at",)

    @admin.action(description=_("Check again"), permissions=["view"])
    def check_again(self, request: HttpRequest, chosen: QuerySet[BotVersion]) -> None:
        assert isinstance(request.user, User)
        for version in chosen.select_related("bot"):
            try:
                validation_repeat(version=version, by=request.user)
            except ValidationError as error:
                self.message_user(request, f"{version}: {error.messages[0]}", messages.WARNING)
            else:
                self.message_user(
                    request, _("%(version)s is being checked.") % {"version": version}
                )


@admin.register(Validation)
class ValidationAdmin(ReadOnlyForStaff, _Admin):
    """How checks go."""

    list_display = (
        "public_id", "version", "verdict", "sandbox", "attempt", "losses", "asked_at", "heard_at",
        "ended_at",
    )  # fmt: skip
    list_filter = ("verdict", "sandbox", "asked_at")
    list_select_related = ("version__bot",)
    search_fields = ("public_id", "version__bot__name", "version__bot__public_id")
    ordering = ("-asked_at",)
    fields = (
        "public_id", "version", "verdict", "sandbox", "attempt", "losses", "asked_at", "sent_at",
        "heard_at", "ended_at", "last_report", "steps", "usage", "log",
    )  # fmt: skip
    readonly_fields = ("public_id",)


@admin.register(Match)
class MatchAdmin(ReadOnlyForStaff, _Admin):
    """How matches go. What can be done about one is on the operators' page; the seed is shown to
    nobody while a match is not over, and the replay says it afterwards."""

    list_display = (
        "public_id", "state", "kind", "profile", "rated", "attempt", "failures", "worker",
        "created_at", "ended_at",
    )  # fmt: skip
    list_filter = ("state", "kind", "rated", "created_at")
    search_fields = ("public_id", "worker")
    show_full_result_count = False
    ordering = ("-pk",)
    fields = (
        "public_id", "state", "reason", "kind", "rated", "requested_by", "profile", "boards",
        "games_per_board", "rotations", "clocks", "cost", "commitment", "created_at", "attempt",
        "failures", "worker", "sandbox", "sent_at", "begun_at", "heard_at", "boards_over",
        "ended_at", "settled_number", "replay_digest", "replay_bytes", "games", "decisions",
    )  # fmt: skip
    readonly_fields = ("public_id", "created_at")


@admin.register(AbTest)
class AbTestAdmin(ReadOnlyForStaff, _Admin):
    """Which versions are compared, and how that goes; its own page says it in words."""

    list_display = (
        "public_id", "owner", "new", "old", "profile", "players", "state", "reason", "sets", "llr",
        "created_at", "ended_at",
    )  # fmt: skip
    list_filter = ("state", "created_at")
    list_select_related = ("owner", "new__bot", "old__bot")
    search_fields = ("public_id", "new__bot__name", "old__bot__name")
    ordering = ("-pk",)
    fields = (
        "public_id", "owner", "new", "old", "profile", "players", "boards", "elo0", "elo1", "alpha",
        "beta", "sets_most", "state", "reason", "created_at", "ended_at", "sets", "deals", "llr",
        "points_new", "points_old",
    )  # fmt: skip
    readonly_fields = ("public_id", "created_at")


@admin.register(MatchEvent)
class MatchEventAdmin(ReadOnlyForStaff, _Admin):
    """Every step of every match."""

    list_display = ("match", "at", "before", "after", "attempt", "worker", "reason", "by")
    list_filter = ("after", "at")
    list_select_related = ("match", "by")
    search_fields = ("match__public_id", "worker")
    show_full_result_count = False
    ordering = ("-pk",)
    fields = ("match", "at", "before", "after", "attempt", "worker", "reason", "by")
    readonly_fields = ("at",)


@admin.register(OperatorEvent)
class OperatorEventAdmin(ReadOnlyForStaff, _Admin):
    """What was done to the arena."""

    list_display = ("at", "action", "by", "match", "bot", "reason")
    list_filter = ("action", "at")
    list_select_related = ("by", "match", "bot")
    search_fields = ("match__public_id", "bot__name", "bot__public_id", "reason")
    fields = ("at", "action", "by", "match", "bot", "reason")
    readonly_fields = ("at",)


@admin.register(OperatorNotice)
class OperatorNoticeAdmin(ReadOnlyForStaff, _Admin):
    """What the staff were told."""

    list_display = ("subject", "text", "times", "first_at", "last_at", "mailed_at")
    list_filter = ("last_at",)
    fields = ("subject", "text", "params", "times", "first_at", "last_at", "mailed_at")
    readonly_fields = ("first_at", "last_at")


@admin.register(BotBench)
class BotBenchAdmin(ReadOnlyForStaff, _Admin):
    """Who sat out, and why."""

    list_display = ("bot", "version", "since", "ended_at", "match", "reason")
    list_filter = ("since", "ended_at")
    list_select_related = ("bot", "version__bot", "match")
    search_fields = ("bot__name", "bot__public_id")
    fields = ("bot", "version", "since", "ended_at", "match", "reason")
