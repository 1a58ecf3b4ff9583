"""What staff see of accounts, and the one form through which they moderate them.

Guests and rule sets are in `admin_names`, ladders in `admin_ladders`, leagues in `admin_leagues`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.admin_ladders import (
    LadderAdmin,
    LadderDecisionAdmin,
    LadderEntryAdmin,
    RatingAdmin,
    RatingEventAdmin,
)
from tournaments.admin_leagues import LeagueAdmin
from tournaments.admin_names import PlayerAdmin, RuleSetAdmin
from tournaments.admin_site import ReadOnlyForStaff
from tournaments.forms import DisplayNameField
from tournaments.models import ModerationEvent, User
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.second_factor import second_factor_is_set_up
from tournaments.services import moderation

__all__ = [
    "LadderAdmin",
    "LadderDecisionAdmin",
    "LadderEntryAdmin",
    "LeagueAdmin",
    "ModerationEventAdmin",
    "PlayerAdmin",
    "RatingAdmin",
    "RatingEventAdmin",
    "RuleSetAdmin",
    "UserAdmin",
]

if TYPE_CHECKING:  # only the stubs' classes are generic
    _UserAdmin = admin.ModelAdmin[User]
    _EventAdmin = admin.ModelAdmin[ModerationEvent]
    _EventInline = admin.TabularInline[ModerationEvent, User]
else:
    _UserAdmin = _EventAdmin = admin.ModelAdmin
    _EventInline = admin.TabularInline

Action = ModerationEvent.Action

_SERVICES: dict[Action, Callable[..., ModerationEvent]] = {
    Action.RENAME: moderation.account_rename,
    Action.HIDE_NAME: moderation.account_hide_name,
    Action.SHOW_NAME: moderation.account_show_name,
    Action.SUSPEND: moderation.account_suspend,
    Action.REINSTATE: moderation.account_reinstate,
    Action.STAFF_GRANT: moderation.account_staff_grant,
    Action.STAFF_REVOKE: moderation.account_staff_revoke,
    Action.FACTOR_RESET: moderation.account_factor_reset,
}
_LABELS = {
    Action.RENAME: gettext_lazy("Rename"),
    Action.HIDE_NAME: gettext_lazy("Hide the name"),
    Action.SHOW_NAME: gettext_lazy("Show the name again"),
    Action.SUSPEND: gettext_lazy("Suspend"),
    Action.REINSTATE: gettext_lazy("Reinstate"),
    Action.STAFF_GRANT: gettext_lazy("Make staff"),
    Action.STAFF_REVOKE: gettext_lazy("End staff rights"),
    Action.FACTOR_RESET: gettext_lazy("Remove a lost second factor"),
}


class ModerationForm(forms.Form):
    """One step of moderation, with its reason."""

    action = forms.ChoiceField(label=gettext_lazy("What to do"))
    display_name = DisplayNameField(
        label=gettext_lazy("New name"),
        required=False,
        help_text=gettext_lazy("Only for renaming."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Kept with the account; other staff can read it."),
    )

    def __init__(self, data: QueryDict | None, *, account: User, actor: User) -> None:
        super().__init__(data)
        self.account = account
        self.actor = actor
        action = cast("forms.ChoiceField", self.fields["action"])
        action.choices = [
            (possible.value, _LABELS[possible]) for possible in _possible(account, actor)
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        renames = values.get("action") == Action.RENAME
        if renames and "display_name" not in self.errors and not values.get("display_name"):
            self.add_error("display_name", _("Please say the new name."))
        return values

    def carry_out(self) -> ModerationEvent:
        action = Action(self.cleaned_data["action"])
        arguments = {"account": self.account, "actor": self.actor}
        if action is Action.RENAME:
            arguments["display_name"] = self.cleaned_data["display_name"]
        return _SERVICES[action](reason=self.cleaned_data["reason"], **arguments)


def _possible(account: User, actor: User) -> list[Action]:
    """The steps worth offering; the services decide again."""
    steps = [
        Action.RENAME,
        Action.SHOW_NAME if account.name_hidden else Action.HIDE_NAME,
        Action.SUSPEND if account.is_active else Action.REINSTATE,
    ]
    if actor.is_superuser:
        steps.append(Action.STAFF_REVOKE if account.is_staff else Action.STAFF_GRANT)
        if second_factor_is_set_up(account):
            steps.append(Action.FACTOR_RESET)
    return steps


class ModerationEventInline(ReadOnlyForStaff, _EventInline):
    """What happened to this account before."""

    model = ModerationEvent
    fk_name = "account"
    fields = ("at", "action", "actor", "reason", "before", "after")
    readonly_fields = fields
    extra = 0


@admin.register(User)
class UserAdmin(ReadOnlyForStaff, _UserAdmin):
    """Accounts: found by name or address, read, and moderated."""

    list_display = (
        "__str__", "display_name", "email", "is_active", "name_hidden", "is_staff",
        "date_joined", "last_login",
    )  # fmt: skip
    list_display_links = ("__str__", "display_name")
    list_filter = ("is_active", "name_hidden", "is_staff", "language", "date_joined")
    search_fields = ("display_name", "email")
    ordering = ("-date_joined",)
    fields = (
        "email", "display_name", "public_name", "name_hidden", "language", "is_active",
        "is_staff", "is_superuser", "has_second_factor", "date_joined", "last_login",
    )  # fmt: skip
    readonly_fields = ("public_name", "has_second_factor", "date_joined")
    inlines: ClassVar[tuple[Any, ...]] = (ModerationEventInline,)
    change_form_template = "admin/tournaments/user/change_form.html"

    @admin.display(description=gettext_lazy("public name"))
    def public_name(self, account: User) -> str:
        return account.public_name

    @admin.display(description=gettext_lazy("second factor"), boolean=True)
    def has_second_factor(self, account: User) -> bool:
        return second_factor_is_set_up(account)

    def get_urls(self) -> list[URLPattern]:
        moderate = path(
            "<int:account_id>/moderate/",
            self.admin_site.admin_view(self.moderate),
            name="tournaments_user_moderate",
        )
        return [moderate, *super().get_urls()]

    def moderate(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """The form and, once it is filled in, the step."""
        account = get_object_or_404(User, pk=account_id)
        form = ModerationForm(
            request.POST if request.method == "POST" else None,
            account=account,
            actor=cast("User", request.user),
        )
        if form.is_valid():
            try:
                event = form.carry_out()
            except ValidationError as error:
                form.add_error(None, error.messages)
            except PermissionDenied as error:
                form.add_error(None, str(error))
            else:
                said = _("%(account)s: %(what)s.")
                what = {"account": account.public_name, "what": event.get_action_display()}
                messages.success(request, said % what)
                return redirect(reverse("admin:tournaments_user_change", args=[account.pk]))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Moderate %(account)s") % {"account": account.public_name},
            "opts": self.opts,
            "named": account,
            "listing": reverse("admin:tournaments_user_changelist"),
            "page": reverse("admin:tournaments_user_change", args=[account.pk]),
            "form": form,
        }
        return render(request, "admin/tournaments/moderate.html", context)


@admin.register(ModerationEvent)
class ModerationEventAdmin(ReadOnlyForStaff, _EventAdmin):
    """Everything staff ever did, newest first."""

    list_display = ("at", "action", "account", "actor", "reason")
    list_filter = ("action", "at")
    list_select_related = ("account", "actor")
    readonly_fields = ("at",)
    search_fields = ("account__display_name", "account__email", "reason", "before", "after")
