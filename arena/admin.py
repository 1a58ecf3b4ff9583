"""What staff see of the arena."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from arena.models import Bot, BotVersion, Validation, WorkerPresence
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

    list_display = ("name", "queues", "sandbox", "refusal", "started_at", "seen_at")


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
