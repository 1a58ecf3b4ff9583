"""What staff see of leagues, and the form with which they hand on one whose owner is gone."""

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.admin_site import ReadOnlyForStaff
from tournaments.forms.refusable import RefusableForm
from tournaments.models import League, User
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.services.leagues.officials import league_owner_assign

if TYPE_CHECKING:  # only the stubs' classes are generic
    _Admin = admin.ModelAdmin[Any]
else:
    _Admin = admin.ModelAdmin


class HandOnForm(RefusableForm):
    """To whom, and why."""

    email = forms.EmailField(label=gettext_lazy("E-mail address of the new owner"))
    note = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Kept in the league's log; its organizers can read it."),
    )

    def clean_email(self) -> User:
        account = User.objects.filter(email=self.cleaned_data["email"].lower()).first()
        if account is None:
            raise ValidationError(_("No account has this address."))
        return account

    def field_of(self, name: str) -> str:
        return "email" if name == "account" else name


@admin.register(League)
class LeagueAdmin(ReadOnlyForStaff, _Admin):
    """Leagues; their organizers run them, and staff only hand on what is nobody's."""

    list_display = ("name", "owner", "game", "format", "state", "visibility", "created_at")
    list_filter = ("state", "game", "visibility", ("owner", admin.EmptyFieldListFilter))
    list_select_related = ("owner",)
    search_fields = ("name",)
    ordering = ("-created_at",)
    fields = ("name", "description", "owner", "game", "format", "state", "visibility", "created_at")
    readonly_fields = ("created_at",)
    change_form_template = "admin/tournaments/league/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        hand_on = path(
            "<int:pk>/hand-on/",
            self.admin_site.admin_view(self.hand_on),
            name="tournaments_league_hand_on",
        )
        return [hand_on, *super().get_urls()]

    def hand_on(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The form and, once it is filled in, the step."""
        league = get_object_or_404(League, pk=pk)
        form = HandOnForm(request.POST if request.method == "POST" else None)
        page = reverse("admin:tournaments_league_change", args=[pk])
        if form.is_valid():
            try:
                league_owner_assign(
                    public_id=league.public_id,
                    actor=cast("User", request.user),
                    account=form.cleaned_data["email"],
                    note=form.cleaned_data["note"],
                )
            except ValidationError as error:
                form.refuse(error)
            else:
                said = {"league": league.name, "owner": form.cleaned_data["email"].public_name}
                messages.success(request, _("%(league)s belongs to %(owner)s now.") % said)
                return redirect(page)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Hand on %(league)s") % {"league": league.name},
            "opts": self.opts,
            "listing": reverse("admin:tournaments_league_changelist"),
            "page": page,
            "league": league,
            "form": form,
        }
        return render(request, "admin/tournaments/league/hand_on.html", context)

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        *args: Any,  # noqa: ANN401 - Django's signature
        **kwargs: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        league = context["original"]
        if league.owner is None or not league.owner.is_active:
            context["hand_on_url"] = reverse("admin:tournaments_league_hand_on", args=[league.pk])
        return super().render_change_form(request, context, *args, **kwargs)
