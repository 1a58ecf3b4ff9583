"""Links of a league: to ask for a place in it, or to enter the scores of a round or a match."""

from typing import Final

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.leagues.applying import ApplyForm
from tournaments.league_access import (
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    league_access,
)
from tournaments.league_visitors import league_link_remember, league_visitor_of
from tournaments.league_words import format_words, game_words, rules_shown
from tournaments.models import LeagueLink
from tournaments.rate_limits import LEAGUE_APPLY, rate_limit_is_reached, rate_limit_note
from tournaments.selectors.league_links import league_link_find
from tournaments.services.leagues.applications import application_send
from tournaments.views.leagues.access import league_denied_page, readers_page

LINK_WRONG: Final = "league_link_wrong"  # a name in RATE_LIMITS
_TOKEN_MAX_LENGTH: Final = 100


@never_cache
@require_safe
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link: this browser may do what it allows from now on, until it is switched off.

    The address with the token is left at once and named to nobody.
    """
    if rate_limit_is_reached(request, LINK_WRONG):
        answer = render(request, "429.html", status=429)
    else:
        answer = _opened(request, token)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _opened(request: HttpRequest, token: str) -> HttpResponse:
    found = league_link_find(token=token) if len(token) <= _TOKEN_MAX_LENGTH else None
    if found is None:
        rate_limit_note(request, LINK_WRONG)
        return league_denied_page(request, LeagueDeniedError(Denial.NO_LEAGUE))
    if found.revoked_at is not None:
        return league_denied_page(
            request, LeagueDeniedError(Denial.REVOKED), open_page=_readable(request, found)
        )
    league_link_remember(request, link=found)
    return redirect(_address(found))


def _address(found: LeagueLink) -> str:
    """Where it leads."""
    public_id = found.league.public_id
    if found.fixture is not None:
        return reverse("leagues:match", args=[public_id, found.fixture.public_id])
    if found.round is not None:
        return reverse("leagues:round", args=[public_id, found.round.number])
    return reverse("leagues:join", args=[public_id])


def _readable(request: HttpRequest, found: LeagueLink) -> str:
    """The match or the round of a link for scores, if whoever asks may read it without the link."""
    access = league_access(league=found.league, visitor=league_visitor_of(request))
    is_for_scores = found.kind != LeagueLink.Kind.JOIN
    return _address(found) if is_for_scores and access.may(LeagueAction.READ) else ""


@require_http_methods(["GET", "HEAD", "POST"])
@readers_page
def join(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Who would like to play? The organizers answer."""
    access.require(LeagueAction.APPLY)
    league = access.league
    sent = request.POST if request.method == "POST" else None
    form = ApplyForm(sent, league=league, account=access.account)
    if form.is_valid():
        if not rate_limit_note(request, LEAGUE_APPLY, key=_who(request)):
            return render(request, "429.html", status=429)
        try:
            application_send(
                public_id=league.public_id, visitor=league_visitor_of(request), **form.asked()
            )
        except ValidationError as error:
            form.refuse(error)
        else:
            return redirect("leagues:joined", league.public_id)
    form.focus_first_error()
    context = {
        "league": league,
        "form": form,
        "game": game_words(league, rules_shown(league)),
        "format_words": format_words(league),
    }
    return render(request, "tournaments/leagues/join.html", context)


def _who(request: HttpRequest) -> str:
    """Whose requests are counted: an account's, or a session's."""
    return str(request.user.pk or request.session.session_key or "")


@readers_page
@require_safe
def joined(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Thanks, and what happens next."""
    return render(request, "tournaments/leagues/joined.html", {"league": access.league})
