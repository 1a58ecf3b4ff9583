"""Penalties and bonuses: records of their own, which can be cancelled."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.leagues.adjustments import AdjustmentForm
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_shown import field_of
from tournaments.league_visitors import league_visitor_of
from tournaments.league_words import signed_text
from tournaments.selectors.league_rows import league_adjustments
from tournaments.services.leagues.adjustments import adjustment_add, adjustment_cancel
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page, say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def adjustments(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """All of them, those that were cancelled too; one more with every POST."""
    league = access.league
    people = field_of(league)
    form = AdjustmentForm(
        request.POST if request.method == "POST" else None,
        entries=[(key, shown.name) for key, shown in people.entries.items()],
    )
    if form.is_valid():
        try:
            adjustment_add(
                public_id=league.public_id,
                visitor=league_visitor_of(request),
                entry_id=form.cleaned_data["entry"],
                points=form.change,
                reason=form.cleaned_data["reason"],
            )
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, _("It counts from now on."))
            return redirect(request.path)
    form.focus_first_error()
    rows = league_adjustments(league=league)
    context = {
        "form": form,
        "adjustments": [(row, people[row.entry_id].name, signed_text(row.points)) for row in rows],
        "may_adjust": access.may(LeagueAction.ADJUST),
    }
    return render_page(request, access, "adjustments", "adjustments.html", context)


@require_POST
@organizers_page(LeagueAction.ADJUST)
def adjustment_drop(request: HttpRequest, access: LeagueAccess, adjustment_id: int) -> HttpResponse:
    """It counts no longer; it stays in the list."""
    try:
        adjustment_cancel(
            public_id=access.league.public_id,
            visitor=league_visitor_of(request),
            adjustment_id=adjustment_id,
        )
    except ValidationError as error:
        say_refusal(request, error)
    else:
        messages.success(request, _("Cancelled: it counts no longer."))
    return redirect("leagues:adjustments", access.league.public_id)
