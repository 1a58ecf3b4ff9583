"""Who takes part: the list, adding somebody, and those who have asked."""

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.bot_directory import bot_directory
from tournaments.forms.leagues.entries import AddForm, BotSearchForm
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_shown import field_of
from tournaments.league_visitors import league_visitor_of
from tournaments.models import League, LeagueEntry
from tournaments.selectors.league_links import applications_with_bots, league_applications_waiting
from tournaments.selectors.people import players_known
from tournaments.services.leagues.applications import application_accept, application_decline
from tournaments.services.leagues.entries import entry_add
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page, say_refusal

BOTS_FOUND: Final = 12
SUGGESTED: Final = 500
STATUS_TONES: Final = {
    LeagueEntry.Status.ACTIVE: "badge-good",
    LeagueEntry.Status.WITHDRAWN: "badge-caution",
    LeagueEntry.Status.DISQUALIFIED: "badge-bad",
}


@dataclass(frozen=True)
class FoundBot:
    """A bot that could be entered."""

    competitor_id: int
    name: str
    author: str
    url: str
    is_entered: bool


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def entries(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Everybody who is entered; a name more with every POST."""
    league = access.league
    form = AddForm(
        request.POST if request.method == "POST" and not league.is_of_bots else None,
        competitors=league.competitors,
        auto_id="add_%s",
    )
    if request.method == "POST" and (league.is_of_bots or form.is_valid()):
        try:
            entry_add(
                public_id=league.public_id,
                visitor=league_visitor_of(request),
                names=() if league.is_of_bots else form.names,
                competitor_id=_number(request.POST.get("bot", "")) if league.is_of_bots else None,
            )
        except ValidationError as error:
            if league.is_of_bots:
                say_refusal(request, error)
                return redirect("leagues:entries", league.public_id)
            form.refuse(error)
        else:
            messages.success(request, _("Entered. Who is next?"))
            return redirect(f"{request.path}#add")
    form.focus_first_error()
    people = field_of(league)
    shown = sorted(
        people.entries.values(), key=lambda one: (one.entry.status != "active", one.entry.seed)
    )
    context = {
        "entries": shown,
        "playing": sum(not one.mark for one in shown),
        "tones": STATUS_TONES,
        "form": form,
        "may_edit": access.may(LeagueAction.MANAGE_ENTRIES),
        "known": [] if league.is_of_bots else _known(access),
        "applications": [
            (one, "" if bot is None else bot.name)
            for one, bot in applications_with_bots(league_applications_waiting(league=league))
        ],
        **(_bot_search(request, league) if league.is_of_bots else {}),
    }
    return render_page(request, access, "entries", "entries.html", context)


@require_POST
@organizers_page(LeagueAction.MANAGE_ENTRIES)
def application(request: HttpRequest, access: LeagueAccess, application_id: int) -> HttpResponse:
    """Let somebody in who has asked, or not."""
    league = access.league
    decide = application_accept if "accept" in request.POST else application_decline
    try:
        decide(
            public_id=league.public_id,
            visitor=league_visitor_of(request),
            application_id=application_id,
        )
    except ValidationError as error:
        say_refusal(request, error)
    else:
        said = _("Entered.") if "accept" in request.POST else _("Declined.")
        messages.success(request, said)
    return redirect("leagues:entries", league.public_id)


def _number(text: str) -> int:
    """A key from a form; what is none finds nobody."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def _known(access: LeagueAccess) -> list[str]:
    """Whom the name fields suggest."""
    if access.account is None:
        return []
    known = [player.public_name for player in players_known(account=access.account)[:SUGGESTED]]
    return list(dict.fromkeys([access.account.public_name, *known]))


def _bot_search(request: HttpRequest, league: League) -> dict[str, object]:
    form = BotSearchForm(request.GET)
    form.is_valid()
    asked = form.cleaned_data.get("q", "")
    found = bot_directory().search(text=asked, profile=league.profile, limit=BOTS_FOUND)
    labels = bot_directory().labels(competitors=[one.pk for one in found])
    entered = set(league.entries.values_list("competitor_id", flat=True))
    return {
        "search": form,
        "asked": asked,
        "found": [
            FoundBot(one.pk, label.name, label.author, label.url, one.pk in entered)
            for one in found
            if (label := labels.get(one.pk)) is not None
        ],
    }
