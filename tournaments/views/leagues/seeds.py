"""The order of seeds: by hand, by rating, or at random."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.leagues.entries import seeds_read
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_shown import field_of
from tournaments.league_visitors import league_visitor_of
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.seeding import (
    entries_seed,
    entries_seed_at_random,
    entries_seed_by_rating,
)
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page, revision_sent, say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.MANAGE_ENTRIES)
def seeds(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """A number beside every name, and two buttons for those who want none."""
    league = access.league
    people = field_of(league)
    if request.method == "POST":
        try:
            _seed(request, league.public_id, list(people.entries))
        except ValidationError as error:
            say_refusal(request, error)
        except LeagueStaleError as error:
            messages.error(request, error.sentence)
        else:
            messages.success(request, _("The seeds are in their new order."))
        return redirect(request.path)
    context = {"entries": list(people.entries.values()), "revision": league.revision}
    return render_page(request, access, "entries", "seeds.html", context)


def _seed(request: HttpRequest, public_id: str, entries: list[int]) -> None:
    where: dict[str, Any] = {
        "public_id": public_id,
        "visitor": league_visitor_of(request),
        "revision": revision_sent(request),
    }
    how = request.POST.get("how", "")
    if how == "rating":
        entries_seed_by_rating(**where)
    elif how == "random":
        entries_seed_at_random(**where)
    else:
        entries_seed(**where, order=seeds_read(request.POST, entries))
