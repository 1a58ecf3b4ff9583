"""Links that travel by QR code: to ask for a place, or to enter scores, until they are switched
off."""

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.leagues.links import LinkForm
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_link_words import link_words
from tournaments.league_shown import Field, field_of, match_title
from tournaments.league_visitors import league_visitor_of
from tournaments.models import League, LeagueLink
from tournaments.qr import qr_data_url
from tournaments.selectors.league_links import (
    fixtures_for_links,
    league_link_token,
    league_links_active,
    rounds_for_links,
)
from tournaments.services.leagues.links import link_make, link_revoke
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page

MATCHES_OFFERED: Final = 200
"""Of those still to be played, the first; a scorer of more matches gets the link of a round."""


@dataclass(frozen=True)
class ShownLink:
    """A link with its picture."""

    link: LeagueLink
    title: str
    about: str
    address: str
    qr: str


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def links(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Those that work; one more with every POST."""
    league = access.league
    people = field_of(league)
    form = _form(request, league, people)
    if form.is_valid():
        try:
            link_make(public_id=league.public_id, visitor=league_visitor_of(request), **form.asked)
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Here is the link."))
            return redirect(request.path)
    form.focus_first_error()
    context = {
        "form": form,
        "links": [_shown(request, one, people) for one in league_links_active(league=league)],
        "may_edit": access.may(LeagueAction.MANAGE_LINKS),
    }
    return render_page(request, access, "links", "links.html", context)


@require_POST
@organizers_page(LeagueAction.MANAGE_LINKS)
def link_drop(request: HttpRequest, access: LeagueAccess, link_id: int) -> HttpResponse:
    """It works no longer, from now on."""
    link_revoke(
        public_id=access.league.public_id, visitor=league_visitor_of(request), link_id=link_id
    )
    messages.success(request, _("The link is switched off."))
    return redirect("leagues:links", access.league.public_id)


def _form(request: HttpRequest, league: League, people: Field) -> LinkForm:
    """With the rounds and matches for which there can be links."""
    rounds = [
        (one.number, _("Round %(number)d") % {"number": one.number})
        for one in rounds_for_links(league=league)
    ]
    matches = fixtures_for_links(league=league)[:MATCHES_OFFERED]
    fixtures = [(one.public_id, match_title(one, people)) for one in matches]
    sent = request.POST if request.method == "POST" else None
    return LinkForm(sent, rounds=rounds, fixtures=fixtures)


def _shown(request: HttpRequest, link: LeagueLink, people: Field) -> ShownLink:
    path = reverse("leagues:link", args=[league_link_token(link=link)])
    address = request.build_absolute_uri(path)
    title, about = link_words(link, people)
    return ShownLink(link, title, about, address, qr_data_url(address))
