"""Who helps the owner, and who the owner is."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.leagues.officials import OfficialForm
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_visitors import league_visitor_of
from tournaments.rate_limits import LEAGUE_OFFICIAL, rate_limit_note
from tournaments.services.leagues.officials import (
    league_owner_transfer,
    official_add,
    official_remove,
)
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page, say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.MANAGE_OFFICIALS)
def officials(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Everybody with an office; one more with every POST."""
    league = access.league
    form = OfficialForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if not rate_limit_note(request, LEAGUE_OFFICIAL):
            return render(request, "429.html", status=429)
        try:
            added = official_add(
                public_id=league.public_id,
                visitor=league_visitor_of(request),
                email_or_name=form.cleaned_data["email_or_name"],
                role=form.cleaned_data["role"],
            )
        except ValidationError as error:
            form.refuse(error)
        else:
            said = _("%(name)s is now: %(role)s.") % {
                "name": added.account.public_name,
                "role": added.get_role_display(),
            }
            messages.success(request, said)
            return redirect(request.path)
    form.focus_first_error()
    held = league.officials.select_related("account").order_by("role", "pk")
    return render_page(
        request, access, "officials", "officials.html", {"form": form, "officials": held}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.MANAGE_OFFICIALS)
def hand_over(request: HttpRequest, access: LeagueAccess, account_id: int) -> HttpResponse:
    """Give the league to a co-organizer, after being told what that means."""
    league = access.league
    heir = league.officials.select_related("account").filter(account_id=account_id).first()
    if heir is None:
        messages.error(request, _("This office is gone already."))
        return redirect("leagues:officials", league.public_id)
    if request.method == "POST":
        try:
            league_owner_transfer(
                public_id=league.public_id,
                visitor=league_visitor_of(request),
                account_id=account_id,
            )
        except ValidationError as error:
            say_refusal(request, error)
            return redirect("leagues:officials", league.public_id)
        said = _("The league belongs to %(name)s now. You are a co-organizer.")
        messages.success(request, said % {"name": heir.account.public_name})
        return redirect("leagues:today", league.public_id)
    return render_page(request, access, "officials", "hand_over.html", {"heir": heir})


@require_POST
@organizers_page(LeagueAction.MANAGE_OFFICIALS)
def official_drop(request: HttpRequest, access: LeagueAccess, account_id: int) -> HttpResponse:
    """Take an office away."""
    official_remove(
        public_id=access.league.public_id,
        visitor=league_visitor_of(request),
        account_id=account_id,
    )
    messages.success(request, _("The office is taken away."))
    return redirect("leagues:officials", access.league.public_id)
