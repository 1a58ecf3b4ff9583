"""What staff see of guests and rule sets, and the form with which they replace a bad name."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.admin_site import ReadOnlyForStaff
from tournaments.forms import DisplayNameField
from tournaments.models import ModerationEvent, Player, RuleSet, User
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.services.moderation import player_moderate_name, rule_set_moderate_name

if TYPE_CHECKING:  # only the stubs' classes are generic
    _NamedAdmin = admin.ModelAdmin[Any]
else:
    _NamedAdmin = admin.ModelAdmin


class NameForm(forms.Form):
    """Another name, and why."""

    name = DisplayNameField(label=gettext_lazy("New name"), help_text="", autocomplete="off")
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Kept with the account; other staff can read it."),
    )


class NamesAdmin(ReadOnlyForStaff, _NamedAdmin):
    """Names: found, read, and replaced through the `service`, which calls them its `subject`."""

    service: Callable[..., ModerationEvent]
    subject: str

    search_fields: ClassVar[list[str] | tuple[str, ...]] = ("name",)
    ordering = ("-created_at",)
    change_form_template = "admin/tournaments/names/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        moderate = path(
            "<int:pk>/moderate/",
            self.admin_site.admin_view(self.moderate),
            name=f"{self.opts.app_label}_{self.opts.model_name}_moderate",
        )
        return [moderate, *super().get_urls()]

    def moderate(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The form and, once it is filled in, the step."""
        named = get_object_or_404(self.get_queryset(request), pk=pk)
        form = NameForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                actor = cast("User", request.user)
                event = self.service(**{self.subject: named}, actor=actor, **form.cleaned_data)
            except ValidationError as error:
                form.add_error(None, error.messages)
            except PermissionDenied as error:
                form.add_error(None, str(error))
            else:
                said = {"account": event.after, "what": event.get_action_display()}
                messages.success(request, _("%(account)s: %(what)s.") % said)
                return redirect(self._address("change", pk))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Moderate %(account)s") % {"account": named.public_name},
            "opts": self.opts,
            "named": named,
            "listing": reverse(self._route("changelist")),
            "page": self._address("change", pk),
            "form": form,
        }
        return render(request, "admin/tournaments/moderate.html", context)

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        *args: Any,  # noqa: ANN401 - Django's signature
        **kwargs: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        named = context["original"]
        context["moderate_url"] = self._address("moderate", named.pk)
        return super().render_change_form(request, context, *args, **kwargs)

    def _address(self, page: str, pk: int) -> str:
        return reverse(self._route(page), args=[pk])

    def _route(self, page: str) -> str:
        return f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}"


@admin.register(Player)
class PlayerAdmin(NamesAdmin):
    """Guests only: who has an account is moderated there."""

    service = staticmethod(player_moderate_name)
    subject = "player"

    list_display = ("public_name", "created_by", "created_at")
    list_select_related = ("created_by",)
    fields = ("name", "created_by", "created_at")
    readonly_fields = ("created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(account=None)


@admin.register(RuleSet)
class RuleSetAdmin(NamesAdmin):
    """Clubs' rules; the house's own keep their name."""

    service = staticmethod(rule_set_moderate_name)
    subject = "rule_set"

    list_display = ("public_name", "owner", "archived", "created_at")
    list_filter = ("archived",)
    list_select_related = ("owner",)
    fields = ("name", "owner", "archived", "created_at")
    readonly_fields = ("created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(is_house=False)
